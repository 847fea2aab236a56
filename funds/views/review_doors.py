"""The only home of the doors to review: find, and withhold until a plan is complied with."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import reviews
from funds.models import YearReview
from funds.queries import reviews as queries
from funds.review_forms import FindingForm, WithholdForm
from funds.views.zone_doors import ZoneDoor
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from municipalities.questions import number


class ReviewDoor(ZoneDoor):
    """A door of a zone's reviews, with the way back to them."""

    def about(self) -> list[Term]:
        """Say nothing beside the form of what may be encumbered."""
        return []

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Lead back to the reviews."""
        found = super().get_context_data(**kwargs)
        found["back"] = Link(
            f"{self.zone.name} zone reviews", reverse("reviews", args=[self.zone.pk])
        )
        return found

    def get_success_url(self) -> str:
        """Go to the zone's reviews."""
        return reverse("reviews", args=[self.zone.pk])


class FindDoor(ReviewDoor):
    """Prepare a finding: expenditures inconsistent with the act."""

    permission = "find"
    asks = ("year",)
    form_class = FindingForm
    heading = "Record a finding"
    lede = "Expenditures that a review found inconsistent with the act. 52:27H-88 j."
    after = "Another person confirms it; from then on the zone owes the amount."

    @cached_property
    def year_review(self) -> YearReview | None:
        """The year-end review whose inconsistent expenditures are found, if one is asked for."""
        sfy = number(self.request, "year")
        return get_object_or_404(self.zone.year_reviews.all(), sfy=sfy) if sfy else None

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the zone's expenditures, or those of the review, filled in."""
        review = self.year_review
        spent = queries.of_year(review) if review else queries.expenditures(self.zone)
        return super().get_form_kwargs() | {"spent": spent, "filled": review is not None}

    def get_initial(self) -> dict[str, Any]:
        """Suggest the next number of the zone, and the notes of the review as the reason."""
        count = self.zone.reviews.filter(kind="finding").count() + 1
        given: dict[str, Any] = {"number": f"F-{self.today.year}-{self.zone.pk}-{count}"}
        if self.year_review is not None:
            rows = self.year_review.expenditures.exclude(note="").values_list("note", flat=True)
            given["reason"] = "; ".join(dict.fromkeys(rows))[:300]
        return given

    def form_valid(self, form: Any) -> Any:
        """Gather the amounts into expenditures."""
        form.cleaned_data["expenditures"] = form.expenditures()
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Prepare it for confirmation."""
        made = reviews.prepare_finding(
            self.zone,
            answers["number"],
            answers["expenditures"],
            answers["reason"],
            on=self.today,
            by=by,
            year_review=self.year_review,
        )
        return f"Finding {made} waits for another person’s confirmation."


class WithholdDoor(ReviewDoor):
    """Prepare an order that withholds a zone's funding."""

    permission = "prepare-withholding"
    form_class = WithholdForm
    heading = "Withhold funding"
    lede = "Until a corrective action plan is entered into and complied with. 52:27H-88 j."
    after = "Credits go on and their clocks run; nothing new is encumbered, approved or paid."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Prepare it for signature."""
        reviews.prepare_withholding(self.zone, answers["reason"], on=self.today, by=by)
        return f"The order waits for the Director’s signature: {self.zone.name}."
