"""The only home of what is owed of a year's shortfall until it is made up. 52:27H-88 k."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import QuerySet, Sum

from funds.models import Run, RunLine
from funds.rules.determined_amount import MAKE_UP
from funds.rules.money import CENT, ZERO, Exact, apportion
from funds.rules.zone_assistance import FACTORS, ZoneMunicipality, formula_shares
from funds.splits import FUND
from municipalities.models import EnterpriseZone


@dataclass(frozen=True)
class Owed:
    """One zone's part of a year's shortfall, in dollars: all of it, and what was made up of it.

    What is made up counts from the day on which its run is prepared.
    """

    short: Decimal
    made: Decimal

    @property
    def left(self) -> Decimal:
        """What is still owed."""
        return self.short - self.made


def years() -> list[Run]:
    """Return the certified run of each year that has a shortfall on record, the latest first."""
    found: dict[int, Run] = {}
    for run in _certified().filter(lines__component="shortfall").distinct().order_by("number"):
        found[run.sfy] = run
    return [found[sfy] for sfy in sorted(found, reverse=True)]


def latest_run(sfy: int) -> Run | None:
    """Return the year's latest certified run that was not re-opened."""
    return _certified().filter(sfy=sfy).order_by("-number").first()


def _certified() -> QuerySet[Run]:
    year = Run.objects.filter(fund=FUND, kind=Run.Kind.YEAR)
    return year.filter(certification__isnull=False, certification__reopening=None)


def shortfall(cured: Run) -> Decimal:
    """Return the year's shortfall, in dollars."""
    lines = cured.lines.filter(component="shortfall")
    total: Decimal = lines.aggregate(sum=Sum("amount"))["sum"] or ZERO
    return total.quantize(CENT)


def outstanding(cured: Run) -> Decimal:
    """Return what is still owed of the year's shortfall after its make-ups, in dollars."""
    made = sum(_made(cured).values(), ZERO)
    return (shortfall(cured) - made).quantize(CENT)


def by_zone(cured: Run) -> dict[str, Owed]:
    """Return what each zone is owed of the year's shortfall by that year's shares, by zone code."""
    short, weights, made = shortfall(cured), zone_weights(cured), _made(cured)
    if not short:
        return {}
    parts = apportion(short, weights, "formula share", MAKE_UP)
    return {code: Owed(part, made.get(code, ZERO)) for code, part in parts.items()}


def _made(cured: Run) -> dict[str, Decimal]:
    """What the year's make-ups that stand give each zone, in dollars by zone code."""
    lines = RunLine.objects.filter(
        run__fund=FUND,
        run__kind=Run.Kind.MAKE_UP,
        run__cures_sfy=cured.sfy,
        run__superseded_by=None,
        component="allocation",
    ).exclude(run__certification__reopening__isnull=False)
    sums = lines.order_by().values_list("zone").annotate(sum=Sum("amount"))
    return {code: amount.quantize(CENT) for code, amount in sums}


def town_weights(run: Run) -> dict[str, tuple[str, int]]:
    """Return each municipality's zone code and exact formula share, from the run's frozen facts."""
    rows = [row for row in run.facts["municipalities"] if row["in_good_standing"] == "yes"]
    towns = [
        ZoneMunicipality(
            row["municode"], row["zone"], True, **{name: Decimal(row[name]) for name in FACTORS}
        )
        for row in rows
    ]
    shares = formula_shares(towns, run.sfy)
    codes = dict(EnterpriseZone.objects.values_list("name", "code"))
    return {town.code: (codes[town.zone], shares[town.code]) for town in towns}


def zone_weights(run: Run) -> Mapping[str, Exact]:
    """Return each zone's exact formula share in a run, by zone code."""
    sums: dict[str, int] = {}
    for zone, share in town_weights(run).values():
        sums[zone] = sums.get(zone, 0) + share
    return sums
