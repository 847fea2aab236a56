"""The only home of the balances with which the year after a close begins, one a account."""

from django.db import connection

from funds.models import Account, BalanceSnapshot, Closing
from funds.rules.fiscal_year import last_day
from funds.work import Progress

RANGE = 50_000  # accounts a transaction: short locks, visible progress, little lost when cut off
_WRITE = """
    WITH next AS (
        SELECT id, balance FROM funds_account WHERE fund_id = %(fund)s AND id > %(after)s
        ORDER BY id LIMIT %(most)s),
    later AS (
        SELECT x.id, sum(x.d) AS d FROM funds_posting p
        JOIN funds_entry e ON e.posting_id = p.id
        CROSS JOIN LATERAL (VALUES (e.debit_id, e.amount), (e.credit_id, -e.amount)) x (id, d)
        WHERE p.fund_id = %(fund)s AND p.effective_on > %(end)s GROUP BY x.id)
    INSERT INTO funds_balancesnapshot (account_id, "on", balance)
    SELECT next.id, %(end)s, next.balance + coalesce(later.d, 0)
    FROM next LEFT JOIN later ON later.id = next.id ORDER BY next.id"""


def write(closing: Closing) -> int:
    """Write the next range of opening balances; return how many."""
    after, end = _last_written(closing), last_day(closing.sfy)
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, {"fund": closing.fund_id, "after": after, "most": RANGE, "end": end})
        return int(cursor.rowcount)


def _last_written(closing: Closing) -> int:
    written = BalanceSnapshot.objects.filter(
        on=last_day(closing.sfy), account__fund=closing.fund_id
    )
    return written.order_by("-account_id").values_list("account_id", flat=True).first() or 0


def missing(closing: Closing) -> bool:
    """Say whether an account of the fund has no opening balance yet."""
    after = _last_written(closing)
    return Account.objects.filter(fund=closing.fund_id, pk__gt=after).exists()


def ranges(closing: Closing) -> Progress:
    """Say how many ranges are written, of how many."""
    every = Account.objects.filter(fund=closing.fund_id)
    written = every.filter(pk__lte=_last_written(closing)).count()
    return Progress(-(-written // RANGE), -(-every.count() // RANGE))
