"""The only home of charts on a page: SVG marks with widths in percent, and all words in HTML.

Each tag takes the shapes of funds/charts.py (or anything with the same attributes). No tag writes
a style attribute or a script; put a table with the same figures beside or under every chart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from django import template

from funds import charts, counties, picture_tables
from funds.queries.ceilings import Ceiling

register = template.Library()
ZONE = "zone-assistance"


@register.inclusion_tag("_chart_credit_years.html")
def credit_years(years: Sequence[charts.CreditYear], fund: str = ZONE) -> dict[str, object]:
    """Stack each year's credit on one scale, under a key with the totals.

    {% credit_years years %} with years = [CreditYear(2025, Decimal("237118.75"),
    Decimal("572840.00"), Decimal("207353.69"), Decimal("0.00"), date(2027, 6, 30),
    tag=Tag("212 days left"))]; `note` ("All spent") stands where there is no tag.
    """
    largest = max((year.credited for year in years), default=Decimal(0))
    seldom = [k for k in ("forfeited", "recovered") if any(getattr(y, k) for y in years)]
    kinds = ("spent", "encumbered", "unencumbered", "lapsed", *seldom)
    totals = [(kind, sum((getattr(y, kind) for y in years), Decimal(0))) for kind in kinds]
    bars = [(year, year.marks(largest)) for year in years]
    return {"bars": bars, "totals": totals, "fund": fund}


@register.inclusion_tag("_chart_lapse_days.html")
def lapse_days(days: Sequence[charts.LapseDay], fund: str = ZONE) -> dict[str, object]:
    """Stack what lapses on each last usable day on one scale, under a key with the totals.

    {% lapse_days days %} with days = [LapseDay(date(2027, 6, 30), Decimal("207353.69"),
    Decimal("572840.00"), tag=Tag("212 days left"))].
    """
    largest = max((day.total for day in days), default=Decimal(0))
    kinds = ("unencumbered", "encumbered")
    totals = [(kind, sum((getattr(d, kind) for d in days), Decimal(0))) for kind in kinds]
    bars = [(day, day.marks(largest)) for day in days]
    shown = picture_tables.of_lapse_days(days)
    return {"bars": bars, "totals": totals, "fund": fund, "shown": shown}


@register.inclusion_tag("_chart_stacks.html")
def stacks(shown: Sequence[charts.Stack], fund: str = ZONE) -> dict[str, object]:
    """Stack a few parts a year on one scale: {% stacks flow "energy-receipts" %}.

    flow = [Stack("SFY2027", [("Paid", Decimal("9.00")), ("Released, not paid", Decimal(0))])];
    every bar has the same parts in the same order, at most four.
    """
    largest = max((each.total for each in shown), default=Decimal(0))
    names = [name for name, _ in shown[0].parts] if shown else []
    key = [
        (kind, name, sum((each.parts[at][1] for each in shown), Decimal(0)))
        for at, (kind, name) in enumerate(zip(charts.IN_ORDER, names, strict=False))
    ]
    bars = [(each, each.marks(largest)) for each in shown]
    return {"bars": bars, "key": key, "fund": fund, "shown": picture_tables.of_stacks(shown)}


@register.inclusion_tag("_chart_gauges.html")
def cap_gauges(
    gauges: Sequence[charts.Gauge],
    heading: str = "",
    own: bool = False,
) -> dict[str, object]:
    """Draw caps as dark bars against a 2 px limit.

    {% cap_gauges gauges "SFY2025 credit" %} with gauges = [Gauge("Public safety", "25%",
    used=Decimal("230200.00"), limit=Decimal("254328.11"), url=chain)]. From 98% on the bar is
    red and a tag says so. `own` says that the page shows the same figures in a table of its own.
    """
    shown = None if own else picture_tables.of_gauges(gauges)
    room = charts.ROOM_FOR_THE_LIMIT
    return {"gauges": gauges, "heading": heading, "room": room, "shown": shown}


@register.inclusion_tag("_chart_table.html")
def figures_of(ceilings: Sequence[Ceiling]) -> dict[str, object]:
    """Show the figures of gauges that stand one by one under their headings, in one table."""
    named = [replace(each.gauge, label=f"{each.heading}, {each.gauge.label}") for each in ceilings]
    return {"shown": picture_tables.of_gauges(named)}


@register.inclusion_tag("_chart_bridge.html")
def bridge(shown: charts.Bridge, fund: str = ZONE) -> dict[str, object]:
    """Explain a change: {% bridge bridge "zone-assistance" %}.

    Bridge("SFY2026 credit", old, [BridgePart("The pot grew", Decimal("21124.05"),
    note="$79,531,967.71 to $81,143,503.87")], "SFY2027 credit", new) raises ValueError unless
    the parts add up to the cent.
    """
    under = picture_tables.of_bridge(shown)
    return {"bridge": shown, "bars": shown.bars(), "fund": fund, "shown": under}


@register.inclusion_tag("_chart_timeline.html")
def installment_timeline(
    installments: Sequence[charts.Due], fund: str = "energy-receipts"
) -> dict[str, object]:
    """Put installments on a line, what was sent filled in.

    {% installment_timeline dues fund %} with dues = [Due(date(2026, 8, 3), "10%",
    Decimal("236482.19"), "Paid", "sent", due_on=date(2026, 8, 1), url=chain)].
    """
    shown = picture_tables.of_timeline(installments)
    return {"installments": installments, "fund": fund, "shown": shown}


@register.inclusion_tag("_chart_step_down.html")
def step_down(stages: Sequence[charts.Stage], fund: str = ZONE) -> dict[str, object]:
    """Show the share that stays, year by year: [Stage(2027, Decimal(100), current=True), ...]."""
    return {"stages": stages, "fund": fund, "shown": picture_tables.of_step_down(stages)}


@register.inclusion_tag("_chart_map.html")
def county_map(
    amounts: Mapping[str, Decimal], label: str, none: str = "None", fund: str = ZONE
) -> dict[str, object]:
    """Colour the 21 counties: {% county_map by_county "SFY2027 by county" "No zone" %}.

    `by_county` is {"Hudson": Decimal("18500477.60")}; the numbers on the map are ranks, so put
    the ranked table beside it, in <div class="map-and-table">.
    """
    drawn = counties.county_map(amounts, none)
    return {"map": drawn, "amounts": amounts, "label": label, "fund": fund}
