"""The only home of the quarter's list: place by place, and the look through one of them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import Http404
from django.urls import reverse

from municipalities import recertification
from municipalities.doors import Page
from municipalities.models import Officer, Recertification
from municipalities.office_forms import EndForm
from municipalities.page_parts import Link, Progress, Tag
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row
from municipalities.views.office_doors import OfficeDoor


class RecertificationList(Page):
    """Every place with serving officers, and who looked through its terms this quarter."""

    permission = "manage-offices"
    template_name = "municipalities/recertification.html"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Page the places; those nobody looked through stand first."""
        done = recertification.done(self.today)
        places = sorted(recertification.places(self.today), key=lambda place: place.key in done)
        page = page_of(self.request, places)
        table = Table(
            "Places and their terms",
            [Column("Place"), Column("Terms", "count"), Column("Never signed in", "count"),
             Column("No second factor", "count"), Column("Looked through", "state")],
            [_place(each, done.get(each.key)) for each in page],
            on_phone="blocks",
            empty="Nobody serves.",
        )  # fmt: skip
        looked = sum(place.key in done for place in places)
        return super().get_context_data(
            quarter=recertification.quarter(self.today),
            page=page,
            table=table,
            progress=Progress(
                "Places looked through", f"{looked} of {len(places)} places", looked, len(places)
            ),
            **kwargs,
        )


def _place(place: recertification.Place, done: Recertification | None) -> Row:
    by = f"{done.recertified_by.office}, {done.recertified_on:%b %-d}" if done else ""
    return row(
        Cell(place.name, reverse("recertify", args=[place.key])),
        place.terms,
        place.never_signed_in,
        place.without_factor,
        Cell(tag=Tag("Done", "good") if done else Tag("Waits"), second=by),
    )


class RecertifyDoor(OfficeDoor):
    """Look through the terms of a place, and say that they still are right."""

    permission = "manage-offices"
    form_class: type[forms.Form] = EndForm
    template_name = "municipalities/recertify.html"
    lede = "Everyone on the list still serves, and should. Whoever should not is ended first."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act on the button."""
        return super().get_form_kwargs() | {"act": "They are right"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the terms of the place."""
        terms = recertification.terms_of(self.kwargs["place"], self.today)
        if not terms:
            raise Http404
        name = recertification.name_of(terms[0].officer.office)
        context = super().get_context_data(
            heading=f"Who serves at {name}",
            table=_terms(name, terms),
            done=recertification.done(self.today).get(self.kwargs["place"]),
            quarter=recertification.quarter(self.today),
            **kwargs,
        )
        return context | {"back": Link("The quarter’s list", self.get_success_url())}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        made = recertification.record(self.kwargs["place"], on=self.today, by=by)
        return f"{made.terms} terms of {made.place} are right in {made.quarter}."

    def get_success_url(self) -> str:
        """Go back to the quarter's list."""
        return reverse("recertification")


def _terms(name: str, terms: list[recertification.Term]) -> Table:
    return Table(
        f"Serving at {name}",
        [Column("Office"), Column("Person"), Column("Since", "date"), Column("Last sign-in"),
         Column("Second factor", "state"), Column("Should not serve")],
        [
            row(
                term.officer.office.name,
                Cell(term.officer.person.label, second=term.officer.legal_basis),
                term.officer.from_on,
                _last(term),
                "Has one" if term.has_factor else "None yet",
                Cell("End the term", reverse("term", args=[term.officer.pk])),
            )
            for term in terms
        ],
        on_phone="blocks",
        caption_unseen=True,
    )  # fmt: skip


def _last(term: recertification.Term) -> str:
    if not term.signs_in:
        return "No sign-in"
    return f"{term.last_login:%b %-d, %Y}" if term.last_login else "Never"
