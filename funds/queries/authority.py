"""The only home of the Authority's account as its page shows it: by year, and its worksheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from django.db.models import QuerySet, Sum

from funds.models import Account, AuthoritySpending, Kind, Run
from funds.queries.postings import touching
from funds.rules.fiscal_year import first_day
from funds.rules.money import ZERO
from funds.rules.parameters import law
from funds.splits import FUND

CPI = "cpi_june_"
# What moves the Authority's account, by the kind of account at the other end.
INTO = {
    Kind.POOL: "appropriated",
    Kind.ZONE: "lapsed",
    Kind.ENCUMBERED: "lapsed",
    Kind.TRUST: "lapsed",
}


@dataclass
class AuthorityYear:
    """One State fiscal year of the account, in dollars.

    Closing = opening + appropriated + lapsed − administration − grants, loans and guaranties.
    """

    sfy: int
    opening: Decimal = ZERO
    appropriated: Decimal = ZERO
    lapsed: Decimal = ZERO
    administration: Decimal = ZERO
    assistance: Decimal = ZERO

    @property
    def closing(self) -> Decimal:
        """What the account held at the year's end, or holds now."""
        gained = self.appropriated + self.lapsed
        return self.opening + gained - self.administration - self.assistance


def years() -> list[AuthorityYear]:
    """Return the account's years, oldest first; two statements."""
    held = Account.objects.filter(fund=FUND, kind=Kind.AUTHORITY)
    rows = touching(held).values_list(
        "posting__sfy", "posting__authority_spending__purpose", "debit__kind", "credit__kind"
    )
    found: dict[int, AuthorityYear] = {}
    for sfy, purpose, debit, credit, total in rows.order_by().annotate(total=Sum("amount")):
        year = found.setdefault(sfy, AuthorityYear(sfy))
        name, sign = _column(purpose, debit, credit)
        setattr(year, name, getattr(year, name) + sign * total)
    ordered = [found[sfy] for sfy in sorted(found)]
    for before, year in pairwise(ordered):
        year.opening = before.closing
    return ordered


def _column(purpose: str | None, debit: str, credit: str) -> tuple[str, int]:
    if credit == Kind.AUTHORITY:
        return (INTO.get(Kind(debit), "assistance"), 1 if Kind(debit) in INTO else -1)
    if Kind(credit) in INTO:
        return INTO[Kind(credit)], -1
    administers = purpose == AuthoritySpending.Purpose.ADMINISTRATION
    return ("administration" if administers else "assistance"), 1


def spendings() -> QuerySet[AuthoritySpending]:
    """Return what the Authority spent, the latest first."""
    found = AuthoritySpending.objects.select_related("posting__by__office", "posting__by__person")
    return found.order_by("-spent_on", "-pk")


@dataclass(frozen=True)
class Indexed:
    """How a year's amount follows from the printed one: base × index ÷ base index, rounded once.

    `index` and `base_index` are consumer price indexes of a June; None where the year's run took
    the amount as recorded.
    """

    run: Run
    base: Decimal
    base_year: int
    index_year: int
    base_index: Decimal | None
    index: Decimal | None
    amount: Decimal


def indexed() -> list[Indexed]:
    """Return the worksheet of each year that a certified run gave the Authority its amount in."""
    signed = Run.objects.filter(
        fund=FUND, kind=Run.Kind.YEAR, superseded_by=None, certification__isnull=False
    ).filter(lines__component="authority")
    rows = signed.order_by("-sfy", "-number").annotate(given=Sum("lines__amount"))
    return [_indexed(run, run.given.quantize(Decimal("0.01"))) for run in rows]


def _indexed(run: Run, amount: Decimal) -> Indexed:
    day, figures = first_day(run.sfy), run.facts["figures"]
    base_year = law().whole("zone_assistance.authority_base_year", day)
    base = Decimal(str(law().number("zone_assistance.authority_base", day)))
    last = max(run.sfy - 1, base_year)
    return Indexed(
        run, base, base_year, last, _index(figures, base_year), _index(figures, last), amount
    )


def _index(figures: Mapping[str, str], year: int) -> Decimal | None:
    found = figures.get(f"{CPI}{year}")
    return Decimal(found) if found else None


def balance() -> Decimal:
    """Return what the account holds, in dollars."""
    held = Account.objects.filter(fund=FUND, kind=Kind.AUTHORITY)
    return held.aggregate(total=Sum("balance"))["total"] or ZERO
