"""The only home of `prove tamper`: what a database superuser alters, and whether it is found.

Each alteration is made with every trigger off, in a transaction that is rolled back, and is found
only when the first bad posting, change or seal is the one that was altered.
"""

# ruff: noqa: S608 - SQL is what it is about: none of it comes from outside

import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

from django.db import connection, transaction
from django.test.utils import override_settings

from funds import accounts, ledger, verification
from funds.ledger import Move
from funds.models import Fund, Kind
from funds.rules.fiscal_year import first_day
from funds.sealing import comparing, writing
from municipalities import journal_chain, offices
from payments import grow, scratch

FUND, POSTINGS = "zone-assistance", 2_000
SEALED = (500, 1_000, 1_500, 2_000)  # postings after which a day is sealed
ON = date(2026, 11, 30)
FULL, LIMIT = 1_000_000, 300  # lines from which the State is grown full; seconds
BEFORE = "(SELECT id FROM funds_posting WHERE number = {n} AND fund_id = 'zone-assistance')"


@dataclass(frozen=True)
class Way:
    """What is altered at posting {n}, and which posting is the first bad one then."""

    sql: str
    first: Callable[[int], int] = lambda n: n


def _sealed_from(n: int) -> int:
    """Return the first sealed posting at or after one: a rehashed end shows there."""
    return next(number for number in SEALED if number >= n)


_OF = "WHERE number = {n} AND fund_id = 'zone-assistance'"
_ENTRY = f"WHERE posting_id = {BEFORE} AND seq = 1"
_COLUMNS = "posting_id, seq, debit_id, credit_id, amount, effective_on"
# The chain made whole again from a posting on, with its head: what only a seal outside can find.
_REHASHED = f"""
    DO $$ DECLARE p record; last text; BEGIN
    SELECT coalesce((SELECT hash FROM funds_posting WHERE fund_id = 'zone-assistance'
        AND number = {{n}} - 1), repeat('0', 64)) INTO last;
    FOR p IN SELECT id FROM funds_posting WHERE fund_id = 'zone-assistance' AND number >= {{n}}
        ORDER BY number LOOP
        UPDATE funds_posting SET previous_hash = last WHERE id = p.id;
        UPDATE funds_posting SET hash = encode(sha256(convert_to({verification.HASHED}, 'UTF8')),
            'hex') WHERE id = p.id RETURNING hash INTO last;
    END LOOP;
    UPDATE funds_ledgerhead SET hash = last WHERE fund_id = 'zone-assistance'; END $$;"""
_CUT = """
    DELETE FROM funds_entry WHERE posting_id IN (SELECT id FROM funds_posting
        WHERE fund_id = 'zone-assistance' AND number >= {n});
    DELETE FROM funds_posting WHERE fund_id = 'zone-assistance' AND number >= {n};
    UPDATE funds_ledgerhead SET number = {n} - 1, hash = coalesce((SELECT hash FROM funds_posting
        WHERE fund_id = 'zone-assistance' AND number = {n} - 1), repeat('0', 64))
        WHERE fund_id = 'zone-assistance'"""

WAYS = (
    *(
        Way(f"UPDATE funds_posting SET {change} {_OF}")
        for change in (
            "note = note || 'x'", "act = 'credit'", "key = key || '/'", "clause = 'h.'",
            "by_id = by_id + 1", "effective_on = effective_on + 1", "total = total + 1",
            "posted_at = posted_at + interval '1 microsecond'", "entry_count = entry_count + 1",
            "digest = repeat('a', 64)", "hash = repeat('b', 64)", "previous_hash = repeat('c', 64)",
        )
    ),
    *(
        Way(f"UPDATE funds_entry SET {change} {_ENTRY}")
        for change in (
            "amount = amount + 0.01", "debit_id = credit_id, credit_id = debit_id", "seq = 9",
            "effective_on = effective_on + 1",
        )
    ),
    Way(f"DELETE FROM funds_entry {_ENTRY}"),
    Way(f"INSERT INTO funds_entry ({_COLUMNS}) SELECT posting_id, 3, debit_id, credit_id, amount,"
        f" effective_on FROM funds_entry {_ENTRY}"),
    Way(f"DELETE FROM funds_entry WHERE posting_id = {BEFORE}"),
    Way(f"DELETE FROM funds_entry WHERE posting_id = {BEFORE};"
        f" DELETE FROM funds_posting {_OF}"),
    # In another order: changes places with the posting before it, or the first with the second.
    Way("UPDATE funds_posting SET number = 9000000 + number WHERE fund_id = 'zone-assistance'"
        " AND number IN (greatest({n}, 2), greatest({n}, 2) - 1);"
        "UPDATE funds_posting SET number = CASE number - 9000000 WHEN greatest({n}, 2)"
        " THEN greatest({n}, 2) - 1 ELSE greatest({n}, 2) END WHERE number > 9000000",
        lambda n: max(n, 2) - 1),
    Way(_CUT, _sealed_from),
    Way(f"UPDATE funds_posting SET note = note || 'x' {_OF}; {_REHASHED}", _sealed_from),
)  # fmt: skip
# Of the journal and the seals: the SQL, and how the fault begins.
BESIDE = (
    ("UPDATE municipalities_change SET actor = 'x' WHERE id = {c}", "change #{c} is not what"),
    ("UPDATE municipalities_change SET after = '{{}}' WHERE id = {c}", "change #{c} is not what"),
    ("DELETE FROM municipalities_change WHERE id = {c}", "a change after #"),
    ("UPDATE municipalities_journalblock SET leaves = '\\x00' WHERE number = 1", "block 1 is not"),
    ("UPDATE funds_dailyseal SET text = text || ' ' WHERE number = 2", "seal 2 in the database"),
    ("DELETE FROM funds_dailyseal WHERE number = 3", "seal 3 is in the file and not in the data"),
)


