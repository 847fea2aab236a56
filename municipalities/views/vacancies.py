"""The only home of the page on empty offices: of the State, or of the places a person sees."""

from typing import Any

from django.urls import reverse

from municipalities import vacancies
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Tag
from municipalities.questions import page_of
from municipalities.recertification import name_of
from municipalities.tables import Cell, Column, Row, Table, row
from municipalities.vacancies import Vacancy


class Vacancies(Page):
    """The offices in which nobody can act today."""

    template_name = "municipalities/vacancies.html"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Page them."""
        page = page_of(self.request, vacancies.empty(self.today, self.scope.offices()))
        table = Table(
            f"Empty offices on {self.today:%b %-d, %Y}",
            [Column("Office"), Column("Place"), Column("Why", "state"), Column("Since", "date"),
             Column("What mends it")],
            [_line(each, self.officer) for each in page],
            on_phone="blocks",
            empty="No office is empty. One is when its term ends and nobody is seated.",
        )  # fmt: skip
        return super().get_context_data(page=page, table=table, **kwargs)


def _line(each: Vacancy, by: Officer) -> Row:
    return row(
        Cell(each.office.name, second=each.office.title),
        name_of(each.office),
        Cell(tag=Tag(each.why, "warn" if each.is_held else "bad")),
        Cell(each.since, nothing="Not recorded"),
        _mends(each, by),
    )


def _mends(each: Vacancy, by: Officer) -> Cell:
    """Lead whoever may seat somebody to the door; say to the others who may."""
    if by.may("manage-offices"):
        return Cell("Seat someone", reverse("seat", args=[each.office.pk]))
    if each.office.title == "cfo":
        own = each.office.municipality_id == by.office.municipality_id
        if own and by.may("seat-officers"):
            return Cell("Hand over", reverse("hand_over", args=[each.office.pk]))
        return Cell("The clerk hands it over")
    return Cell("Two administrators seat someone")
