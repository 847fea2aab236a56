"""The only home of posting thousands of acts at once: the database chains them one by one.

The ledger's own `post_all` makes one posting of many entries. Here a staged table names many
postings; what is inserted goes through the same triggers as any posting.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from django.db import connection

Value = str | int | Decimal | date
Parameters = Sequence[Value] | Mapping[str, Value]

_STAGE = """
    CREATE TEMP TABLE staged (key text, seq int, debit_id bigint, credit_id bigint,
        amount numeric(18, 2), effective_on date, by_id bigint, note text) ON COMMIT DROP"""
_POSTINGS = """
    INSERT INTO funds_posting (fund_id, number, act, key, effective_on, sfy, by_id, clause, note,
        entry_count, total, digest, previous_hash, hash)
    SELECT %s, 0, %s, key, min(effective_on), 0, min(by_id), %s, min(note), count(*), sum(amount),
        encode(sha256(convert_to(string_agg(seq || ':' || debit_id || ':' || credit_id || ':'
            || amount, E'\\n' ORDER BY seq), 'UTF8')), 'hex'), '', ''
    FROM staged GROUP BY key ORDER BY min(effective_on), key"""
_ENTRIES = """
    INSERT INTO funds_entry (posting_id, seq, debit_id, credit_id, amount, effective_on)
    SELECT p.id, s.seq, s.debit_id, s.credit_id, s.amount, s.effective_on
    FROM staged s JOIN funds_posting p ON p.key = s.key ORDER BY p.number, s.seq"""
_ACCOUNTS = """
    INSERT INTO funds_account (fund_id, kind, holder, sfy, encumbrance_id, zone_id, balance)
    SELECT 'zone-assistance', k, %s, y, e, %s, 0
    FROM unnest(%s) k, unnest(%s) y, unnest(%s) e
    ON CONFLICT DO NOTHING"""


def post(fund: str, act: str, clause: str, moves: str, parameters: Parameters) -> None:
    """Post, in this transaction, what a query says.

    It yields (key, seq, debit_id, credit_id, amount, effective_on, by_id, note); each key is a
    posting, its entries numbered from 1.
    """
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.staged")
        cursor.execute(_STAGE)
        cursor.execute(f"INSERT INTO staged {moves}", parameters)
        cursor.execute(_POSTINGS, [fund, act, clause])
        cursor.execute(_ENTRIES)


def open_encumbered(
    holder: str, zone: str, vintages: Sequence[int], encumbrances: Sequence[int]
) -> None:
    """Open what encumbrances bind and what their trusts hold, an account a vintage."""
    with connection.cursor() as cursor:
        kinds = ["ENCUMBERED", "TRUST"]
        cursor.execute(_ACCOUNTS, [holder, zone, kinds, list(vintages), list(encumbrances)])


def run(statement: str, parameters: Parameters) -> int:
    """Run one statement and return how many rows it wrote."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def tidy() -> None:
    """Clear what thousands of postings left, and have the ledger's triggers planned anew.

    Each posting leaves a dead version of its book's head, and the next one would read past all of
    them. A trigger keeps the plan of its first use, when the tables were small.
    """
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) funds_ledgerhead, funds_account, funds_posting")


def analyze(*tables: str) -> None:
    """Let the planner know what has grown: without it, it joins by loops within loops."""
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(tables)}")
