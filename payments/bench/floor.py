"""The floor: the same rows, written bare into copies of the product's own tables."""

import io
from datetime import date
from decimal import Decimal

from django.db import connection

TABLES = ("funds_account", "funds_entry", "funds_disposition", "funds_balancesnapshot")
Rows = list[tuple[int, int, Decimal]]


def lay() -> None:
    """Copy the tables with every index, check and default, and without a trigger."""
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"DROP TABLE IF EXISTS floor_{table}")
            cursor.execute(f"CREATE TABLE floor_{table} (LIKE {table} INCLUDING ALL)")
            cursor.execute("SELECT reloptions FROM pg_class WHERE oid = %s::regclass", [table])
            for option in cursor.fetchone()[0] or []:
                cursor.execute(f"ALTER TABLE floor_{table} SET ({option})")
        cursor.execute("INSERT INTO floor_funds_account SELECT * FROM funds_account")


def copy_text(rows: Rows, posting: int, on: date) -> str:
    """Spell entries as COPY reads them."""
    return "".join(
        f"{posting}\t{n}\t{debit}\t{credit}\t{amount}\t{on}\n"
        for n, (debit, credit, amount) in enumerate(rows, 1)
    )


def post(text: str, posting: int) -> None:
    """COPY the entries and update the balances, in one transaction."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.copy_expert(
            "COPY floor_funds_entry (posting_id, seq, debit_id, credit_id, amount, effective_on)"
            " FROM STDIN",
            io.StringIO(text),
        )
        cursor.execute(_UPDATE, [posting, posting])
        cursor.execute("COMMIT")


_UPDATE = """
    UPDATE floor_funds_account a SET balance = a.balance + x.d FROM (
        SELECT id, sum(d) AS d FROM (
            SELECT debit_id AS id, -amount AS d FROM floor_funds_entry WHERE posting_id = %s
            UNION ALL
            SELECT credit_id, amount FROM floor_funds_entry WHERE posting_id = %s) y
        GROUP BY id) x WHERE a.id = x.id"""


def close(closing: int, posting: int) -> None:
    """Write again what a close wrote: dispositions, lapse, balances, opening balances."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")
        for sql in _CLOSE:
            cursor.execute(sql, {"closing": closing, "posting": posting})
        cursor.execute(_UPDATE, [posting, posting])
        cursor.execute("COMMIT")


_CLOSE = (
    "INSERT INTO floor_funds_disposition SELECT * FROM planned_disposition",
    "INSERT INTO floor_funds_entry SELECT * FROM planned_entry",
    "UPDATE floor_funds_disposition SET posting_id = %(posting)s WHERE what = 'lapsed'",
    "INSERT INTO floor_funds_balancesnapshot SELECT * FROM planned_snapshot",
)


def plan_close(closing: int, posting: int) -> None:
    """Keep what the close wrote as a plan that the floor writes from."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DROP TABLE IF EXISTS planned_disposition, planned_entry, planned_snapshot;"
            " CREATE UNLOGGED TABLE planned_disposition AS SELECT * FROM funds_disposition"
            " WHERE closing_id = %(closing)s;"
            " UPDATE planned_disposition SET posting_id = NULL;"
            " CREATE UNLOGGED TABLE planned_entry AS SELECT * FROM funds_entry"
            " WHERE posting_id = %(posting)s;"
            " CREATE UNLOGGED TABLE planned_snapshot AS SELECT b.* FROM funds_balancesnapshot b"
            " JOIN funds_account a ON a.id = b.account_id AND a.fund_id = 'zone-assistance';"
            " ANALYZE planned_disposition; ANALYZE planned_entry; ANALYZE planned_snapshot",
            {"closing": closing, "posting": posting},
        )
