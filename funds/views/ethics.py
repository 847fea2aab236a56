"""The only home of the register of ethics: who of a zone acknowledged the law, and its door."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import ethics
from funds.models import EthicsStatus
from funds.proposal_forms import EthicsForm
from funds.queries.ethics import register
from funds.views.zone import parts_of
from funds.views.zone_doors import ZoneDoor
from municipalities.doors import Page
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Tag, Term
from municipalities.tables import Cell, Column, Row, Table, row


class EthicsRegister(Page):
    """A zone's officers with its money, each with their status under the ethics law."""

    template_name = "funds/ethics.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the officers of a visible zone."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        found = register(zone, self.today)
        return super().get_context_data(
            zone=zone,
            parts=parts_of(zone, "ethics"),
            missing=sum(status is None for _, status in found),
            register=_table(zone, found),
            **kwargs,
        )


def _table(zone: EnterpriseZone, found: list[tuple[Officer, EthicsStatus | None]]) -> Table:
    return Table(
        caption="Officers with a duty for the zone’s money",
        columns=[
            Column("Office"),
            Column("Status", "state"),
            Column("On", "date"),
            Column("Recorded by"),
        ],
        rows=[_row(zone, officer, status) for officer, status in found],
        fund="zone-assistance",
        empty="No officer. One appears when a term of a local office begins.",
    )


def _row(zone: EnterpriseZone, officer: Officer, status: EthicsStatus | None) -> Row:
    link = reverse("ethics_record", args=[zone.pk, officer.pk])
    who = Cell(officer.office.name, link, second=str(officer.person))
    if status is None:
        nothing = Cell(None, nothing="None yet")
        return row(who, Tag("Missing", "warn"), nothing, nothing, lit=True)
    tone = Tag(status.get_status_display(), "good")
    return row(who, tone, status.status_on, str(status.recorded_by))


class EthicsDoor(ZoneDoor):
    """Record a status: one's own acknowledgement, or another's filing or exemption."""

    form_class = EthicsForm
    lede = "Who administers, allocates or approves zone money is under the law. 52:27H-88 a.(4)"
    after = "A person acknowledges for themselves; what was filed, another person records."

    @cached_property
    def of(self) -> Officer:
        """The officer of the address, if they have a duty for this zone's money."""
        for officer, _ in register(self.zone, self.today):
            if officer.pk == self.kwargs["pk"]:
                return officer
        raise Http404

    @property
    def heading(self) -> str:  # type: ignore[override]
        """Name whose status it is."""
        return f"Ethics status of {self.of.office}"

    def about(self) -> list[Term]:
        """Nothing beside the form."""
        return []

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer today."""
        return super().get_form_kwargs() | {"today": self.today}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the status."""
        made = ethics.record(
            self.of,
            answers["status"],
            status_on=answers["status_on"],
            basis=answers["basis"],
            on=self.today,
            by=by,
        )
        return f"{self.of.office}: {made}."

    def get_success_url(self) -> str:
        """Go back to the register."""
        return reverse("ethics", args=[self.zone.pk])
