"""The only home of a zone's ceilings as gauges: what is used of each year's limit, and by whom."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.urls import reverse

from funds import caps
from funds.charts import Gauge
from funds.models import Category, Project
from funds.rules.fiscal_year import last_day_unencumbered
from municipalities.models import EnterpriseZone, Municipality

SHOWN = {
    Category.PUBLIC_SAFETY: ("Public safety", "25%"),
    Category.ADMINISTRATION: ("Administration", "10%"),
    Category.TRANSPORTATION: ("Transportation", "75%"),
}


@dataclass(frozen=True)
class Ceiling:
    """A gauge of one credit year, purpose and municipality (the zone's, where it has one)."""

    sfy: int
    place: str
    gauge: Gauge

    @property
    def heading(self) -> str:
        """What the gauges of a year and place stand under."""
        return f"SFY{self.sfy} credit{f', {self.place}' if self.place else ''}"

    @property
    def as_list(self) -> list[Gauge]:
        """The gauge alone, as the chart takes it."""
        return [self.gauge]


def ceilings(
    zone: EnterpriseZone,
    on: date,
    town: str = "",
    category: str = "",
    sfys: Collection[int] | None = None,
) -> list[Ceiling]:
    """Return the ceilings of the years whose credit may still be encumbered, or is over one.

    Of one town, one category and certain years where they are given. Transportation is shown
    where some of it is used.
    """
    found = caps.of_zone(zone, on)
    towns = {each.municipality for each in found}
    joint = len(towns) > 1
    named = Municipality.objects.filter(pk__in=towns).values_list("code", "name")
    names = dict(named) if joint else {}
    to = f"{reverse('zone', args=[zone.pk])}#caps"
    categories, places = [category] if category else SHOWN, {town, zone.pk} if town else towns
    return [
        _ceiling(each, names.get(each.municipality, "") if joint else "", to)
        for each in sorted(found, key=lambda each: each.sfy)
        if each.category in categories
        and each.municipality in places
        and (category or each.category != Category.TRANSPORTATION or each.used > 0)
        and _is_open(each, on, sfys)
    ]


def of_budget(project: Project, on: date) -> list[Ceiling]:
    """Return the ceilings that a project's budget is held against, of the years it draws on."""
    years = set(project.budgets.values_list("sfy", flat=True))
    capped = project.category if project.category != Category.GENERAL else ""
    return ceilings(project.zone, on, project.municipality_id, capped, years)


def _is_open(each: caps.Headroom, on: date, sfys: Collection[int] | None) -> bool:
    if sfys is not None:
        return each.sfy in sfys
    return on <= last_day_unencumbered(each.sfy) or each.left < Decimal(0)


def _ceiling(each: caps.Headroom, place: str, to: str) -> Ceiling:
    label, rate = SHOWN[Category(each.category)]
    return Ceiling(each.sfy, place, Gauge(label, rate, each.used, each.limit, to))
