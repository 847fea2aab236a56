"""The only home of the calendar's page: a month at a glance, or a year by its dates."""

from calendar import Calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.urls import reverse

from funds.models import Fund
from funds.rules.fiscal_year import sfy_of
from municipalities import open_days
from municipalities.doors import Page
from municipalities.models import Holiday
from municipalities.page_parts import Figure, Link, Tag
from municipalities.questions import UnknownQuestion, day, number, one_of
from municipalities.tables import Cell, Column, Table, row
from payments.calendar import concerns, dates
from payments.calendar.dates import Dated

YEARS = range(1998, 2051)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NEXT = {
    dates.DEPOSIT: "Next deposit",
    dates.FILING: "Next filing",
    dates.YEAR: "Fiscal year turns",
}
SHORT = {Holiday.Whose.BANKS: "Banks closed", Holiday.Whose.OFFICES: "State offices closed"}


@dataclass(frozen=True)
class Square:
    """A day of the month's sheet: what is acted on it, and who is closed."""

    on: date
    inside: bool
    dates: list[Dated]
    closed: list[str]
    today: bool


class CalendarPage(Page):
    """The dates that concern the office: of a month as a sheet, of a fiscal year as a list."""

    template_name = "payments/calendar.html"
    asks = ("month", "sfy", "fund")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Make the dates from the clauses, and keep what concerns the office."""
        fund = one_of(self.request, "fund", [each.code for each in Fund.objects.all()])
        concern = concerns.of_office(self.officer.office, self.today)
        sfy, first = self._asked()
        made = dates.of_years(sfy, sfy) if sfy else dates.between(first, _last(first))
        found = [each for each in concern.keep(made) if fund in ("", each.fund)]
        shown = {"sheet": None} if sfy else {"sheet": _sheet(first, found, self.today)}
        return super().get_context_data(
            sfy=sfy,
            month=first,
            fund=fund,
            funds=Fund.objects.all(),
            listed=_listed(found, f"SFY{sfy}" if sfy else f"{first:%B %Y}"),
            weekdays=WEEKDAYS,
            steps=_steps(sfy, first, fund),
            figures=_figures(concern.keep(dates.between(self.today, _in_a_year(self.today)))),
            doors=[Link("Holidays", reverse("holidays")), Link("Subscribe", reverse("feed"))],
            **shown,
            **kwargs,
        )

    def _asked(self) -> tuple[int | None, date]:
        """Return the fiscal year that is asked for, or else the first day of the month."""
        sfy, month = number(self.request, "sfy"), day(self.request, "month") or self.today
        if (sfy or month.year) not in YEARS:
            raise UnknownQuestion(f"The calendar runs from {YEARS[0]} through {YEARS[-1]}.")
        return sfy, month.replace(day=1)


def _last(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _in_a_year(on: date) -> date:
    return on + timedelta(days=365)


def _figures(coming: list[Dated]) -> list[Figure]:
    """The next deposit, the next filing, and the next end of a year that concern the office."""
    figures = []
    for kind, label in NEXT.items():
        first = next((each for each in coming if each.kind == kind), None)
        note = f"{first.what}. {first.authority}" if first else "None in the next twelve months."
        words = f"{first.acted_on:%b %-d, %Y}" if first else None
        figures.append(Figure(label, words, note))
    return figures


def _sheet(first: date, found: list[Dated], today: date) -> list[list[Square]]:
    """Lay the month's weeks out, Monday first."""
    closed = {
        whose: open_days.closed(whose, year)
        for whose in Holiday.Whose
        for year in {first.year}
    }  # fmt: skip
    return [
        [
            Square(
                on,
                on.month == first.month,
                [each for each in found if each.acted_on == on],
                [f"{SHORT[w]}: {days[on]}" for w, days in closed.items() if on in days],
                on == today,
            )
            for on in week
        ]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]


def _steps(sfy: int | None, first: date, fund: str) -> list[Link]:
    """The sheet or list before and after, and the other of the two."""
    also = f"&fund={fund}" if fund else ""
    if sfy:
        sides = [Link(f"SFY{each}", f"?sfy={each}{also}") for each in (sfy - 1, sfy + 1)
                 if each in YEARS]  # fmt: skip
        return [*sides, Link("By month", f"?month={date(sfy - 1, 7, 1)}{also}")]
    near = ((first - timedelta(days=1)).replace(day=1), _last(first) + timedelta(days=1))
    sides = [Link(f"{each:%B %Y}", f"?month={each}{also}") for each in near if each.year in YEARS]
    return [*sides, Link(f"All of SFY{sfy_of(first)}", f"?sfy={sfy_of(first)}{also}")]


def _listed(found: list[Dated], of: str) -> Table:
    return Table(
        caption=f"{of}: each date with the clause that names it",
        columns=[
            Column("Day"),
            Column("What", "words"),
            Column("Statutory date", "date"),
            Column("Rule", "words"),
            Column("Authority", "words"),
        ],
        rows=[
            row(
                Cell(_whole(each.acted_on), tag=Tag("Moved") if each.moved else None),
                Cell(each.what, second=_of(each)),
                each.statutory_on,
                each.rule,
                each.authority,
                lit=each.moved,
            )
            for each in found
        ],
        on_phone="blocks",
        caption_unseen=True,
        empty="No date of yours. The year’s list shows the others.",
    )


def _whole(on: date) -> str:
    """The day with its weekday, kept on one line."""
    return f"{on:%a, %b %-d, %Y}".replace(" ", "\N{NO-BREAK SPACE}")


def _of(each: Dated) -> str:
    basis = f", {each.basis} budget year" if each.basis else ""
    return f"{dates.KINDS[each.kind]}, {NAMES[each.fund]}, SFY{each.sfy}{basis}"


NAMES = {
    dates.ZONES: "zone assistance",
    dates.RECEIPTS: "energy tax receipts",
    dates.HIGHLANDS: "Highlands",
}
