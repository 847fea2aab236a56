"""The only home of the pages of payment dates: what each year is paid by, and recording others."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.models import Fund
from funds.refusal import Refusal
from funds.rules import money
from funds.rules.fiscal_year import sfy_of
from funds.views.allocation_doors import FundDoor
from municipalities.doors import Page
from municipalities.models import FiscalYearBasis, Officer
from municipalities.page_parts import Link, Tag
from municipalities.questions import number
from municipalities.tables import Cell, Column, Row, Table, row
from payments import schedules
from payments.models import Schedule, Stream
from payments.schedule_forms import STREAMS, ScheduleForm
from payments.schedules import Dates

SAMPLE = Decimal("1000000.00")


class SchedulesPage(Page):
    """A year's dates by stream, with their authority, and a million dollars cut by them."""

    template_name = "payments/schedules.html"
    permission = "read-all"
    asks = ("sfy",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the year's dates, recorded or the statute's own."""
        fund = get_object_or_404(Fund, code=kwargs["fund"])
        sfy = number(self.request, "sfy") or sfy_of(self.today)
        recorded = Schedule.objects.filter(fund=fund).order_by("-sfy")
        door = Link("Record a schedule", reverse("schedule_record", args=[fund.code]))
        kwargs["fund"] = fund
        return super().get_context_data(
            sfy=sfy,
            dates=dates(fund.code, sfy),
            recorded=[
                Link(f"SFY{each}", f"?sfy={each}")
                for each in dict.fromkeys(recorded.values_list("sfy", flat=True))
            ],
            doors=[door] if self.officer.may("prepare-run") else [],
            **kwargs,
        )


def dates(fund: str, sfy: int) -> Table:
    """Show every payment date of a year, and what of a million dollars falls on it."""
    rows: list[Row] = []
    for stream in STREAMS.get(fund, ()):
        bases = FiscalYearBasis.Basis.values if stream == Stream.DIFFERENCE else [""]
        for basis in bases:
            try:
                found = schedules.of(fund, sfy, stream.value, basis)
            except Refusal as no:
                rows.append(row(Cell(stream.label, second=basis), None, None, None, None, str(no)))
                continue
            rows += _rows(stream, basis, found)
    return _table(rows, fund)


def _table(rows: list[Row], fund: str) -> Table:
    return Table(
        caption="By day. A million dollars is cut as a municipality’s total is, to the cent",
        columns=[
            Column("Of what", "words"),
            Column("Due", "date"),
            Column("Deposit", "date"),
            Column("Percent", "percent", places=2),
            Column("Of $1,000,000.00", "money"),
            Column("Authority", "words"),
        ],
        rows=rows,
        on_phone="frame",
        fund=fund,
        empty="No dates. Zone money is paid by voucher, on the day a warrant names.",
    )


def _rows(stream: Stream, basis: str, found: Dates) -> list[Row]:
    parts = money.installments(SAMPLE, found.percents)
    of = f"{basis} budget year" if basis else ""
    return [
        row(
            Cell(stream.label, second=of),
            due.statutory_on,
            Cell(due.deposit_on, tag=Tag("Moved") if due.deposit_on != due.statutory_on else None),
            due.percent,
            part,
            found.authority,
        )
        for due, part in zip(found.dates, parts, strict=True)
    ]


class ScheduleDoor(FundDoor):
    """Record a year's dates in the place of the statute's."""

    permission = "prepare-run"
    form_class = ScheduleForm
    template_name = "payments/schedule_record.html"
    heading = "Record a schedule"
    lede = "Practice may set other dates than the statute; the authority stands on every payment."
    after = "It holds for what is planned from now on; what is released stays as it was."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the fund's streams."""
        return super().get_form_kwargs() | {"fund": self.fund}

    def get_initial(self) -> dict[str, Any]:
        """Suggest the coming year."""
        return {"sfy": sfy_of(self.today) + 1}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Show the dates first when that is asked, else record them."""
        if "show" not in self.request.POST:
            return super().form_valid(form)
        answers = form.cleaned_data
        try:
            found = schedules.preview(
                self.fund, answers["sfy"], answers["days"], answers["authority"]
            )
        except Refusal as no:
            form.add_error(None, str(no))
            return self.form_invalid(form)
        shown = _table(_rows(Stream(answers["stream"]), answers["basis"], found), self.fund.code)
        return self.render_to_response(self.get_context_data(form=form, dates=shown))

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        self.sfy = answers["sfy"]
        made = schedules.record(
            self.fund, self.sfy, answers["stream"], answers["days"],
            authority=answers["authority"], on=self.today, by=by, basis=answers["basis"],
        )  # fmt: skip
        return f"{made}: {made.lines.count()} dates are on record."

    def get_success_url(self) -> str:
        """Go to the year's dates."""
        found = reverse("schedules", args=[self.fund.code])
        return f"{found}?sfy={self.sfy}" if hasattr(self, "sfy") else found
