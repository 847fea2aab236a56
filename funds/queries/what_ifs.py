"""The only home of what a what-if does, as its pages show it: who gains, who loses, and where."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import QuerySet, Sum

from funds import readings, what_ifs
from funds.models import Account, Kind, WhatIf, WhatIfLine
from funds.queries.runs import MAIN
from funds.rules import expenses
from funds.rules.fiscal_year import last_day_unencumbered
from funds.rules.money import ZERO
from municipalities.access import Scope
from municipalities.models import County

CAPPED = (
    expenses.Category.PUBLIC_SAFETY,
    expenses.Category.ADMINISTRATION,
    expenses.Category.TRANSPORTATION,
)
FUND_LEVEL = ("GENERAL_FUND", "AUTHORITY", "FUND")


@dataclass(frozen=True)
class Effect:
    """What one holder gets certified and in the what-if, in dollars; zero where it has no line."""

    holder: str
    name: str
    county: str
    before: Decimal
    after: Decimal

    @property
    def change(self) -> Decimal:
        """The what-if's amount less the certified one."""
        return self.after - self.before

    @property
    def percent(self) -> Decimal | None:
        """The change in percent of the certified amount, to one place."""
        return (self.change * 100 / self.before).quantize(Decimal("0.1")) if self.before else None


@dataclass(frozen=True)
class Ceiling:
    """A zone's ceilings of the year's credit, certified and in the what-if, by category."""

    effect: Effect
    before: Mapping[expenses.Category, Decimal]
    after: Mapping[expenses.Category, Decimal]


@dataclass(frozen=True)
class Lapsing:
    """A zone's money of the vintage by today's balances: what could lapse, and what was used."""

    effect: Effect
    unused: Decimal

    @property
    def would_be(self) -> Decimal:
        """What would be unencumbered, had the what-if been credited."""
        return max(self.unused + self.effect.change, ZERO)

    @property
    def beyond(self) -> Decimal:
        """What is encumbered or spent already beyond the what-if's credit."""
        return max(-(self.unused + self.effect.change), ZERO)


def visible(scope: Scope) -> QuerySet[WhatIf]:
    """Return the what-ifs a person may see: the State all, others shared ones with own lines."""
    every = WhatIf.objects.select_related("fund", "run", "prepared_by__office", "shared_by")
    if scope.all_of_state:
        return every
    own = scope.filter(WhatIfLine.objects.all(), "municipality", "zone", "county")
    return every.filter(shared_on__isnull=False, pk__in=own.values("what_if"))


def effects(made: WhatIf, lines: QuerySet[WhatIfLine] | None = None) -> list[Effect]:
    """Return the effect on each holder, in the order of their names; one statement."""
    rows = made.lines.all() if lines is None else lines
    rows = rows.filter(component=MAIN[made.fund_id]).select_related("municipality", "zone")
    found = [
        Effect(line.holder, _name(line), _county(line), _dollars(line.certified),
               _dollars(line.amount))
        for line in rows
    ]  # fmt: skip
    return sorted(found, key=lambda each: (each.name, each.holder))


def by_county(found: Iterable[Effect]) -> dict[str, Decimal]:
    """Return the change by county name, where there is one; one statement."""
    names = dict(County.objects.values_list("code", "name"))
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for each in found:
        sums[names.get(each.county, each.county)] += each.change
    return {name: change for name, change in sums.items() if change}


def of_the_fund(made: WhatIf) -> list[WhatIfLine]:
    """Return the lines that are nobody's share: General Fund, Authority, shortfall."""
    return list(made.lines.filter(holder__in=FUND_LEVEL))


def sums(made: WhatIf, begins: str) -> list[tuple[str, Decimal, Decimal]]:
    """Sum components whose names begin so, over all holders: name, certified, in the what-if."""
    rows = (
        made.lines.filter(component__startswith=begins)
        .order_by("component")
        .values_list("component")
        .annotate(before=Sum("certified"), after=Sum("amount"))
    )
    return [(name, _dollars(before), _dollars(after)) for name, before, after in rows]


def ceilings(made: WhatIf, found: Iterable[Effect]) -> list[Ceiling]:
    """52:27H-88 b.: the ceilings of each zone's credit, under the law of each of the two."""
    was = readings.of_run(made.run)
    law, on = was.override(what_ifs.overlaid(made)), made.prepared_on
    return [
        Ceiling(
            each,
            {c: expenses.cap(c, each.before, on, was) or ZERO for c in CAPPED},
            {c: expenses.cap(c, each.after, on, law) or ZERO for c in CAPPED},
        )
        for each in found
    ]


def last_days(made: WhatIf) -> tuple[date, date]:
    """52:27H-88 h.: the last day to encumber the year's credit, certified and in the what-if."""
    was = readings.of_run(made.run)
    law = was.override(what_ifs.overlaid(made))
    return last_day_unencumbered(made.sfy, was), last_day_unencumbered(made.sfy, law)


def lapsing(made: WhatIf, found: Iterable[Effect]) -> list[Lapsing]:
    """52:27H-88 h.: each zone's unencumbered money of the vintage; one statement."""
    rows = Account.objects.filter(fund=made.fund_id, kind=Kind.ZONE, sfy=made.sfy)
    unused = {row.holder: Decimal(row.balance) for row in rows}
    return [Lapsing(each, unused[each.holder]) for each in found if each.holder in unused]


def _dollars(amount: Decimal | None) -> Decimal:
    return ZERO if amount is None else Decimal(amount).quantize(ZERO)


def _name(line: WhatIfLine) -> str:
    if line.zone is not None:
        return line.zone.name
    return line.municipality.name if line.municipality is not None else line.holder


def _county(line: WhatIfLine) -> str:
    if line.zone is not None:
        return line.zone.code[:2]
    return line.municipality.county_id if line.municipality else line.county_id or ""
