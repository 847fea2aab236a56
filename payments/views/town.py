"""The only home of a municipality's page: every fund from certified to paid, and what comes."""

from decimal import Decimal
from functools import cache
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.charts import Due
from funds.models import Fund
from funds.rules.fiscal_year import sfy_of
from municipalities import towns
from municipalities.doors import Page
from municipalities.models import Municipality
from municipalities.page_parts import Figure
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments.models import Installment
from payments.queries import municipality as queries
from payments.queries.municipality import YearOfFund
from payments.queries.states import state_of

ZERO = Decimal(0)
ZONES = "zone-assistance"


class MunicipalityPage(Page):
    """One municipality over all funds: certified, released, paid, and what comes when."""

    template_name = "payments/municipality.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible municipality's money: a fixed number of statements."""
        town = get_object_or_404(
            self.scope.municipalities().select_related("county"), code=kwargs["code"]
        )
        shown = statement(town, self)
        before = queries.replaced(town, shown["timeline_sfy"])
        return super().get_context_data(
            **shown,
            before=replaced_table(before),
            hold=self.officer.may("place-hold"),
            records=self.officer.may("read-all"),
            **kwargs,
        )


def statement(town: Municipality, page: Page) -> dict[str, Any]:
    """Gather what the municipality's page and its officers' home both show."""
    sfy = sfy_of(page.today)
    years = queries.years(town)
    coming = queries.coming(town, page.today)
    paid_by = [y.sfy for y in years if y.fund != ZONES and y.sfy <= sfy]
    shown = max(paid_by, default=sfy)
    dues = queries.installments(town, shown)
    funds = three_funds()
    return {
        "town": town,
        "basis": towns.basis(town, page.today),
        "zone": next(iter(towns.zones(town, page.today)), None),
        "figures": figures(years, coming, sfy),
        "years": years_table(years, funds),
        "year_on_year": year_on_year(years, sfy, funds),
        "timeline": [_due(each) for each in dues],
        "timeline_fund": dues[0].fund_id if dues else "energy-receipts",
        "timeline_sfy": shown,
        "installments": installment_table(dues),
    }


@cache
def three_funds() -> list[Fund]:
    """Return the funds, the oldest first: a migration made them, and nothing changes them."""
    return list(Fund.objects.order_by("first_sfy"))


def next_deposit(coming: list[Installment]) -> Figure:
    """Say what comes next, when, and of which fund."""
    if not coming:
        return Figure("Next deposit", None, "None is planned.")
    first = coming[0]
    return Figure(
        "Next deposit",
        first.amount,
        f"{first.deposit_on:%a, %b %-d, %Y}. {first.fund.name}.",
        reverse("installment", args=[first.pk]),
    )


def certified(years: list[YearOfFund], sfy: int) -> Figure:
    """Say what was certified this year, and the change on the year before."""
    now, before = _certified(years, sfy), _certified(years, sfy - 1)
    word = "more" if now >= before else "less"
    note = f"${abs(now - before):,.2f} {word} than SFY{sfy - 1}." if before else f"SFY{sfy}."
    return Figure("Certified this year", now, note, "#years")


def figures(years: list[YearOfFund], coming: list[Installment], sfy: int) -> list[Figure]:
    """Say what comes, what was certified, paid, and is still to come."""
    cash = [y for y in years if y.sfy == sfy and y.fund != ZONES]
    return [
        next_deposit(coming),
        certified(years, sfy),
        Figure("Paid this year", sum((y.paid for y in cash), ZERO), "By warrant.", "#years"),
        Figure("Still to come", sum((y.to_come for y in cash), ZERO), f"Of SFY{sfy}.", "#years"),
    ]


def _certified(years: list[YearOfFund], sfy: int) -> Decimal:
    return sum((y.certified or ZERO for y in years if y.sfy == sfy), ZERO)


