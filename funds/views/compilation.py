"""The only home of the State's compilation of second-generation reports: page and workbook."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property

from funds import quarters
from funds.models import Loan, QuarterlyReport
from funds.quarters import Quarter
from funds.queries import second_generation as queries
from funds.rules.money import ZERO
from funds.views import second_generation_tables as tables
from municipalities import questions, workbooks
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Figure, Link
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

SHOWN = (
    ("opening", "Before"),
    ("principal", "Repaid"),
    ("interest", "Interest"),
    ("sales", "Sold"),
    ("used", "Used"),
    ("closing", "After"),
    ("declared", "Bank’s balance"),
    ("outstanding", "Loans outstanding"),
    ("past_due", "Past due"),
    ("written_off", "Written off"),
)
Compiled = list[tuple[EnterpriseZone, QuarterlyReport | None]]


class Compilation(Page):
    """Every zone's report of a quarter beside one another, who is late, and the State's sums."""

    permission = "read-all"
    template_name = "funds/compilation.html"
    asks = ("quarter",)

    @cached_property
    def offered(self) -> list[Quarter]:
        """The quarters that are reported on, the newest first."""
        return quarters.asked_for(self.today)

    @cached_property
    def quarter(self) -> Quarter:
        """The quarter that is asked for: as 2027-1, else the latest."""
        known = {f"{each.sfy}-{each.number}": each for each in self.offered}
        wanted = questions.one_of(self.request, "quarter", known)
        return known[wanted] if wanted else self.offered[0]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Compile the quarter: a fixed number of statements."""
        found = queries.compiled(self.quarter)
        counts = queries.filed_by(self.offered)
        return super().get_context_data(
            quarter=self.quarter,
            label=tables.label_of(self.quarter),
            figures=_figures(found, self.quarter, self.today),
            zones=zones_table(found, self.quarter, self.today),
            links=[
                Link(tables.label_of(each), f"?quarter={each.sfy}-{each.number}",
                     current=each == self.quarter)
                for each in self.offered
            ],
            filed=_filed(counts, len(found)),
            workbook=reverse("compilation_xlsx")
            + f"?quarter={self.quarter.sfy}-{self.quarter.number}",
            **kwargs,
        )  # fmt: skip


class CompilationWorkbook(Compilation):
    """The same as a workbook: the zones' figures, and every loan of the quarter."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer with the workbook."""
        found, quarter = queries.compiled(self.quarter), self.quarter
        loans = Loan.objects.filter(made_on__lte=quarter.ends_on).order_by("zone__name", "number")
        stood = queries.states(loans.select_related("zone"), quarter.ends_on)
        return workbooks.answer(
            f"second-generation-SFY{quarter.sfy}-Q{quarter.number}.xlsx",
            {
                f"SFY{quarter.sfy} quarter {quarter.number}": zones_table(
                    found, quarter, self.today
                ),
                "Loans": tables.loans(stood, f"Loans on {quarter.ends_on:%B %-d, %Y} ($)"),
            },
        )


def _figures(found: Compiled, quarter: Quarter, on: date) -> list[Figure]:
    filed = [each for _, each in found if each is not None and each.certified_on]
    late = len(found) - len(filed)
    over = on > quarter.due_on
    return [
        Figure("Filed", f"{len(filed)} of {len(found)}",
               f"{sum(each.nil for each in filed)} nil returns. Due {quarter.due_on:%b %-d, %Y}.",
               "#zones"),
        Figure("Late" if over else "To come", str(late),
               "Reminded by the ladder; the Department is told." if over and late else "",
               "#zones"),
        Figure("In second-generation accounts", _sum(filed, "closing"), "As filed.", "#zones"),
        Figure("Loans outstanding", _sum(filed, "outstanding"),
               f"${_sum(filed, 'past_due'):,.2f} past due.", "#zones"),
    ]  # fmt: skip


def _sum(filed: list[QuarterlyReport], name: str) -> Decimal:
    return sum((getattr(each, name) for each in filed), ZERO)


def zones_table(found: Compiled, quarter: Quarter, on: date) -> Table:
    """Show each zone's report; one that is not certified has no figures yet."""
    filed = [each for _, each in found if each is not None and each.certified_on]
    return Table(
        caption=f"Second-generation money, {tables.label_of(quarter)} ($)."
        " After = before + repaid + interest + sold − used",
        columns=[
            Column("Zone"),
            Column("State", "state"),
            *(Column(label, "money") for _, label in SHOWN),
        ],
        rows=[_row(zone, report, quarter, on) for zone, report in found],
        totals=[row("All that are filed", BLANK, *(_sum(filed, name) for name, _ in SHOWN))],
        on_phone="frame",
        fund=tables.FUND,
        empty="No zone is designated.",
        dense=True,
    )


def _row(zone: EnterpriseZone, report: QuarterlyReport | None, quarter: Quarter, on: date) -> Row:
    link = tables.page_of(zone, quarter)
    state = tables.state_of(report, quarter, on)
    shown = report if report is not None and report.certified_on else None
    amounts = [
        Cell(getattr(shown, name), link) if shown else Cell(None, nothing="None yet")
        for name, _ in SHOWN
    ]
    return row(Cell(zone.name, link), state, *amounts, lit=shown is None and on > quarter.due_on)


def _filed(counts: dict[Quarter, int], zones: int) -> Table:
    """Show how many zones filed each quarter."""
    return Table(
        caption="Reports filed by quarter",
        columns=[
            Column("Quarter"),
            Column("Filed, missing", "bar"),
            Column("Filed", "count"),
            Column("Missing", "count"),
        ],
        rows=[
            row(
                Cell(tables.label_of(each), f"?quarter={each.sfy}-{each.number}"),
                (Decimal(done), Decimal(zones - done)),
                done,
                zones - done,
            )
            for each, done in counts.items()
        ],
        on_phone="plain",
        fund=tables.FUND,
        caption_unseen=True,
        empty="No quarter has ended yet.",
    )
