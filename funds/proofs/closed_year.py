"""The only home of the twelve ways into a closed year: each must be refused, in whole.

It needs a book of zone assistance that is empty, as a scratch database has, and leaves it so.
"""

import io
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any

import psycopg2
from django.db import IntegrityError, InternalError, connection, transaction

from funds import accounts, ledger, work, year_end
from funds.ledger import Move
from funds.models import Closing, Entry, Kind, Posting, Work
from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day, last_day
from funds.work import Progress
from municipalities import offices
from municipalities.models import Officer

FUND, SFY = "zone-assistance", 2026
FIRST, LAST, AFTER = first_day(SFY), last_day(SFY), first_day(SFY + 1)
CLAUSE = "52:27H-88 h."
Attempt = Callable[[], object]


def run() -> tuple[int, int]:
    """Close a year, try each way into it, and return how many were refused, of how many.

    Raises Refusal when the open year refuses too: then nothing would be proven.
    """
    with transaction.atomic():
        posting = _closed_year()
        before = _state()
        found = {name: _refused(attempts) for name, attempts in ways(posting).items()}
        unchanged = _state() == before
        _post(AFTER, "open")
        transaction.set_rollback(True)
    return sum(found.values()) if unchanged else 0, len(found)


def ways(posting: Posting) -> dict[str, list[Attempt]]:
    """Name the twelve ways, with what each tries against a posting of the closed year."""
    return {
        "an act on a day of the year": [lambda: _post(FIRST, "first")],
        "an act backdated to its last day": [lambda: _post(LAST, "last")],
        "a set-based act": [_post_all],
        "a reversal dated in the year": [lambda: _reverse(posting)],
        "a task that comes late": [_work_late],
        "a new rehearsal, a new certificate": [_rehearse, _certify],
        "opening the books again": [lambda: ledger.open_books(FUND, SFY)],
        "raw SQL that inserts": [*_sql(posting, _INSERTS), lambda: _copy(posting)],
        "raw SQL that updates": _sql(posting, _UPDATES),
        "raw SQL that deletes": _sql(posting, _DELETES),
        "other dispositions, another closing": _sql(posting, _DISPOSITIONS),
        "a seal that is broken": _sql(posting, _SEALS),
    }


def _refused(attempts: list[Attempt]) -> bool:
    return all(_is_refused(attempt) for attempt in attempts)


def _is_refused(attempt: Attempt) -> bool:
    """Try it to the end of what would be its transaction; a mere mistake is not a refusal."""
    try:
        with transaction.atomic():
            attempt()
            _commit()
    except (Refusal, IntegrityError, InternalError, psycopg2.IntegrityError):
        return True
    return False


def _commit() -> None:
    """Check what a commit checks."""
    _execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")


def _closed_year() -> Posting:
    """Post in a year, with money that lapses, and close it; return its first posting."""
    ledger.open_books(FUND, SFY)
    posting = _post(FIRST, "credited", accounts.find(FUND, Kind.ZONE, "FUND", SFY - 2))
    closing = year_end.rehearse(FUND, SFY, on=AFTER, by=_seat("dca-analyst"))
    year_end.certify(closing, on=AFTER, by=_seat("treasury-certifier"))
    year_end.close(closing, on=AFTER, by=offices.system())
    _commit()
    return posting


def _seat(title: str) -> Officer:
    return offices.seat(title, f"Closed year {title}", f"Closed year {title}", from_on=FIRST)


def _post(on: date, key: str, to: Any = None) -> Posting:
    source = accounts.find(FUND, Kind.SOURCE, "closed year")
    moves = [Move(source, to or accounts.find(FUND, Kind.POOL, "FUND"), Decimal(5))]
    by = _seat("treasury-analyst")
    return ledger.post("deposit", moves, fund=FUND, key=key, on=on, by=by, clause=CLAUSE)


def _post_all() -> object:
    source, pool = (
        accounts.find(FUND, Kind.SOURCE, "closed year"),
        accounts.find(FUND, Kind.POOL, "FUND"),
    )
    by = _seat("treasury-analyst")
    moves, values = "SELECT %s::bigint, %s::bigint, 5.00", [source.pk, pool.pk]
    return ledger.post_all(
        "deposit", moves, values, fund=FUND, key="all", on=LAST, by=by, clause=CLAUSE
    )


def _reverse(posting: Posting) -> object:
    by = _seat("treasury-analyst")
    return ledger.reverse(posting, key="reversal", on=LAST, by=by, reason="backdated")


def _work_late() -> None:
    def unit(row: Work) -> Progress:
        _post(row.business_on, "late")
        return Progress(1, 1)

    work.register("late", unit)
    row = work.offer("late", "late", "Work of the closed year", LAST)
    work.run_due(on=AFTER)
    row.refresh_from_db()
    if row.state == Work.State.FAILED:
        raise Refusal(row.message)


