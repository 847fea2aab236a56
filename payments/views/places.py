"""The only home of the pages of towns and zones: one municipality over all funds, and the lists."""

from decimal import Decimal
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, Sum
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.charts import Due
from funds.models import Fund
from funds.rules.fiscal_year import sfy_of
from municipalities.doors import Page
from municipalities.models import FiscalYearBasis, Municipality
from municipalities.page_parts import Figure, Link
from municipalities.tables import Cell, Column, Row, Table, row
from payments.models import Installment
from payments.queries import municipality as queries
from payments.queries.municipality import YearOfFund

MANY = 50
ZERO = Decimal(0)


class MunicipalityList(Page):
    """The visible municipalities, found by name, code or county."""

    template_name = "payments/municipalities.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Filter by words and page: two statements."""
        words = self.request.GET.get("q", "").strip()
        found = self.scope.municipalities().select_related("county")
        if words:
            found = found.filter(
                Q(name__icontains=words) | Q(code__startswith=words) | Q(county__name__iexact=words)
            )
        page = Paginator(found.order_by("code"), MANY).get_page(self.request.GET.get("page"))
        zones = self.scope.zones().order_by("name")
        return super().get_context_data(
            page=page,
            words=words,
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


def _zones(zones: Any) -> Table:
    found = zones.annotate(
        left=Sum("accounts__balance", filter=Q(accounts__kind="ZONE")),
        bound=Sum("accounts__balance", filter=Q(accounts__kind="ENCUMBERED")),
    )
    return Table(
        caption="Zone accounts ($)",
        columns=[
            Column("Zone"),
            Column("Unencumbered", "money"),
            Column("Encumbered", "money"),
        ],
        rows=[_zone_row(z) for z in found],
        on_phone="plain",
        fund="zone-assistance",
        empty="No zone.",
    )


def _zone_row(zone: Any) -> Row:
    link = reverse("zone", args=[zone.code])
    return row(Cell(zone.name, link), Cell(zone.left or ZERO, link), Cell(zone.bound or ZERO, link))


class MunicipalityPage(Page):
    """One municipality over all funds: certified, released, paid, and what comes when."""

    template_name = "payments/municipality.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible municipality's money: a fixed number of statements."""
        town = get_object_or_404(
            self.scope.municipalities().select_related("county"), code=kwargs["code"]
        )
        return super().get_context_data(**statement(town, self), **kwargs)


def statement(town: Municipality, page: Page) -> dict[str, Any]:
    """Gather what the municipality's page and its officers' home both show."""
    sfy = sfy_of(page.today)
    years = queries.years(town)
    coming = queries.coming(town, page.today)
    shown = max((y.sfy for y in years if y.sfy <= sfy), default=sfy)
    dues = queries.installments(town, shown)
    basis = (
        FiscalYearBasis.objects.filter(municipality=town, from_on__lte=page.today)
        .order_by("-from_on")
        .first()
    )
    membership = town.zone_memberships.filter(until_on=None).select_related("zone").first()
    return {
        "town": town,
        "basis": basis,
        "zone": membership.zone if membership else None,
        "figures": _figures(years, coming, sfy),
        "years": _years_table(years),
        "timeline": [_due(each) for each in dues],
        "timeline_fund": dues[0].fund_id if dues else "energy-receipts",
        "timeline_sfy": shown,
        "installments": _installment_table(dues),
    }


def _figures(years: list[YearOfFund], coming: list[Installment], sfy: int) -> list[Figure]:
    now = [y for y in years if y.sfy == sfy]
    last = [y for y in years if y.sfy == sfy - 1]
    certified = sum((y.certified or ZERO for y in now), ZERO)
    before = sum((y.certified or ZERO for y in last), ZERO)
    first = coming[0] if coming else None
    return [
        Figure(
            "Next deposit",
            first.amount if first else None,
            f"{first.deposit_on:%a %b %-d, %Y}. {first.fund.name}."
            if first
            else "None is planned.",
            reverse("installment", args=[first.pk]) if first else "",
        ),
        Figure("Certified this year", certified, f"SFY{sfy}, all funds.", "#years"),
        Figure("Certified the year before", before, f"SFY{sfy - 1}, all funds.", "#years"),
        Figure("Paid this year", sum((y.paid for y in now), ZERO), "Sent on a warrant.", "#years"),
    ]


def _years_table(years: list[YearOfFund]) -> Table:
    names = dict(Fund.objects.values_list("code", "name"))
    return Table(
        caption="Each fund by State fiscal year ($). Credited = released + still to come",
        columns=[
            Column("Fund and year"),
            Column("Certified", "money"),
            Column("Released", "money"),
            Column("Paid", "money"),
            Column("Still to come", "money"),
        ],
        rows=[_year_row(y, names) for y in years],
        on_phone="frame",
        empty="Nothing was certified to it yet.",
    )


def _year_row(year: YearOfFund, names: dict[str, str]) -> Row:
    link = reverse("run_holder", args=[year.run_id, year.holder]) if year.run_id else ""
    if year.fund == "zone-assistance":
        none = Cell(second="in the zone account")
        head = Cell(f"SFY{year.sfy}", second=names[year.fund])
        return row(head, Cell(year.certified, link), none, Cell(year.paid), none)
    mine = f"{reverse('account_list')}?fund={year.fund}&sfy={year.sfy}"
    return row(
        Cell(f"SFY{year.sfy}", second=names[year.fund]),
        Cell(year.certified, link),
        Cell(year.released, mine),
        Cell(year.paid, mine),
        Cell(year.to_come, mine),
    )


def state_of(each: Installment) -> str:
    """Say an installment's state in words."""
    sent = [p for p in each.payments.all() if not p.returned and p.warrant.posting_id]
    if sent:
        return "Paid"
    if each.posting_id is None:
        return "Waits for its day"
    returned = any(p.returned for p in each.payments.all())
    return "Returned" if returned else "Released"


def _due(each: Installment) -> Due:
    state = state_of(each)
    return Due(
        each.deposit_on,
        f"{each.percent.normalize():f}%",
        each.amount,
        state,
        "sent" if state == "Paid" else "",
        due_on=each.statutory_on,
        url=reverse("installment", args=[each.pk]),
    )


def _installment_table(dues: list[Installment]) -> Table:
    return Table(
        caption="Installments ($)",
        columns=[
            Column("Deposit"),
            Column("Part"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[
            row(
                Cell(f"{each.deposit_on:%b %-d, %Y}", second=_due_words(each)),
                f"{each.percent.normalize():f}% {each.get_stream_display().split(',')[0]}",
                Cell(each.amount, reverse("installment", args=[each.pk])),
                state_of(each),
            )
            for each in dues
        ],
        totals=[row("All", Cell(blank=True), sum((d.amount for d in dues), ZERO),
                    Cell(blank=True))] if dues else (),
        empty="No installment. They are planned when the certified amount is credited.",
    )  # fmt: skip


def _due_words(each: Installment) -> str:
    if each.deposit_on == each.statutory_on:
        return ""
    return f"due {each.statutory_on:%b %-d}"


class Search(Page):
    """Find a town, a zone or a clause by words."""

    template_name = "payments/search.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Look among the visible towns and zones."""
        words = self.request.GET.get("q", "").strip()[:80]
        if not words:
            return super().get_context_data(words="", found=[], **kwargs)
        towns = self.scope.municipalities().filter(
            Q(name__icontains=words) | Q(code__startswith=words)
        )[:20]
        zones = self.scope.zones().filter(name__icontains=words)[:10]
        found = [Link(str(t), reverse("municipality", args=[t.code])) for t in towns]
        found += [Link(f"{z} account", reverse("zone", args=[z.code])) for z in zones]
        return super().get_context_data(words=words, search_words=words, found=found, **kwargs)
