"""The only home of the page of what a reviewer should look at in a zone's use of its money."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.views.zone import parts_of
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.tables import Cell, Column, Row, Table, row
from payments.queries import exceptions
from payments.queries.exceptions import Exceptional

WORDS = {
    "duplicate": "Likely duplicate",
    "june-spike": "June beyond measure",
    "year-end": "Bound in a year’s last days",
    "early-release": "Released soon after June 30",
    "anew": "Encumbered anew",
    "over-ceiling": "Over a ceiling",
}


class ExceptionPage(Page):
    """What looks like a duplicate, like money kept from lapsing, or is over a ceiling."""

    template_name = "payments/exceptions.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List what there is of a visible zone: a fixed number of statements."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        found = exceptions.of_zone(zone, self.today)
        return super().get_context_data(
            zone=zone,
            parts=parts_of(zone, "exceptions"),
            exceptions=_table(zone, found),
            **kwargs,
        )


def _table(zone: EnterpriseZone, found: list[Exceptional]) -> Table:
    return Table(
        caption="Exceptions, the latest first ($)",
        columns=[
            Column("What"),
            Column("Day", "date"),
            Column("Amount", "money"),
            Column("Why it is shown", "words"),
        ],
        rows=[_row(zone, each) for each in found],
        fund="zone-assistance",
        empty="Nothing to look at. A pair of vouchers that look alike would stand here, cleared or"
        " not.",
    )


def _row(zone: EnterpriseZone, each: Exceptional) -> Row:
    to = reverse("zone", args=[zone.pk])
    if each.voucher is not None:
        to = reverse("voucher", args=[each.voucher.pk])
    elif each.encumbrance is not None:
        to = reverse("encumbrance", args=[each.encumbrance.pk])
    held = each.voucher is not None and each.voucher.held
    return row(
        Cell(WORDS.get(each.kind, each.kind), to),
        each.on,
        Cell(each.amount, to),
        each.text,
        lit=held,
    )
