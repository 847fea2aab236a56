"""The only home of the lists of towns and zones, and of finding one by words."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from funds.models import Kind
from funds.queries import zone_account
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row
from payments.queries import search

ZERO = Decimal(0)


class MunicipalityList(Page):
    """The visible municipalities, found by name, code or county."""

    template_name = "payments/municipalities.html"
    asks = ("q", "page")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Filter by words and page: two statements."""
        words = self.request.GET.get("q", "").strip()
        found = self.scope.municipalities().select_related("county")
        if words:
            found = found.filter(
                Q(name__icontains=words) | Q(code__startswith=words) | Q(county__name__iexact=words)
            )
        page = page_of(self.request, found.order_by("code"))
        zones = self.scope.zones().order_by("name")
        return super().get_context_data(
            page=page,
            words=words,
            of_state=self.officer.may("read-all"),
            zones=_zones(zones) if not words else None,
            towns=Table(
                caption="Municipalities, in code order",
                columns=[Column("Municipality"), Column("Code"), Column("County"), Column("Kind")],
                rows=[
                    row(Cell(m.name, reverse("municipality", args=[m.code])), m.code,
                        m.county.name, m.kind)
                    for m in page
                ],
                empty=f"No municipality is called or coded {words}. Try a part of its name.",
            ),
            **kwargs,
        )  # fmt: skip


def _zones(zones: QuerySet[EnterpriseZone]) -> Table:
    held = zone_account.held()
    return Table(
        caption="Zone accounts ($)",
        columns=[
            Column("Zone"),
            Column("Unencumbered", "money"),
            Column("Encumbered", "money"),
        ],
        rows=[_zone_row(zone, held) for zone in zones],
        on_phone="plain",
        fund="zone-assistance",
        empty="No zone.",
    )


def _zone_row(zone: EnterpriseZone, held: Mapping[tuple[str, str], Decimal]) -> Row:
    link = reverse("zone", args=[zone.code])
    amounts = (held.get((zone.code, kind), ZERO) for kind in (Kind.ZONE, Kind.ENCUMBERED))
    return row(Cell(zone.name, link), *(Cell(amount, link) for amount in amounts))


class Search(Page):
    """Find a town, a zone, a run, a project, a payment, a paper, or a clause."""

    template_name = "payments/search.html"
    asks = ("q",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Look among what may be seen."""
        words = self.request.GET.get("q", "").strip()[:80]
        if not words:
            return super().get_context_data(words="", found={}, count=0, **kwargs)
        found = search.find(words, self.scope)
        return super().get_context_data(
            words=words,
            search_words=words,
            found=found,
            count=sum(len(links) for links in found.values()),
            **kwargs,
        )
