"""The only home of what the State publishes of its aid: amounts that are certified and stand."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, QuerySet

from funds.models import RunLine
from funds.queries.runs import MAIN
from municipalities.models import County, Municipality, ZoneMembership

CENT = Decimal("0.01")
# Certified, not taken back, and not yet replaced by another certification.
STANDS = Q(run__certification__isnull=False, run__certification__reopening=None) & ~Q(
    run__superseded_by__certification__isnull=False
)


@dataclass(frozen=True)
class Published:
    """One holder's certified amount of a fund's State fiscal year, in dollars."""

    fund: str
    sfy: int
    holder: str
    name: str
    county: str
    amount: Decimal
    certification: str
    line: RunLine


def years(fund: str) -> list[int]:
    """Return the State fiscal years of which amounts stand, the latest first; one statement."""
    found = RunLine.objects.filter(STANDS, run__fund=fund, component=MAIN[fund])
    return sorted(set(found.order_by().values_list("run__sfy", flat=True)), reverse=True)


def of_year(fund: str, sfy: int) -> list[Published]:
    """Return every holder's amount of a year, by name; one statement."""
    lines = _main().filter(run__fund=fund, run__sfy=sfy)
    return sorted(_all(lines), key=lambda each: (each.name, each.holder))


def of_town(town: Municipality) -> list[Published]:
    """Return a municipality's amounts of all funds and years; its zone's stand for the zone."""
    zones = ZoneMembership.objects.filter(municipality=town, until_on=None).values("zone")
    lines = _main().filter(Q(municipality=town) | Q(zone__in=zones))
    return sorted(_all(lines), key=lambda each: (each.fund, -each.sfy, each.holder))


def parts(found: Published) -> list[RunLine]:
    """Return every line of the run that made up a holder's amount, in its order; one statement."""
    mine = RunLine.objects.filter(run=found.line.run_id, holder=found.holder)
    return list(mine.order_by("position"))


def by_county(found: list[Published]) -> dict[str, Decimal]:
    """Sum amounts by county name; what is nobody's on the map keeps its own name."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for each in found:
        if each.amount:
            sums[each.county] += each.amount
    return dict(sums)


def _main() -> "QuerySet[RunLine]":
    wanted = Q()
    for fund, component in MAIN.items():
        wanted |= Q(run__fund=fund, component=component)
    of = ("run__certification", "municipality", "zone", "county")
    return RunLine.objects.filter(STANDS, wanted).select_related(*of).order_by("pk")


def _all(lines: "QuerySet[RunLine]") -> list[Published]:
    counties = dict(County.objects.values_list("code", "name"))
    return [_published(line, counties) for line in lines]


def _published(line: RunLine, counties: Mapping[str, str]) -> Published:
    town, zone = line.municipality, line.zone
    name = str(zone) if zone else town.name if town else str(line.county or line.holder)
    code = zone.code[:2] if zone else town.county_id if town else line.county_id or ""
    return Published(
        fund=line.run.fund_id,
        sfy=line.run.sfy,
        holder=line.holder,
        name=name,
        county=counties.get(code, ""),
        amount=Decimal(line.amount).quantize(CENT),
        certification=line.run.certification.number,
        line=line,
    )
