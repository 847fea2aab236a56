"""The only home of pledges as their pages show them: a zone's, and each pledged year's ceiling."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Max, Min, QuerySet, Sum
from django.db.models.functions import Coalesce

from funds import caps
from funds.charts import Gauge
from funds.models import Category, Pledge, PledgeYear, Project
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO
from municipalities.access import Scope

TRANSPORTATION = Category.TRANSPORTATION


def visible(scope: Scope) -> QuerySet[Pledge]:
    """Return the pledges that may be seen, with what their page names."""
    found = Pledge.objects.select_related(
        "project__zone", "project__municipality", "pledged_by__office", "decided_by__office"
    ).annotate(
        total=Coalesce(Sum("years__amount"), ZERO), first=Min("years__sfy"), last=Max("years__sfy")
    )
    return scope.filter(found, "project__municipality", "project__zone")


@dataclass(frozen=True)
class Pledged:
    """A credit year of which something is pledged, in dollars; expected until it is credited.

    `limit` is the ceiling of 75 percent, `used` all that counts against it.
    """

    sfy: int
    is_credited: bool
    pledged: Decimal
    used: Decimal
    limit: Decimal


def by_year(project: Project, on: date) -> list[Pledged]:
    """Return the years of which credits are pledged in the project's municipality."""
    of = PledgeYear.objects.filter(
        pledge__project__zone=project.zone_id,
        pledge__project__municipality=project.municipality_id,
        pledge__rejected_on=None,
    )
    ceilings = caps.load(project.zone, on)
    return [
        _pledged(ceilings, project.municipality_id, sfy, total)
        for sfy, total in of.order_by("sfy").values_list("sfy").annotate(total=Sum("amount"))
    ]


def _pledged(ceilings: caps.Ceilings, town: str, sfy: int, total: Decimal) -> Pledged:
    is_credited = bool(ceilings.credited.get(sfy))
    look = ceilings.of if is_credited else ceilings.expected
    now = look(town, sfy, TRANSPORTATION)
    return Pledged(sfy, is_credited, total, now.used, now.limit)


def gauges(years: list[Pledged], url: str) -> Iterator[Gauge]:
    """Draw each pledged year against its ceiling."""
    for each in years:
        rate = "75%" if each.is_credited else "75%, expected"
        yield Gauge(f"SFY{each.sfy}", rate, each.used, each.limit, url)


def expected(project: Project, on: date) -> caps.Headroom:
    """Return the ceiling of the first year that is not credited yet, as the latest credit's."""
    ceilings = caps.load(project.zone, on)
    first = max([*ceilings.credited, sfy_of(on) - 1]) + 1
    return ceilings.expected(project.municipality_id, first, TRANSPORTATION)
