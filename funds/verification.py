"""The only home of recomputing the chain: every posting's hash and digest, from zero.

A change of any row, even by a database superuser with the triggers off, breaks the chain where it
happened; a missing end shows against the head and against the seals, and a seal that was taken
out of the machine shows it even when head and seals were changed too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True)
class Fault:
    """The first thing that is wrong in a fund's book, and the number of the posting it is at."""

    fund: str
    number: int
    what: str

    def __str__(self) -> str:
        return f"{self.fund} #{self.number}: {self.what}"


@dataclass(frozen=True)
class Verified:
    """How much of a fund's book was read, and what is wrong first, if anything."""

    fund: str
    postings: int
    entries: int
    last_hash: str
    fault: Fault | None


def verify(fund: str, anchors: Mapping[int, str] | None = None) -> Verified:
    """Recompute the fund's chain; `anchors` are number -> hash pairs kept outside the machine."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED, {"fund": fund})
        postings, entries, last_hash = cursor.fetchone()
    faults = [*_asked(fund), *_against(fund, anchors or {})]
    first = min(faults, key=lambda fault: fault.number, default=None)
    return Verified(fund, postings, entries, last_hash, first)


def _asked(fund: str) -> Iterator[Fault]:
    """Ask each question of the fund's book, and yield the first row that answers it badly."""
    with connection.cursor() as cursor:
        for sql in (_CHAIN, _ENTRIES, _STRAY, _HEAD, _SEALS):
            cursor.execute(sql, {"fund": fund})
            row = cursor.fetchone()
            if row is not None:
                yield Fault(fund, int(row[0]), str(row[1]))


def _against(fund: str, anchors: Mapping[int, str]) -> Iterator[Fault]:
    """Compare the book with numbers and hashes that were taken outside."""
    with connection.cursor() as cursor:
        cursor.execute(_HASHES_OF, [fund, list(anchors)])
        hashes = dict(cursor.fetchall())
    for number, known in sorted(anchors.items()):
        if number not in hashes:
            yield Fault(fund, number, "the posting that an outside anchor knows is missing")
        elif hashes[number] != known:
            yield Fault(fund, number, "its hash is not the one that an outside anchor knows")


_COUNTED = """
    SELECT count(*), coalesce(sum(entry_count), 0), coalesce(
        (SELECT hash FROM funds_ledgerhead WHERE fund_id = %(fund)s), '')
    FROM funds_posting WHERE fund_id = %(fund)s"""

# What is hashed: the same array as the trigger builds (funds/models/ledger_triggers.py, CHAIN).
HASHED = """json_build_array(
    previous_hash, fund_id, number, act, key, effective_on,
    to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    by_id, clause, note, reverses_id, entry_count, total::text, digest)::text"""

_CHAIN = f"""
    SELECT least(number, place), CASE
        WHEN number <> place THEN 'it is missing, the next is #' || number
        WHEN previous_hash <> before THEN 'it is not chained to the posting before it'
        ELSE 'its content is not what was hashed (' || key || ')' END
    FROM (SELECT *, row_number() OVER (ORDER BY number) AS place,
            lag(hash, 1, repeat('0', 64)) OVER (ORDER BY number) AS before,
            encode(sha256(convert_to({HASHED}, 'UTF8')), 'hex') AS computed
        FROM funds_posting WHERE fund_id = %(fund)s) p
    WHERE number <> place OR previous_hash <> before OR hash <> computed
    ORDER BY place LIMIT 1"""  # noqa: S608

# What is wrong is gathered before the first of it is taken: for one row alone the planner would
# join by loops within loops, and a book of two million entries would never be read to its end.
_ENTRIES = """
    WITH found AS MATERIALIZED (
        SELECT e.posting_id, count(*) AS n, sum(e.amount) AS total,
            min(e.effective_on) AS since, max(e.effective_on) AS until,
            encode(sha256(convert_to(string_agg(
                e.seq || ':' || e.debit_id || ':' || e.credit_id || ':' || e.amount, E'\\n'
                ORDER BY e.seq), 'UTF8')), 'hex') AS digest
        FROM funds_entry e JOIN funds_posting q ON q.id = e.posting_id AND q.fund_id = %(fund)s
        GROUP BY e.posting_id),
    wrong AS MATERIALIZED (
        SELECT p.number, 'its entries are not what it declares (' || p.key || ', '
            || CASE WHEN x.posting_id IS NULL THEN 'none is left'
                WHEN x.n <> p.entry_count THEN x.n || ' of ' || p.entry_count
                WHEN x.until <> x.since OR x.since <> p.effective_on THEN 'another day'
                ELSE 'another content' END || ')' AS what
        FROM funds_posting p LEFT JOIN found x ON x.posting_id = p.id
        WHERE p.fund_id = %(fund)s AND (x.posting_id IS NULL OR x.n <> p.entry_count
            OR x.total <> p.total OR x.since <> p.effective_on OR x.until <> p.effective_on
            OR x.digest <> p.digest))
    SELECT number, what FROM wrong ORDER BY number LIMIT 1"""

_STRAY = """
    SELECT h.number + 1, 'entry ' || e.id || ' belongs to no posting'
    FROM funds_entry e JOIN funds_account a ON a.id = e.debit_id AND a.fund_id = %(fund)s
    JOIN funds_ledgerhead h ON h.fund_id = a.fund_id
    LEFT JOIN funds_posting p ON p.id = e.posting_id WHERE p.id IS NULL
    ORDER BY e.id LIMIT 1"""

_HEAD = """
    SELECT coalesce(p.number, 0) + (h.number > coalesce(p.number, 0))::int,
        CASE WHEN h.number > coalesce(p.number, 0)
        THEN 'the end is missing: the head of the book is #' || h.number
        ELSE 'the head of the book is #' || h.number || ' with another hash' END
    FROM funds_ledgerhead h LEFT JOIN LATERAL (
        SELECT number, hash FROM funds_posting WHERE fund_id = h.fund_id
        ORDER BY number DESC LIMIT 1) p ON true
    WHERE h.fund_id = %(fund)s AND (h.number <> coalesce(p.number, 0)
        OR h.hash <> coalesce(p.hash, repeat('0', 64)))"""

_SEALS = """
    SELECT s.last_number, 'the seal of SFY' || c.sfy || CASE WHEN p.id IS NULL
        THEN ' knows a posting that is missing' ELSE ' knows it with another hash' END
    FROM funds_seal s JOIN funds_closing c ON c.id = s.closing_id
    LEFT JOIN funds_posting p ON p.fund_id = c.fund_id AND p.number = s.last_number
    WHERE c.fund_id = %(fund)s AND s.last_number > 0
        AND (p.id IS NULL OR p.hash <> s.last_hash)
    ORDER BY c.sfy LIMIT 1"""

_HASHES_OF = "SELECT number, hash FROM funds_posting WHERE fund_id = %s AND number = ANY(%s)"
