"""The only home of the pages of investment income: a fund's by source and month, and its door."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import allocation
from funds.income_forms import IncomeForm
from funds.models import Account, Fund, InvestmentIncome, Kind
from funds.queries import income as queries
from funds.queries.income import Year
from funds.views.allocation_doors import FundDoor
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Figure, Link, Term
from municipalities.questions import number
from municipalities.tables import BLANK, Cell, Column, Row, Table, row


class IncomePage(Page):
    """What a fund's invested money earned: every source, every month."""

    template_name = "funds/income.html"
    permission = "read-all"
    asks = ("sfy",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the income, and show one year of it by month."""
        kwargs["fund"] = fund = get_object_or_404(Fund, code=kwargs["fund"])
        years = queries.years(fund.code)
        asked = number(self.request, "sfy")
        shown = next((year for year in years if year.sfy == asked), None)
        shown = shown or (years[0] if years else None)
        return super().get_context_data(
            figures=_figures(fund, years),
            years=years,
            shown=shown,
            months=_table(shown, fund),
            doors=[Link("Credit income", reverse("income_record", args=[fund.code]))]
            if self.officer.may("deposit")
            else [],
            **kwargs,
        )


def _figures(fund: Fund, years: list[Year]) -> list[Figure]:
    total = sum((year.total for year in years), Decimal(0))
    latest = years[0] if years else None
    return [
        Figure("Income on record", total, "Of every year."),
        Figure(
            f"SFY{latest.sfy}" if latest else "This year",
            latest.total if latest else None,
            "By the month that earned it.",
            "#months",
        ),
        Figure("In the fund, not distributed", pool_of(fund.code),
               "Income stays here until it is decided upon."),
    ]  # fmt: skip


def pool_of(fund: str) -> Decimal:
    """Return what is in the fund and not distributed, in dollars."""
    held = Account.objects.filter(fund=fund, kind=Kind.POOL)
    return sum(held.values_list("balance", flat=True), Decimal(0))


def _table(year: Year | None, fund: Fund) -> Table:
    rows = [each for month in sorted(year.months) for each in year.months[month]] if year else []
    largest = max((each.posting.total for each in rows), default=Decimal(0))
    return Table(
        caption="Income by month and source ($)",
        caption_unseen=True,
        columns=[
            Column("Month and source"),
            Column("Credited", "date"),
            Column("By"),
            Column("Beside one another", "bar", on_wide=True),
            Column("Amount", "money"),
        ],
        rows=[_row(each, largest) for each in rows],
        totals=[row("The year", BLANK, BLANK, BLANK, year.total)] if year else (),
        fund=fund.code,
        empty="No income. A line appears when a month’s income is credited.",
    )


def _row(each: InvestmentIncome, largest: Decimal) -> Row:
    link = reverse("posting", args=[each.posting_id])
    return row(
        Cell(f"{each.month:%B %Y}", link, second=each.source),
        each.posting.effective_on,
        str(each.posting.by.office),
        each.posting.total,
        Cell(each.posting.total, link),
    )


class IncomeDoor(FundDoor):
    """Credit a month's income of one source to the fund."""

    permission = "deposit"
    form_class = IncomeForm
    heading = "Credit investment income"
    lede = "Income, interest and increment of invested money are included in the fund."
    after = "Once a source and month. It bears no share of anyone until it is decided upon."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the sources that are known, and last month."""
        sources = InvestmentIncome.objects.filter(fund=self.fund).order_by("source")
        known = list(sources.values_list("source", flat=True).distinct())
        return super().get_form_kwargs() | {"today": self.today, "known": known}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say where it goes."""
        return super().get_context_data(
            about=[Term("In the fund, not distributed", pool_of(self.fund.code))],
            about_title="Where it is added",
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the income under the form's token."""
        posting = allocation.invest(
            self.fund.code,
            answers["source"],
            answers["amount"],
            on=self.today,
            by=by,
            document=answers["document"],
            key=f"income/{self.fund.code}/{answers['token']}",
            month=answers["month"],
        )
        return f"Posted ${posting.total:,.2f} as posting {posting.number}."

    def get_success_url(self) -> str:
        """Go to the fund's income."""
        return reverse("income", args=[self.fund.code])
