"""The only home of the table of holidays on screen, and of its doors: enter a day, strike one."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from municipalities.closed_days import DUTY
from municipalities.doors import Door, Page
from municipalities.models import Holiday, Officer
from municipalities.page_parts import Link, Term
from municipalities.questions import UnknownQuestion, number
from municipalities.tables import Cell, Column, Row, Table, row
from payments.calendar import holidays
from payments.calendar_forms import HolidayForm, StrikeForm
from payments.views.calendar import YEARS


class HolidayList(Page):
    """The weekdays of a year on which State offices or Reserve Banks are closed, side by side."""

    template_name = "payments/holidays.html"
    asks = ("year",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the year's rows, struck ones too."""
        year = number(self.request, "year") or self.today.year
        if year not in YEARS:
            raise UnknownQuestion(f"The calendar runs from {YEARS[0]} through {YEARS[-1]}.")
        may = self.officer.may(DUTY)
        found = Holiday.objects.filter(falls_on__year=year)
        found = found.select_related("entered_by__office", "struck_by__office")
        door = Link("Enter a holiday", reverse("holiday_enter"))
        return super().get_context_data(
            year=year,
            years=[each for each in (year - 1, year + 1) if each in YEARS],
            standing=self._table([each for each in found if each.struck_on is None], year, may),
            struck=_struck([each for each in found if each.struck_on]),
            doors=[door] if may else [],
            **kwargs,
        )

    def _table(self, found: list[Holiday], year: int, may: bool) -> Table:
        both = {each.falls_on for each in found if each.whose == Holiday.Whose.BANKS}
        both &= {each.falls_on for each in found if each.whose == Holiday.Whose.OFFICES}
        return Table(
            caption=f"Weekdays that are closed in {year}",
            columns=[
                Column("Day"),
                Column("Who is closed"),
                Column("Holiday", "words"),
                Column("Entered", "words"),
                *([Column("Change")] if may else []),
            ],
            rows=[
                self._row(each, may, alone=each.falls_on not in both)
                for each in found
            ],
            caption_unseen=True,
            on_phone="blocks",
            empty="No row. The rule that seeded the other years holds.",
        )  # fmt: skip

    def _row(self, each: Holiday, may: bool, *, alone: bool) -> Row:
        strike = Cell(None, nothing="Past")
        if each.falls_on > self.today:
            strike = Cell("Strike it", reverse("holiday_strike", args=[each.pk]))
        return row(
            f"{each.falls_on:%a, %b %-d, %Y}".replace(" ", "\N{NO-BREAK SPACE}"),
            Cell(each.get_whose_display(), second="Alone" if alone else ""),
            Cell(each.name, second=each.authority),
            _by(each),
            *([strike] if may else []),
            lit=each.entered_by is not None,
        )


def _by(each: Holiday) -> str:
    if each.entered_by is None or each.entered_on is None:
        return "Seeded by rule"
    return f"{each.entered_by}, {each.entered_on:%b} {each.entered_on.day}, {each.entered_on.year}"


def _struck(found: list[Holiday]) -> Table:
    return Table(
        caption="Struck: working days again",
        columns=[Column("Day", "date"), Column("Who"), Column("Holiday", "words"),
                 Column("Why", "words"), Column("By", "words")],
        rows=[
            row(each.falls_on, each.get_whose_display(), each.name, each.struck_because,
                f"{each.struck_by}")
            for each in found
        ],
        caption_unseen=True,
        on_phone="blocks",
        empty="None was struck.",
    )  # fmt: skip


class EnterHoliday(Door):
    """Enter a day on which they are closed; what was planned for it moves."""

    permission = DUTY
    form_class = HolidayForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what follows."""
        return super().get_context_data(
            heading="Enter a holiday",
            lede="A weekday on which State offices or the Reserve Banks are closed.",
            after="Deposits planned for a day the banks are closed move at once; what is released "
            "stays as it was.",
            back=Link("Holidays", reverse("holidays")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Enter it, and move what was planned."""
        asked = (answers[name] for name in ("whose", "falls_on", "name", "authority"))
        made, moved = holidays.enter(*asked, on=self.today, by=by)
        self.year = made.falls_on.year
        return f"{made}: entered. {_moved(moved)}"

    def get_success_url(self) -> str:
        """Go to its year."""
        return f"{reverse('holidays')}?year={getattr(self, 'year', self.today.year)}"


def _moved(count: int) -> str:
    if not count:
        return "No planned installment moved."
    return f"{count} planned installment{'' if count == 1 else 's'} moved to another day."


class StrikeHoliday(Door):
    """Strike a holiday: the day is worked after all."""

    permission = DUTY
    form_class = StrikeForm

    @cached_property
    def holiday(self) -> Holiday:
        """The holiday of the address."""
        return get_object_or_404(Holiday, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what is struck."""
        each = self.holiday
        return super().get_context_data(
            heading="Strike a holiday",
            lede=f"{each}.",
            about=[Term("Who is closed", each.get_whose_display()), Term("Basis", each.authority)],
            after="The row stays on record with your reason; the day is a working day again.",
            back=Link("Holidays", reverse("holidays")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Strike it, and move what was planned."""
        struck, moved = holidays.strike(self.holiday, answers["because"], on=self.today, by=by)
        return f"{struck}: struck. {_moved(moved)}"

    def get_success_url(self) -> str:
        """Go to its year."""
        return f"{reverse('holidays')}?year={self.holiday.falls_on.year}"
