"""The only home of trying raw SQL against the ledger as a role that owns nothing."""

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from decimal import Decimal
from typing import Any

import psycopg2
from django.db import connection

from funds import accounts, ledger, year_end
from funds.ledger import Move
from funds.models import Account, Entry, Kind, Posting
from funds.proofs.attacks import ATTACKS
from municipalities import offices
from municipalities.models import Officer

FUND, OTHER_FUND = "zone-assistance", "highlands"
SEALED, OPEN = date(2025, 8, 1), date(2026, 7, 15)
# What the database says when it refuses; a statement that is merely wrong is no attack.
REFUSALS = ("23", "P0001", "42501", "22003", "428C9")


def attack() -> list[str]:
    """Try every attack in its own transaction; return those that were not refused, and why."""
    book = _book()
    before = _state()
    with _stranger() as theirs:
        through = [why for sql in ATTACKS if (why := _try(theirs, sql.format(**book)))]
    return through if _state() == before else [*through, "the book is not as it was"]


def _try(theirs: Any, sql: str) -> str:
    """Run one attack to the end of its transaction; say how it got through, if it did."""
    try:
        with theirs.cursor() as cursor:
            cursor.execute(sql)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except psycopg2.Error as error:
        code = error.pgcode or ""
        return "" if code.startswith(REFUSALS) else f"{code} {error}: {sql}"
    finally:
        theirs.rollback()
    return f"not refused: {sql}"


def _state() -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT fund_id, number, hash, sealed_through, (SELECT sum(balance * id)"
            " FROM funds_account), (SELECT count(*) FROM funds_entry) FROM funds_ledgerhead"
            " ORDER BY 1"
        )
        return list(cursor.fetchall())


@contextmanager
def _stranger() -> Iterator[Any]:
    """Connect as a new role that may read and write every row, and nothing more."""
    role, word = f"apportion_stranger_{secrets.token_hex(4)}", secrets.token_urlsafe(16)
    with connection.cursor() as cursor:
        # Whoever may write trigger functions can forge the depth at which a balance is changed.
        cursor.execute("REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC")
        # It sees every row, so that what is refused is refused for what it is.
        cursor.execute(f"CREATE ROLE {role} LOGIN BYPASSRLS PASSWORD '{word}'")
        cursor.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}")
        cursor.execute(f"REVOKE TRIGGER, REFERENCES ON ALL TABLES IN SCHEMA public FROM {role}")
        cursor.execute(f"GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {role}")
    parameters = connection.get_connection_params() | {"user": role, "password": word}
    parameters.pop("cursor_factory", None)
    parameters.pop("context", None)
    try:
        with closing(psycopg2.connect(**parameters)) as theirs:
            yield theirs
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP OWNED BY {role}")
            cursor.execute(f"DROP ROLE {role}")


def _book() -> dict[str, Any]:
    """Write a small book with a sealed year, a reversal and a neighbour; return what is in it."""
    by = _seat("treasury-analyst")
    ledger.open_books(FUND, 2026)
    _deposit(FUND, "sealed", SEALED, by)
    _close(2026)
    first = _deposit(FUND, "open", OPEN, by)
    undone = _deposit(FUND, "undone", OPEN, by)
    reversal = ledger.reverse(undone, key="reversal", on=OPEN, by=by, reason="an example")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    authority = accounts.find(FUND, Kind.AUTHORITY, "AUTHORITY")
    _post(FUND, "authority", pool, authority, OPEN, by)
    beside = _deposit(OTHER_FUND, "beside", OPEN, by)
    return {
        "fund": FUND,
        "by": by.pk,
        "other": _seat("treasury-certifier").pk,
        "pool": pool.pk,
        "authority": authority.pk,
        "empty": accounts.find(FUND, Kind.PAID, "nobody").pk,
        "of_another_fund": accounts.find(OTHER_FUND, Kind.POOL, "FUND").pk,
        "posting": first.pk,
        "key": first.key,
        "entry": Entry.objects.get(posting=first).pk,
        "reversed": undone.pk,
        "reversal": reversal.pk,
        "posting_of_another_fund": beside.pk,
        "keep_balances": _function("pgtrigger_keep_balances_%"),
    }


def _seat(title: str) -> Officer:
    return offices.seat(title, title, f"{title} holder", from_on=date(1997, 7, 1))


def _deposit(fund: str, key: str, on: date, by: Officer) -> Posting:
    source = accounts.find(fund, Kind.SOURCE, "appropriation")
    return _post(fund, key, source, accounts.find(fund, Kind.POOL, "FUND"), on, by)


def _post(fund: str, key: str, debit: Account, credit: Account, on: date, by: Officer) -> Posting:
    moves = [Move(debit, credit, Decimal(1000))]
    return ledger.post("deposit", moves, fund=fund, key=key, on=on, by=by, clause="none")


def _close(sfy: int) -> None:
    on = date(sfy, 7, 1)
    closing = year_end.rehearse(FUND, sfy, on=on, by=_seat("dca-analyst"))
    year_end.certify(closing, on=on, by=_seat("treasury-certifier"))
    year_end.close(closing, on=on, by=offices.system())


def _function(like: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT proname FROM pg_proc WHERE proname LIKE %s", [like])
        return str(cursor.fetchone()[0])
