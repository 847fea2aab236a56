"""The only home of a fund's investment income as its page shows it: by month and source."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from funds.models import InvestmentIncome
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO


@dataclass
class Year:
    """One State fiscal year's income in dollars, by month earned and source."""

    sfy: int
    months: dict[date, list[InvestmentIncome]] = field(default_factory=lambda: defaultdict(list))

    @property
    def total(self) -> Decimal:
        """The year's income."""
        return sum((self.of(month) for month in self.months), ZERO)

    def of(self, month: date) -> Decimal:
        """One month's income from every source."""
        return sum((each.posting.total for each in self.months.get(month, ())), ZERO)


def years(fund: str) -> list[Year]:
    """Return the fund's income by the year that earned it, the latest first; one statement."""
    found: dict[int, Year] = {}
    rows = InvestmentIncome.objects.filter(fund=fund).select_related("posting__by__office")
    for each in rows:
        year = sfy_of(each.month)
        found.setdefault(year, Year(year)).months[each.month].append(each)
    return [found[sfy] for sfy in sorted(found, reverse=True)]