def _rehearse() -> object:
    return year_end.rehearse(FUND, SFY, on=AFTER, by=_seat("dca-analyst"))


def _certify() -> object:
    closing = Closing.objects.get(fund=FUND, sfy=SFY)
    return year_end.certify(closing, on=AFTER, by=offices.seat(
        "treasury-certifier", "Another certifier", "Another certifier", from_on=FIRST
    ))  # fmt: skip


def _sql(posting: Posting, statements: str) -> list[Attempt]:
    entry = Entry.objects.get(posting=posting)
    filled = statements.format(posting=posting.pk, entry=entry.pk, fund=FUND)
    return [partial(_execute, text) for text in filled.split(";")]


def _execute(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(text)


def _copy(posting: Posting) -> None:
    entry = Entry.objects.get(posting=posting)
    line = f"{posting.pk}\t2\t{entry.debit_id}\t{entry.credit_id}\t1.00\t{LAST}"
    with connection.cursor() as cursor:
        cursor.copy_expert(
            "COPY funds_entry (posting_id, seq, debit_id, credit_id, amount, effective_on)"
            " FROM STDIN",
            io.StringIO(line),
        )


def _state() -> list[Any]:
    """Everything that says what the closed year was."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT array_agg(h::text ORDER BY fund_id) FROM funds_ledgerhead h),"
            " (SELECT md5(string_agg(p::text, ',' ORDER BY id)) FROM funds_posting p),"
            " (SELECT md5(string_agg(e::text, ',' ORDER BY id)) FROM funds_entry e),"
            " (SELECT md5(string_agg(d::text, ',' ORDER BY id)) FROM funds_disposition d),"
            " (SELECT md5(string_agg(s::text, ',' ORDER BY id)) FROM funds_balancesnapshot s),"
            " (SELECT sum(balance * id) FROM funds_account)"
        )
        return list(cursor.fetchall())


_INSERTS = """
    INSERT INTO funds_posting (fund_id, number, act, key, effective_on, sfy, by_id, clause, note,
        entry_count, total, digest, previous_hash, hash)
    SELECT fund_id, 0, act, 'raw', effective_on, 0, by_id, clause, '', 1, total, digest, '', ''
    FROM funds_posting WHERE id = {posting};
    INSERT INTO funds_entry (posting_id, seq, debit_id, credit_id, amount, effective_on)
    SELECT posting_id, 2, debit_id, credit_id, 1, effective_on FROM funds_entry WHERE id = {entry};
    INSERT INTO funds_balancesnapshot (account_id, "on", balance)
    SELECT account_id, "on", 1 FROM funds_balancesnapshot"""
_UPDATES = """
    UPDATE funds_entry SET amount = amount + 1 WHERE id = {entry};
    UPDATE funds_entry SET effective_on = '2026-07-01' WHERE id = {entry};
    UPDATE funds_posting SET effective_on = '2026-07-01' WHERE id = {posting};
    UPDATE funds_posting SET note = 'other' WHERE id = {posting};
    UPDATE funds_account SET balance = balance + 1;
    UPDATE funds_balancesnapshot SET balance = balance + 1"""
_DELETES = """
    DELETE FROM funds_entry WHERE id = {entry};
    DELETE FROM funds_posting WHERE id = {posting};
    DELETE FROM funds_account;
    DELETE FROM funds_balancesnapshot;
    TRUNCATE funds_entry;
    TRUNCATE funds_posting CASCADE;
    TRUNCATE funds_balancesnapshot"""
_DISPOSITIONS = """
    UPDATE funds_disposition SET amount = amount + 1;
    UPDATE funds_disposition SET what = 'carried' WHERE what = 'lapsed';
    UPDATE funds_disposition SET posting_id = NULL;
    DELETE FROM funds_disposition;
    INSERT INTO funds_disposition (closing_id, account_id, what, amount, from_sfy, to_sfy, clause,
        owner, note)
    SELECT c.id, a.id, 'stays', 1, 2026, 2027, '', '', '' FROM funds_closing c, funds_account a
    WHERE a.kind = 'AUTHORITY' AND a.fund_id = '{fund}';
    TRUNCATE funds_disposition;
    UPDATE funds_closing SET sfy = sfy + 1;
    UPDATE funds_closing SET certified_by_id = NULL, certified_on = NULL;
    DELETE FROM funds_closing;
    TRUNCATE funds_closing CASCADE"""
_SEALS = """
    DELETE FROM funds_seal;
    UPDATE funds_seal SET last_number = 0;
    TRUNCATE funds_seal;
    UPDATE funds_ledgerhead SET sealed_through = 2025 WHERE fund_id = '{fund}';
    DELETE FROM funds_ledgerhead WHERE fund_id = '{fund}';
    TRUNCATE funds_ledgerhead"""
