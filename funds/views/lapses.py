"""The only home of the pages of what lapses when, and what would save it: of a zone, of all."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.charts import LapseDay
from funds.queries import lapses as queries
from funds.queries.lapses import Named, ZoneLapses
from funds.rules import lapse_forecast
from funds.rules.fiscal_year import last_day, sfy_of, years_after
from funds.views.zone import parts_of
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link, Tag
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"
ZERO = Decimal(0)
SOON = 365


class ZoneLapsesPage(Page):
    """What lapses of a zone's money, on which day, and what would save it, by project."""

    template_name = "funds/zone_lapses.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Forecast a visible zone's lapses: a fixed number of statements."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        found = queries.of_zone(zone, self.today)
        sums = lapse_forecast.by_day([each.lapse for each in found])
        doors = [Link("Encumber", reverse("encumber", args=[zone.pk]))]
        return super().get_context_data(
            zone=zone,
            parts=parts_of(zone, "zone_lapses"),
            figures=_zone_figures(found, self.today),
            days=[_day(day, *both, self.today) for day, both in sums.items()],
            table=_zone_table(zone.pk, found, self.today),
            doors=doors if self.officer.may("encumber") else [],
            **kwargs,
        )


def _day(day: date, free: Decimal, bound: Decimal, on: date) -> LapseDay:
    left = (day - on).days
    if left < 0:
        return LapseDay(day, free, bound, "Waits for the close", Tag("Window over", "bad"))
    words = "Last day today" if not left else f"{left:,} days left"
    soon = Tag("Within a year", "warn") if left <= SOON else None
    return LapseDay(day, free, bound, words, soon)


def _zone_figures(found: list[Named], on: date) -> list[Figure]:
    open_ones = [each.lapse for each in found if each.lapse.days(on) >= 0]
    year = [each for each in open_ones if each.last_on <= years_after(on, 1)]
    nearest = min((each.last_on for each in open_ones), default=None)
    at_risk = sum((each.of.amount for each in year), ZERO)
    saved = sum((each.remedies[0].amount for each in year if not each.of.encumbered_in), ZERO)
    return [
        Figure(
            "Lapses within 12 months",
            at_risk,
            "Unless it is used. It goes to the UEZ Authority.",
            "#money",
        ),
        Figure(
            "Next last usable day",
            f"{nearest:%b %-d, %Y}" if nearest else "None",
            f"{(nearest - on).days:,} days left." if nearest else "No clock runs.",
            "#days",
        ),
        Figure(
            "Saved by approved projects",
            saved,
            "Of what is not encumbered: they may still encumber so much of it.",
            "#money",
        ),
        Figure(
            "Past its last day",
            sum((each.lapse.of.amount for each in found if each.lapse.days(on) < 0), ZERO),
            "Waits for the close of its year.",
            "#money",
        ),
    ]


def _zone_table(code: str, found: list[Named], on: date) -> Table:
    return Table(
        caption="Money that a clock runs on, the first to lapse on top ($)",
        columns=[
            Column("Money"),
            Column("Last usable day", "date"),
            Column("Amount", "money"),
            Column("What would save it", "words"),
            Column("Then lasts until", "date"),
        ],
        rows=[line for each in found for line in _zone_rows(code, each, on)],
        totals=[row("All", BLANK, sum((x.lapse.of.amount for x in found), ZERO), BLANK, BLANK)]
        if found
        else (),
        fund=FUND,
        caption_unseen=True,
        empty="Nothing lapses: the zone has no money that a clock runs on.",
    )


