"""The only home of the zone account page: credit years, last usable days, ceilings."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import urlencode

from funds import withholding
from funds.charts import CreditYear
from funds.queries import zone_account as queries
from funds.queries.ceilings import ceilings
from funds.queries.postings import of_zone
from funds.queries.zone_account import OpenEncumbrance, Vintage
from funds.views import zone_tables as tables
from municipalities import standing
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Figure, Link, Tag

SOON = 365  # days within which a last usable day is said with a tag


class ZonePage(Page):
    """A zone's account: what was credited, and what became of it, by credit year."""

    template_name = "funds/zone.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible zone's account: a fixed number of statements."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        years = queries.vintages(zone)
        encumbrances = queries.open_encumbrances(zone)
        limits = ceilings(zone, self.today)
        return super().get_context_data(
            zone=zone,
            state=standing_of(zone, self.today),
            figures=key_figures(
                years,
                encumbrances,
                self.today,
                held=withholding.withheld(zone, self.today) is not None,
            ),
            credit_years=[_bar(year, self.today) for year in years],
            years=tables.years(zone, years),
            encumbrances=tables.encumbrances(
                encumbrances, self.today, prepares=self.officer.may("prepare-voucher")
            ),
            ceilings=limits,
            over=[each for each in limits if each.gauge.left < 0],
            ceiling_table=tables.ceilings(limits),
            entries=tables.entries(of_zone(zone)),
            every=f"{reverse('account_list')}?{urlencode({'holder': zone.holder})}",
            parts=parts_of(zone, "zone"),
            doors=self._doors(zone),
            **kwargs,
        )

    def _doors(self, zone: EnterpriseZone) -> list[Link]:
        doors = {
            "propose-project": Link("Propose a project", reverse("propose", args=[zone.code])),
            "encumber": Link("Encumber", reverse("encumber", args=[zone.code])),
        }
        return [link for duty, link in doors.items() if self.officer.may(duty)]


def parts_of(zone: EnterpriseZone, here: str) -> list[Link]:
    """The parts of a zone's record, with the one that is shown marked."""
    words = {"zone": "Account", "zone_lapses": "What lapses", "projects": "Projects",
             "pledges": "Pledges", "second_generation": "Second generation",
             "reviews": "Reviews", "ethics": "Ethics",
             "standing": "Standing", "trust": "Trust", "exceptions": "Exceptions",
             "zone_corrections": "Corrections"}  # fmt: skip
    return [
        Link(label, reverse(name, args=[zone.pk]), current=name == here)
        for name, label in words.items()
    ]


def standing_of(zone: EnterpriseZone, on: date) -> Tag:
    """Say in a tag whether the zone is in good standing, or its funding withheld."""
    if withholding.withheld(zone, on):
        return Tag("Withheld")
    good = standing.in_good_standing(zone, on)
    return Tag("In good standing") if good else Tag("Not in good standing", "bad")


def key_figures(
    years: list[Vintage],
    open_: list[OpenEncumbrance],
    on: date,
    page: str = "",
    *,
    held: bool = False,
) -> list[Figure]:
    """Say what may be encumbered, what is bound, and what lapses next."""
    usable = [y for y in years if y.last_usable_on >= on]
    nearest = min((y.last_usable_on for y in usable if y.unencumbered), default=None)
    at_risk = sum((y.unencumbered for y in usable if y.last_usable_on == nearest), Decimal(0))
    left = sum((e.left for e in open_), Decimal(0))
    return [
        Figure(
            "Unencumbered",
            sum((y.unencumbered for y in usable), Decimal(0)),
            _may_be(usable, held=held),
            f"{page}#credit-years",
        ),
        Figure(
            "Encumbered, not spent",
            left,
            f"{len(open_)} encumbrance{'' if len(open_) == 1 else 's'}.",
            f"{page}#encumbrances",
        ),
        Figure(
            f"Lapses {nearest:%b %-d, %Y}" if nearest else "Lapses next",
            at_risk,
            f"{(nearest - on).days} days left to encumber it. 52:27H-88 h."
            if nearest
            else "Nothing waits to be encumbered.",
            f"{page}#credit-years",
        ),
    ]


def _may_be(usable: list[Vintage], *, held: bool) -> str:
    """Say what may be done with what is unencumbered, in credit years that hold some."""
    if held:
        return "Withheld: nothing of it can be encumbered until the order is lifted."
    full = sum(1 for year in usable if year.unencumbered)
    return f"Can be encumbered today, of {full} credit year{'' if full == 1 else 's'}."


def _bar(year: Vintage, on: date) -> CreditYear:
    days = (year.last_usable_on - on).days
    tag = Tag(f"{days} days left") if year.unencumbered and 0 <= days <= SOON else None
    if year.unencumbered and days < 0:
        tag = Tag("Lapses at the close", "warn")
    note = "Window over" if days < 0 else f"{days} days left"
    return CreditYear(
        year.sfy,
        spent=year.spent,
        encumbered=year.encumbered + year.in_trust,
        unencumbered=year.unencumbered,
        lapsed=year.lapsed,
        forfeited=year.forfeited,
        recovered=year.recovered,
        usable_through=year.last_usable_on,
        note=note,
        tag=tag,
    )
