"""The only home of the query that gives every balance of a year's end its disposition.

The rule for one balance is funds.rules.carry_forward; it is asked here once for each kind and each
year that a window begins in, and its answers are joined to every non-zero balance as it stood on
June 30, in one statement.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.db import connection

from funds.models import Closing, Kind
from funds.rules.carry_forward import Balance, dispose
from funds.rules.fiscal_year import last_day
from funds.rules.money import CENT

# The year a window begins in: the vintage of what is unencumbered, the encumbrance's own year.
_BEGINS = (
    f"CASE WHEN a.kind = '{Kind.ZONE}' THEN a.sfy"
    f" WHEN a.kind IN ('{Kind.ENCUMBERED}', '{Kind.TRUST}') THEN c.sfy END"
)
_ASKED = f"""
    SELECT a.kind, {_BEGINS} AS begins, min(a.holder) FROM funds_account a
    LEFT JOIN funds_encumbrance c ON c.id = a.encumbrance_id
    WHERE a.fund_id = %s GROUP BY 1, 2 ORDER BY 1, 2"""  # noqa: S608
# What was posted after June 30 is taken out of the balance again, and an order that withholds
# funding is noted: it never spares a balance its disposition.
_PLAN = f"""
    WITH later AS (
        SELECT x.id, sum(x.d) AS d FROM funds_posting p
        JOIN funds_entry e ON e.posting_id = p.id
        CROSS JOIN LATERAL (VALUES (e.debit_id, e.amount), (e.credit_id, -e.amount)) x (id, d)
        WHERE p.fund_id = %(fund)s AND p.effective_on > %(end)s GROUP BY x.id),
    withheld AS (
        SELECT zone_id, 'withheld since ' || from_on || ': ' || reason AS note
        FROM funds_withholdingorder
        WHERE from_on <= %(end)s AND (lifted_on IS NULL OR lifted_on > %(end)s)),
    stood AS (
        SELECT a.id, a.kind, a.holder, a.zone_id, {_BEGINS} AS begins,
            a.balance + coalesce(l.d, 0) AS amount
        FROM funds_account a
        LEFT JOIN funds_encumbrance c ON c.id = a.encumbrance_id
        LEFT JOIN later l ON l.id = a.id
        WHERE a.fund_id = %(fund)s)
    SELECT s.id AS account_id, r.what, s.amount, %(sfy)s AS from_sfy, r.to_sfy, r.last_usable_on,
        r.clause, coalesce(nullif(r.owner, ''), s.holder) AS owner,
        left(concat_ws('; ', w.note, h.note), 200) AS note
    FROM stood s
    JOIN (VALUES %(rules)s) r (kind, begins, what, to_sfy, last_usable_on, clause, owner)
        ON r.kind = s.kind AND r.begins = coalesce(s.begins, 0)
    LEFT JOIN withheld w ON w.zone_id = s.zone_id
    LEFT JOIN (VALUES %(held)s) h (holder, note) ON h.holder = s.holder
    WHERE s.amount <> 0"""  # noqa: S608
_RULE = "(%s, %s, %s, %s, %s::date, %s, %s)"
_NO_RULE = "(NULL, 0, NULL, 0, NULL::date, NULL, NULL)"
_NOBODY = "('', '')"  # no account is without a holder
_COLUMNS = "account_id, what, amount, from_sfy, to_sfy, last_usable_on, clause, owner, note"


Held = Callable[[str, date], Mapping[str, str]]
_held: list[Held] = []


def note_held(held: Held) -> None:
    """Name what tells, for a fund and a day, which holders' payments are held and why."""
    _held[:] = [held]


def _rules(fund: str, sfy: int) -> list[tuple[Any, ...]]:
    """Ask the rule what becomes of each kind of money; it refuses a kind the fund cannot have."""
    with connection.cursor() as cursor:
        cursor.execute(_ASKED, [fund])
        asked = cursor.fetchall()
    return [_answer(fund, sfy, *each) for each in asked]


def _answer(fund: str, sfy: int, kind: str, begins: int | None, holder: str) -> tuple[Any, ...]:
    balance = Balance(fund, kind, holder, begins or sfy, CENT, encumbered_in=begins)
    said = dispose(balance, sfy)
    owner = "" if said.owner == holder else said.owner
    to_sfy = said.to_sfy or sfy
    return kind, begins or 0, said.outcome.value, to_sfy, said.last_usable_on, said.cite, owner


def _plan(closing: Closing) -> str:
    """Return the query with its parameters filled in."""
    rules = _rules(closing.fund_id, closing.sfy)
    end = last_day(closing.sfy)
    year = {"fund": closing.fund_id, "sfy": closing.sfy, "end": end}
    with connection.cursor() as cursor:
        rows = ", ".join(_filled(cursor, _RULE, rule) for rule in rules)
        quoted = {name: _filled(cursor, "%s", [value]) for name, value in year.items()}
        held = [pair for each in _held for pair in each(closing.fund_id, end).items()]
        notes = ", ".join(_filled(cursor, "(%s, %s)", pair) for pair in held)
    return _PLAN % {**quoted, "rules": rows or _NO_RULE, "held": notes or _NOBODY}


def _filled(cursor: Any, text: str, values: Any) -> str:
    return str(cursor.mogrify(text, values).decode())


def replace(closing: Closing) -> int:
    """Write the dispositions of an uncertified closing anew; return how many there are."""
    plan = _plan(closing)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM funds_disposition WHERE closing_id = %s", [closing.pk])
        cursor.execute(
            f"INSERT INTO funds_disposition (closing_id, {_COLUMNS})"  # noqa: S608
            f" SELECT {closing.pk}, {_COLUMNS} FROM ({plan} ORDER BY s.id) plan"
        )
        count = int(cursor.rowcount)
        cursor.execute("ANALYZE funds_disposition")
    return count


def changed_since(closing: Closing) -> int:
    """Count the balances that would be disposed of otherwise now."""
    stored = _stored(closing)
    now = _plan(closing)
    if _digest(closing, now) == _digest(closing, stored):  # in one pass each, and mostly so
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH now AS ({now}), shown AS ({stored})"  # noqa: S608
            " SELECT count(DISTINCT account_id) FROM ((TABLE now EXCEPT TABLE shown)"
            " UNION ALL (TABLE shown EXCEPT TABLE now)) x"
        )
        return int(cursor.fetchone()[0])


def document_hash(closing: Closing) -> str:
    """Return the SHA-256 of the dispositions, as a certifier is shown them."""
    return _digest(closing, _stored(closing))


def _stored(closing: Closing) -> str:
    return f"SELECT {_COLUMNS} FROM funds_disposition WHERE closing_id = {closing.pk}"  # noqa: S608


def _digest(closing: Closing, rows: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT encode(sha256(convert_to(%s || coalesce("  # noqa: S608
            f"string_agg(row({_COLUMNS})::text, E'\\n' ORDER BY account_id), ''), 'UTF8')), 'hex')"
            f" FROM ({rows.replace('%', '%%')}) shown",
            [f"{closing}\n"],
        )
        return str(cursor.fetchone()[0])