def _zone_rows(code: str, each: Named, on: date) -> list[Row]:
    lapse, bound = each.lapse, each.encumbrance
    of = lapse.of
    link = f"{reverse('zone', args=[code])}#credit-years"
    what, second = f"SFY{of.vintage} credit", f"Not encumbered, {lapse.cite}"
    if bound is not None:
        link = reverse("encumbrance", args=[bound.pk])
        held = "in the trust" if of.in_trust else "not spent"
        what = bound.project.title
        second = f"{bound.number}, credit of SFY{of.vintage}, {held}, {lapse.cite}"
    remedies = [r for r in lapse.remedies if r.amount]
    first = remedies[0] if remedies else None
    near = 0 <= lapse.days(on) <= SOON
    rows = [
        row(
            Cell(what, link, second=second),
            Cell(lapse.last_on, tag=Tag(f"{lapse.days(on)} days left") if near else None),
            Cell(of.amount, link),
            _said(first.words, first.amount, of.amount)
            if first
            else "Nothing: it waits for the close of its year",
            Cell(first.until if first else None, nothing="For good" if first else "None"),
            lit=near,
        )
    ]
    rows += [
        row(
            Cell("", second="or" if remedy.amount == of.amount else "and"),
            remedy.by,
            BLANK,
            _said(remedy.words, remedy.amount, of.amount),
            Cell(remedy.until, nothing="For good"),
        )
        for remedy in remedies[1:]
    ]
    return rows


def _said(words: str, amount: Decimal, whole: Decimal) -> str:
    return words if amount == whole else f"{words}: ${amount:,.2f}"


class LapsesPage(Page):
    """What lapses of every zone's money, by last usable day."""

    template_name = "funds/lapses.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Sum every zone's balances: two statements."""
        found = queries.of_state()
        days = sorted({day for each in found for day in (*each.free, *each.bound)})
        end = last_day(sfy_of(self.today))
        return super().get_context_data(
            figures=_state_figures(found, self.today, end),
            days=[
                _day(
                    day,
                    sum((each.free.get(day, ZERO) for each in found), ZERO),
                    sum((each.bound.get(day, ZERO) for each in found), ZERO),
                    self.today,
                )
                for day in days
            ],
            zones=_state_table(found, self.today, end),
            **kwargs,
        )


def _state_figures(found: list[ZoneLapses], on: date, end: date) -> list[Figure]:
    here = sum((each.on(end) for each in found), ZERO)
    losing = sum(1 for each in found if each.on(end))
    past = sum((each.within(date.min, on - timedelta(days=1)) for each in found), ZERO)
    return [
        Figure(f"Lapses {end:%b %-d, %Y}", here, f"Of {losing} zones, unless used.", "#zones"),
        Figure(
            "A year later",
            sum((each.on(years_after(end, 1)) for each in found), ZERO),
            f"{years_after(end, 1):%b %-d, %Y}.",
            "#days",
        ),
        Figure(
            "All that a clock runs on",
            sum((each.total() for each in found), ZERO),
            "Not encumbered (h.) and not spent (i.).",
            "#days",
        ),
        Figure("Past its last day", past, "Waits for the close of its year.", "#zones"),
    ]


def _state_table(found: list[ZoneLapses], on: date, end: date) -> Table:
    rows = sorted(found, key=lambda each: (-each.on(end), each.zone.name))
    return Table(
        caption=f"Zones, by what lapses on {end:%B} {end.day}, {end.year} ($)",
        columns=[
            Column("Zone"),
            Column("Lapses drawn", "bar", on_wide=True),
            Column(f"Lapses {end:%b %-d, %Y}", "money"),
            Column("Not encumbered, h.", "money", on_wide=True),
            Column("Not spent, i.", "money", on_wide=True),
            Column("Later", "money"),
        ],
        rows=[_state_row(each, on, end) for each in rows],
        totals=[
            row(
                "All zones",
                BLANK,
                sum((z.on(end) for z in rows), ZERO),
                sum((z.free.get(end, ZERO) for z in rows), ZERO),
                sum((z.bound.get(end, ZERO) for z in rows), ZERO),
                sum((z.within(end + timedelta(days=1), date.max) for z in rows), ZERO),
            )
        ]
        if rows
        else (),
        fund=FUND,
        caption_unseen=True,
        empty="No zone has money that a clock runs on.",
    )


def _state_row(each: ZoneLapses, on: date, end: date) -> Row:
    link = reverse("zone_lapses", args=[each.zone.pk])
    free, bound = each.free.get(end, ZERO), each.bound.get(end, ZERO)
    past = each.within(date.min, on - timedelta(days=1))
    return row(
        Cell(each.zone.name, link, tag=Tag("Window over", "bad") if past else None),
        (free, bound),
        Cell(free + bound, link),
        Cell(free, link),
        Cell(bound, link),
        Cell(each.within(end + timedelta(days=1), date.max), link),
        lit=bool(free + bound),
    )
