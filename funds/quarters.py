"""The only home of what a quarter of second-generation money came to, computed from the register.

A report is filled in from here and never typed: what moved is read from the postings by their
day, so that what is taken back counts in the quarter in which it is taken back. a.(4).
"""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db import connection

from funds.rules.fiscal_year import quarter_end, quarter_of, sfy_of
from funds.rules.money import ZERO
from funds.rules.parameters import law
from municipalities.models import EnterpriseZone

FIRST, DAYS = "zone_assistance.quarterly_report_first", "zone_assistance.quarterly_report_days"


@dataclass(frozen=True, order=True)
class Quarter:
    """A quarter of a State fiscal year."""

    sfy: int
    number: int

    @property
    def ends_on(self) -> date:
        """Its last day."""
        return quarter_end(self.sfy, self.number)

    @property
    def begins_on(self) -> date:
        """Its first day."""
        before = self.before
        return before.ends_on + timedelta(days=1)

    @property
    def before(self) -> "Quarter":
        """The quarter before it."""
        return Quarter(self.sfy, self.number - 1) if self.number > 1 else Quarter(self.sfy - 1, 4)

    @property
    def after(self) -> "Quarter":
        """The quarter after it."""
        return Quarter(self.sfy, self.number + 1) if self.number < 4 else Quarter(self.sfy + 1, 1)

    @property
    def due_on(self) -> date:
        """The day by which its report is due: so many days after it ends."""
        return self.ends_on + timedelta(days=law().whole(DAYS, self.ends_on))

    def __str__(self) -> str:
        return f"{self.begins_on:%B} to {self.ends_on:%B %Y} (SFY{self.sfy}, quarter {self.number})"


def quarter_with(on: date) -> Quarter:
    """Return the quarter that a day lies in."""
    return Quarter(sfy_of(on), quarter_of(on))


def asked_for(on: date, most: int = 8) -> list[Quarter]:
    """Return the latest quarters that have ended and are reported on, the newest first."""
    first = law().whole(FIRST, on)
    found: list[Quarter] = []
    each = quarter_with(on).before
    while each.sfy >= first and len(found) < most:
        found.append(each)
        each = each.before
    return found


@dataclass(frozen=True)
class Figures:
    """A quarter of one zone, in dollars; the names are those of a report's columns."""

    opening: Decimal = ZERO
    principal: Decimal = ZERO
    interest: Decimal = ZERO
    sales: Decimal = ZERO
    used: Decimal = ZERO
    closing: Decimal = ZERO
    lent: Decimal = ZERO
    outstanding: Decimal = ZERO
    past_due: Decimal = ZERO
    in_default: Decimal = ZERO
    written_off: Decimal = ZERO

    @property
    def is_nil(self) -> bool:
        """Whether nothing moved: no money came or went, nothing was lent or written off."""
        moved = (self.principal, self.interest, self.sales, self.used, self.lent, self.written_off)
        return not any(moved)

    def digest(self, *more: object) -> str:
        """Return the SHA-256 of what a report says: these figures and what is declared beside."""
        said = [f"{name}={value:.2f}" for name, value in asdict(self).items()]
        return hashlib.sha256("\n".join([*said, *map(str, more)]).encode()).hexdigest()


NAMES = tuple(each.name for each in fields(Figures))
# What came in is of a loan or a sale; a posting without one paid out. Reversals count against.
_MOVED = """
SELECT a.zone_id,
    coalesce(sum(m.signed) FILTER (WHERE m.on_day < %(begins)s), 0),
    coalesce(sum(m.signed - m.interest) FILTER (WHERE m.now AND m.source = 'repayment'), 0),
    coalesce(sum(m.interest) FILTER (WHERE m.now AND m.source = 'repayment'), 0),
    coalesce(sum(m.signed) FILTER (WHERE m.now AND m.source = 'sale'), 0),
    coalesce(-sum(m.signed) FILTER (WHERE m.now AND m.source IS NULL), 0),
    coalesce(sum(m.signed), 0)
FROM (
    SELECT e.account_id, e.effective_on AS on_day, e.effective_on >= %(begins)s AS now, r.source,
        e.sign * e.amount AS signed, e.sign * coalesce(r.interest, 0) AS interest
    FROM (
        SELECT posting_id, credit_id AS account_id, 1 AS sign, amount, effective_on FROM funds_entry
        UNION ALL
        SELECT posting_id, debit_id, -1, amount, effective_on FROM funds_entry
    ) e
    JOIN funds_account s ON s.id = e.account_id AND s.kind = 'SECOND_GENERATION'
    JOIN funds_posting p ON p.id = e.posting_id
    LEFT JOIN funds_secondgenerationreceipt r
        ON r.posting_id = p.id OR r.posting_id = p.reverses_id
    WHERE e.effective_on <= %(ends)s
) m
JOIN funds_account a ON a.id = m.account_id
WHERE a.zone_id = ANY(%(zones)s) GROUP BY 1
"""
_LENT = """
SELECT l.zone_id,
    coalesce(sum(l.principal) FILTER (WHERE l.made_on >= %(begins)s), 0),
    coalesce(sum(l.principal - paid.sum) FILTER (WHERE l.stands), 0),
    coalesce(sum(greatest(due.sum - paid.sum, 0)) FILTER (WHERE l.stands), 0),
    coalesce(sum(l.principal - paid.sum)
        FILTER (WHERE l.stands AND l.defaulted_on <= %(ends)s), 0),
    coalesce(sum(gone.sum), 0)
FROM (
    SELECT *, coalesce(written_off_on > %(ends)s, true) AS stands FROM funds_loan
    WHERE made_on <= %(ends)s AND zone_id = ANY(%(zones)s)
) l
CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.total - r.interest), 0) AS sum FROM funds_secondgenerationreceipt r
    JOIN funds_posting p ON p.id = r.posting_id AND p.effective_on <= %(ends)s
    LEFT JOIN funds_posting b ON b.reverses_id = p.id AND b.effective_on <= %(ends)s
    WHERE r.loan_id = l.id AND b.id IS NULL
) paid
CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.principal), 0) AS sum FROM funds_loaninstallment i
    WHERE i.loan_id = l.id AND i.due_on < %(ends)s
) due
CROSS JOIN LATERAL (
    SELECT coalesce(sum(w.amount), 0) AS sum FROM funds_writeoff w
    WHERE w.loan_id = l.id AND w.decided_on BETWEEN %(begins)s AND %(ends)s
) gone
GROUP BY 1
"""


def figures(zones: Iterable[EnterpriseZone], quarter: Quarter) -> dict[str, Figures]:
    """Return each zone's quarter by its code; two statements, however many zones."""
    codes = [each.pk for each in zones]
    asked: dict[str, Any] = {
        "begins": quarter.begins_on, "ends": quarter.ends_on, "zones": codes,
    }  # fmt: skip
    found: dict[str, dict[str, Decimal]] = {code: {} for code in codes}
    with connection.cursor() as cursor:
        for sql, names in ((_MOVED, NAMES[:6]), (_LENT, NAMES[6:])):
            cursor.execute(sql, asked)
            for code, *amounts in cursor.fetchall():
                found[code] |= dict(zip(names, amounts, strict=True))
    return {code: Figures(**amounts) for code, amounts in found.items()}


def of_zone(zone: EnterpriseZone, quarter: Quarter) -> Figures:
    """Return one zone's quarter."""
    return figures([zone], quarter)[zone.pk]
