"""The only home of the list of all zones' standing."""

from typing import Any

from django.urls import reverse

from funds.models import Fund
from funds.views.standing import FUND, tag_of
from municipalities import standing
from municipalities.doors import Page
from municipalities.models import EnterpriseZone, StandingEvent
from municipalities.tables import Cell, Column, Row, Table, row


class StandingList(Page):
    """Every zone's standing today, with its reason and whether its trust account is on record."""

    template_name = "funds/standings.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the zones, those not in good standing on top: two statements."""
        last = standing.latest_on(self.today)
        zones = list(EnterpriseZone.objects.order_by("name"))
        bad = [z for z in zones if not _is_good(last.get(z.pk))]
        ordered = bad + [zone for zone in zones if zone not in bad]
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            good=len(zones) - len(bad),
            zones=Table(
                caption="Zones, those not in good standing on top",
                caption_unseen=True,
                columns=[
                    Column("Zone"),
                    Column("Standing", "state"),
                    Column("Since", "date"),
                    Column("Reason", "words"),
                    Column("Trust account since", "date"),
                ],
                rows=[_zone_row(zone, last.get(zone.pk)) for zone in ordered],
                fund=FUND,
                empty="No zone.",
            ),
            **kwargs,
        )


def _is_good(event: StandingEvent | None) -> bool:
    return event is not None and event.in_good_standing


def _zone_row(zone: EnterpriseZone, event: StandingEvent | None) -> Row:
    return row(
        Cell(zone.name, reverse("standing", args=[zone.pk])),
        tag_of(_is_good(event)),
        Cell(event.effective_on if event else None, nothing="None yet"),
        event.reason if event else "No standing is on record.",
        Cell(zone.trust_account_on, reverse("trust", args=[zone.pk]), nothing="None yet"),
        lit=not _is_good(event),
    )