@contextmanager
def outside() -> Any:
    """Keep key and seals in a folder that goes with the block."""
    with (
        tempfile.TemporaryDirectory() as folder,
        override_settings(SEAL_KEY_FILE=str(Path(folder) / "key"), SEALS=folder),
    ):
        yield


def alter(many: int, seed: int) -> tuple[int, list[str]]:
    """Alter so often; return how often, and what was not found, or found elsewhere."""
    random, faults = Random(seed), []  # noqa: S311  cases, not secrets
    with outside():
        _book(random)
        if any(_found()):
            return 1, [f"an untouched book: {_found()}"]
        changes = _changes()
        for _ in range(many):
            n, way = random.randint(1, POSTINGS), random.randrange(len(WAYS) + 2)
            fault = (
                _posting(WAYS[way], n)
                if way < len(WAYS)
                else _beside(*random.choice(BESIDE), random.choice(changes))
            )
            faults += fault
    return many, faults


def _book(random: Random) -> None:
    """Post so many postings of two entries, and seal four times."""
    by = offices.seat("treasury-analyst", "Analyst", "Analyst", from_on=first_day(1999))
    source = accounts.find(FUND, Kind.SOURCE, "appropriation")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    for n in range(1, POSTINGS + 1):
        moves = [Move(source, pool, Decimal(random.randint(1, 10**9)) / 100) for _ in range(2)]
        ledger.post("deposit", moves, fund=FUND, key=f"d/{n}", on=first_day(2027), by=by,
                    clause="a.")  # fmt: skip
        if n in SEALED:
            writing.append(writing.seal(ON))


def _changes() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM municipalities_change WHERE id <= (SELECT max(through)"
                       " FROM municipalities_journalblock) ORDER BY id")  # fmt: skip
        return [row[0] for row in cursor.fetchall()]


def _found() -> tuple[int, str, str]:
    """Return the first bad posting, 0 for none; the journal's first fault; the seals'."""
    sealed = comparing.compare(balances=False)
    fault = verification.verify(FUND, sealed.anchors.get(FUND)).fault
    journal = journal_chain.verify(sealed.anchors.get("journal")).fault
    return fault.number if fault else 0, journal, sealed.fault


@contextmanager
def _altered(sql: str) -> Any:
    """Run SQL as a superuser with every trigger off, until the block ends."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(sql)
        yield
        transaction.set_rollback(True)


def _posting(way: Way, n: int) -> list[str]:
    with _altered(way.sql.format(n=n)):
        first = _found()[0]
    wanted = way.first(n)
    return [] if first == wanted else [f"#{wanted}, found #{first}: {way.sql.format(n=n)[:90]}"]


def _beside(sql: str, begins: str, change: int) -> list[str]:
    with _altered(sql.format(c=change)):
        _, journal, seals = _found()
    wanted = begins.format(c=change)
    return [] if (journal + seals).startswith(wanted) else [f"{wanted}: {journal}{seals}"]


def among(lines: int, seed: int) -> tuple[int, list[str], int]:
    """Grow a State, verify all of it, alter one entry; return lines, faults, milliseconds."""
    size = grow.FULL if lines >= FULL else grow.SMALL
    with outside(), scratch.database(reference=True):
        grown = grow.grow(size, on=ON, say=str)
        writing.append(writing.seal(ON))
        began = time.monotonic()
        faults = [f"untouched: {fault}" for fault in _every()]
        took = time.monotonic() - began
        if took > LIMIT:
            faults.append(f"verifying took {took:.0f} s, more than {LIMIT}")
        with connection.cursor() as cursor:
            cursor.execute(_SOME, [seed % 1000])
            entry, fund, number = cursor.fetchone()
        with _altered(f"UPDATE funds_entry SET amount = amount + 0.01 WHERE id = {entry}"):
            found = _every()
        if not found or not found[0].startswith(f"{fund} #{number}:"):
            faults.append(f"{fund} #{number} was altered, found: {found}")
    if grown.entries < lines:
        faults.append(f"only {grown.entries} lines were grown")
    return grown.entries, faults, round(took * 1000)


_SOME = """
    SELECT e.id, p.fund_id, p.number FROM funds_entry e JOIN funds_posting p ON p.id = e.posting_id
    WHERE e.id >= (SELECT max(id) FROM funds_entry) * %s / 1000 ORDER BY e.id LIMIT 1"""


def _every() -> list[str]:
    """Verify every book, the journal and the seals; return what is wrong."""
    sealed = comparing.compare()
    books = [
        verification.verify(fund, sealed.anchors.get(fund)).fault
        for fund in Fund.objects.values_list("pk", flat=True)
    ]
    journal = journal_chain.verify(sealed.anchors.get("journal")).fault
    return [str(each) for each in (*books, journal, sealed.fault) if each]