def year_on_year(years: list[YearOfFund], sfy: int, funds: list[Fund]) -> Table:
    """Set this year's certified amounts beside the year before, fund by fund."""
    found = {(y.fund, y.sfy): y for y in years}
    rows = [
        _beside(fund, found.get((fund.code, sfy - 1)), found.get((fund.code, sfy)))
        for fund in funds
    ]
    old, new = _certified(years, sfy - 1), _certified(years, sfy)
    return Table(
        caption="What the State certified to it, by fund ($)",
        columns=[
            Column("Fund"),
            Column(f"SFY{sfy - 1}", "money"),
            Column(f"SFY{sfy}", "money"),
            Column("Drawn", "change"),
            Column("Change", "signed"),
        ],
        rows=rows,
        totals=[row("All funds", old, new, BLANK, new - old)],
        on_phone="blocks",
        caption_unseen=True,
    )


def _beside(fund: Fund, old: YearOfFund | None, new: YearOfFund | None) -> Row:
    before, now = (each.certified if each else None for each in (old, new))
    change = None if before is None or now is None else now - before
    return row(
        Cell(fund.name, second=fund.statute),
        Cell(before, _why(old)),
        Cell(now, _why(new)),
        change,
        Cell(change, _why(new)),
    )


def _why(year: YearOfFund | None) -> str:
    if year is None or not year.run_id:
        return ""
    return reverse("run_holder", args=[year.run_id, year.holder])


def years_table(years: list[YearOfFund], funds: list[Fund]) -> Table:
    """Show each fund's years from certified to paid."""
    names = {fund.code: fund.name for fund in funds}
    return Table(
        caption="By fund and State fiscal year ($). Credited = released + still to come; zone "
        "assistance is credited to the zone account",
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
    mine = f"{reverse('account_list')}?fund={year.fund}&sfy={year.sfy}"
    head = Cell(f"SFY{year.sfy}", second=names[year.fund])
    if year.fund == ZONES:
        return row(head, Cell(year.certified, _why(year)), Cell(), Cell(year.paid, mine), Cell())
    amounts = (year.released, year.paid, year.to_come)
    return row(head, Cell(year.certified, _why(year)), *(Cell(a, mine) for a in amounts))


def _due(each: Installment) -> Due:
    state = state_of(each)
    places = {"Paid": "sent", "Returned": "late", "Released": "due"}
    same = each.deposit_on == each.statutory_on
    return Due(
        each.deposit_on,
        f"{each.percent.normalize():f}%",
        each.amount,
        state,
        places.get(state, ""),  # type: ignore[arg-type]
        due_on=None if same else each.statutory_on,
        url=reverse("installment", args=[each.pk]),
    )


def installment_table(dues: list[Installment]) -> Table:
    """Show a year's installments: when, which part, how much, and where each stands."""
    return Table(
        caption=f"{_funds(dues)}, by deposit day ($)" if dues else "By deposit day ($)",
        columns=[Column("Deposit"), Column("Amount", "money"), Column("State", "state")],
        rows=[
            row(
                Cell(f"{each.deposit_on:%b %-d}", second=_part(each)),
                Cell(each.amount, reverse("installment", args=[each.pk])),
                state_of(each),
            )
            for each in dues
        ],
        totals=[row("Certified", sum((d.amount for d in dues), ZERO), BLANK)] if dues else (),
        on_phone="plain",
        empty="No installment. They are planned when the certified amount is credited.",
    )


def replaced_table(before: list[Installment]) -> Table | None:
    """Show what was planned before a later certification; none of it is paid."""
    if not before:
        return None
    return Table(
        caption="Planned before, in the place of which the installments above stand ($)",
        columns=[Column("Deposit"), Column("Amount", "money"), Column("Planned anew by")],
        rows=[
            row(
                Cell(f"{each.deposit_on:%b %-d, %Y}", second=_part(each)),
                Cell(each.amount, reverse("installment", args=[each.pk])),
                str(each.replaced_by),
            )
            for each in before
        ],
        on_phone="plain",
        caption_unseen=True,
    )


def _funds(dues: list[Installment]) -> str:
    return " and ".join(sorted({each.fund.name for each in dues}))


def _part(each: Installment) -> str:
    percent = f"{each.percent.normalize():f}%"
    if each.deposit_on == each.statutory_on:
        return percent
    return f"{percent}, due {each.statutory_on:%b %-d}"
