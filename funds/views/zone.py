"""The only home of the zone account page: credit years, last usable days, ceilings."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.charts import CreditYear
from funds.models import Posting
from funds.queries import zone_account as queries
from funds.queries.ceilings import Ceiling, ceilings
from funds.queries.zone_account import OpenEncumbrance, Vintage
from funds.views.fund import postings_table
from municipalities import standing
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Figure, Link, Tag
from municipalities.tables import Cell, Column, Row, Table, row

FUND = "zone-assistance"
SOON = 365  # days within which a last usable day is said with a tag


class ZonePage(Page):
    """A zone's account: what was credited, and what became of it, by credit year."""

    template_name = "funds/zone.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible zone's account: a fixed number of statements."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        years = queries.vintages(zone)
        encumbrances = queries.open_encumbrances(zone)
        limits = ceilings(zone, years, self.today)
        return super().get_context_data(
            zone=zone,
            state=_standing(zone, self.today),
            figures=key_figures(years, encumbrances, self.today),
            credit_years=[_bar(year, self.today) for year in years],
            years=_years_table(years),
            encumbrances=_encumbrance_table(encumbrances, self.today),
            ceilings=limits,
            ceiling_table=_ceiling_table(limits),
            postings=postings_table(_recent(zone)),
            doors=self._doors(zone),
            **kwargs,
        )

    def _doors(self, zone: EnterpriseZone) -> list[Link]:
        doors = {
            "propose-project": Link("Propose a project", reverse("propose", args=[zone.code])),
            "encumber": Link("Encumber", reverse("encumber", args=[zone.code])),
            "find": Link("Record a finding", reverse("find", args=[zone.code])),
        }
        return [link for duty, link in doors.items() if self.officer.may(duty)]


def _standing(zone: EnterpriseZone, on: date) -> Tag:
    good = standing.in_good_standing(zone, on)
    return Tag("In good standing") if good else Tag("Not in good standing", "bad")


def key_figures(years: list[Vintage], open_: list[OpenEncumbrance], on: date) -> list[Figure]:
    """Say what may be encumbered, what is bound, and what lapses next."""
    usable = [y for y in years if y.last_usable_on >= on]
    nearest = min((y.last_usable_on for y in usable if y.unencumbered), default=None)
    at_risk = sum((y.unencumbered for y in usable if y.last_usable_on == nearest), Decimal(0))
    left = sum((e.left for e in open_), Decimal(0))
    return [
        Figure(
            "Unencumbered",
            sum((y.unencumbered for y in usable), Decimal(0)),
            f"Can be encumbered today, {len(usable)} credit years.",
            "#credit-years",
        ),
        Figure("Encumbered, not spent", left, f"{len(open_)} encumbrances.", "#encumbrances"),
        Figure(
            f"Lapses {nearest:%b %-d, %Y}" if nearest else "Lapses next",
            at_risk,
            f"{(nearest - on).days} days left to encumber it. 52:27H-88 h."
            if nearest
            else "Nothing waits to be encumbered.",
            "#credit-years",
        ),
    ]


def _bar(year: Vintage, on: date) -> CreditYear:
    days = (year.last_usable_on - on).days
    tag = Tag(f"{days} days left") if year.unencumbered and 0 <= days <= SOON else None
    note = "Window over" if days < 0 else f"{days} days left"
    return CreditYear(
        year.sfy,
        spent=year.spent,
        encumbered=year.encumbered + year.in_trust,
        unencumbered=year.unencumbered,
        lapsed=year.lapsed + year.forfeited,
        usable_through=year.last_usable_on,
        note=note,
        tag=tag,
    )


COLUMNS = ("credited", "spent", "encumbered", "in_trust", "unencumbered", "lapsed", "forfeited")


def _years_table(years: list[Vintage]) -> Table:
    shown = [c for c in COLUMNS if c not in ("in_trust", "forfeited") or queries.total(years, c)]
    columns = [Column("Credit year")]
    columns += [Column(c.replace("_", " ").capitalize(), "money") for c in shown]
    equation = " + ".join(c.replace("_", " ") for c in shown[1:])
    return Table(
        caption=f"By credit year ($). Credited = {equation}",
        columns=[*columns, Column("Usable until", "date")],
        rows=[row(f"SFY{y.sfy}", *(getattr(y, c) for c in shown), y.last_usable_on) for y in years],
        totals=[row("All years", *(queries.total(years, c) for c in shown), Cell(blank=True))],
        on_phone="frame",
        fund=FUND,
        empty="No credit. One appears when a certified run is credited.",
    )


def _encumbrance_table(found: list[OpenEncumbrance], on: date) -> Table:
    return Table(
        caption="Open encumbrances, the first to lapse on top",
        columns=[
            Column("Project"),
            Column("Encumbered"),
            Column("From credit"),
            Column("Left ($)", "money"),
            Column("Spend by", "date"),
        ],
        rows=[_encumbrance_row(each, on) for each in found],
        totals=[
            row(
                "Encumbered",
                Cell(blank=True),
                Cell(blank=True),
                sum((e.left for e in found), Decimal(0)),
                Cell(blank=True),
            )
        ],
        fund=FUND,
        empty="No encumbrance. One appears when money is bound to an approved project.",
    )


def _encumbrance_row(each: OpenEncumbrance, on: date) -> Row:
    encumbrance = each.encumbrance
    link = reverse("encumbrance", args=[encumbrance.pk])
    days = (encumbrance.last_usable_on - on).days
    return row(
        Cell(
            encumbrance.project.title,
            link,
            second=f"{encumbrance.number}, {encumbrance.purpose}",
        ),
        f"SFY{encumbrance.sfy}",
        ", ".join(f"SFY{year}" for year in sorted(each.by_sfy)),
        Cell(each.left, link),
        Cell(
            encumbrance.last_usable_on,
            tag=Tag(f"{days} days left") if 0 <= days <= SOON else None,
        ),
    )


def _ceiling_table(found: list[Ceiling]) -> Table:
    return Table(
        caption="Ceilings by credit year ($). Left = limit − used",
        columns=[
            Column("Credit year and purpose"),
            Column("Limit", "money"),
            Column("Used", "money"),
            Column("Left", "money"),
        ],
        rows=[
            row(
                Cell(f"SFY{c.sfy}, {c.gauge.label.lower()}", second=c.place),
                c.gauge.limit,
                c.gauge.used,
                c.gauge.left,
            )
            for c in found
        ],
        on_phone="frame",
        fund=FUND,
        empty="No ceiling: nothing was credited.",
    )


def _recent(zone: EnterpriseZone) -> list[Posting]:
    mine = Q(entries__debit__zone=zone) | Q(entries__credit__zone=zone)
    found = Posting.objects.filter(mine).distinct().select_related("by__office")
    return list(found.order_by("-number")[:10])
