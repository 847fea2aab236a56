"""The only home of the pages of a zone's trust: its account on record, and what it holds."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.queries.trust import Advance, advances
from funds.standing_forms import TrustAccountForm
from funds.views.zone import parts_of
from funds.views.zone_doors import ZoneDoor
from funds.views.zone_tables import SOON
from municipalities import standing
from municipalities.doors import Page
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Figure, Link, Tag, Term
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

COLUMNS = ("advanced", "spent", "given_back", "lapsed", "unexpended")


class TrustPage(Page):
    """A zone's receiving trust account, and each advance with what of it is unexpended."""

    template_name = "funds/trust.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible zone's advances."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        found = advances(zone)
        return super().get_context_data(
            zone=zone,
            state=_state(zone, self.today),
            parts=parts_of(zone, "trust"),
            doors=self._doors(zone),
            figures=_figures(found),
            advances=_table(found, self.today),
            **kwargs,
        )

    def _doors(self, zone: EnterpriseZone) -> list[Link]:
        if zone.trust_account_on is not None or not self.officer.may("record-standing"):
            return []
        return [Link("Record the trust account", reverse("trust_record", args=[zone.pk]))]


def _state(zone: EnterpriseZone, on: date) -> Tag:
    since = zone.trust_account_on
    if since is None or since > on:
        return Tag("No trust account on record", "bad")
    return Tag(f"On record since {since:%b %-d, %Y}", "good")


def _figures(found: list[Advance]) -> list[Figure]:
    sums = {name: sum(getattr(each, name) for each in found) for name in COLUMNS}
    if not found:
        return []
    return [
        Figure("Unexpended in the trust", sums["unexpended"], "Its last usable days run on. i."),
        Figure("Advanced", sums["advanced"], "Sent to the trust; no expenditure yet."),
        Figure("Spent", sums["spent"], "By vouchers that say on what."),
    ]


def _table(found: list[Advance], on: date) -> Table:
    sums = [sum(getattr(each, name) for each in found) for name in COLUMNS]
    return Table(
        caption="By encumbrance ($). Advanced = spent + given back + lapsed + unexpended",
        columns=[
            Column("Encumbrance"),
            *(Column(name.replace("_", " ").capitalize(), "money") for name in COLUMNS),
            Column("Spend by", "date"),
        ],
        rows=[_row(each, on) for each in found],
        totals=[row("All advances", *sums, BLANK)] if found else (),
        fund="zone-assistance",
        on_phone="frame",
        empty="No advance. One appears when an approved advance is paid into the trust.",
    )


def _row(each: Advance, on: date) -> Row:
    bound = each.encumbrance
    link = reverse("encumbrance", args=[bound.pk])
    days = (bound.last_usable_on - on).days
    near = Tag(f"{days} days left") if each.unexpended and 0 <= days <= SOON else None
    return row(
        Cell(bound.project.title, link, second=bound.number),
        *(Cell(getattr(each, name), link) for name in COLUMNS),
        Cell(bound.last_usable_on, tag=near),
    )


class TrustDoor(ZoneDoor):
    """Record that the zone's receiving trust account came on record."""

    permission = "record-standing"
    form_class = TrustAccountForm
    heading = "Record the trust account"
    lede = "Zone money is placed in a trust, a new one or the existing one. 52:27H-88 a.(2)"
    after = "From then on payments to the zone can go out. The first record counts."

    def about(self) -> list[Term]:
        """Say what waits for it."""
        since = self.zone.trust_account_on
        return [Term("On record since", f"{since:%b %-d, %Y}" if since else None)]

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        zone = standing.record_trust_account(self.zone, on=self.today, by=by)
        return f"{zone.name}: trust account on record since {zone.trust_account_on:%b %-d, %Y}."

    def get_success_url(self) -> str:
        """Go to the zone's trust."""
        return reverse("trust", args=[self.zone.pk])
