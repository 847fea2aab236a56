"""The only home of the doors to year-end reviews: begin one or all, look through, conclude."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import year_reviews
from funds.models import YearReview
from funds.queries import reviews as queries
from funds.review_forms import BeginForm, ConcludeForm, LookForm
from funds.views.review_doors import ReviewDoor
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term

AT_ONCE = 25  # expenditures on one form


class BeginAllDoor(Door):
    """Begin the review of every zone that spent in a year and has none yet."""

    permission = "find"
    form_class = BeginForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the year on the button."""
        return super().get_form_kwargs() | {"act": f"Begin the reviews of SFY{self.kwargs['sfy']}"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say how many zones it is about."""
        sfy = self.kwargs["sfy"]
        zones = self._zones()
        return super().get_context_data(
            heading=f"Begin the reviews of SFY{sfy}",
            lede="The Department reviews what each zone spent, after the year has ended.",
            about=[Term(each.zone.name, each.spent) for each in zones],
            about_title=f"Zones without a review: {len(zones)}",
            after="Each zone’s review is drawn by its own seed. 52:27H-88 j.",
            back=Link(f"Reviews of SFY{sfy}", self.get_success_url()),
            **kwargs,
        )

    def _zones(self) -> list[queries.ZoneYear]:
        found = queries.of_state(self.kwargs["sfy"], self.today)
        return [each for each in found if each.count and each.review is None]

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Begin each."""
        zones = self._zones()
        for each in zones:
            year_reviews.begin(
                each.zone, self.kwargs["sfy"], answers["sample"], on=self.today, by=by
            )
        return f"Reviews of SFY{self.kwargs['sfy']} begun: {len(zones)}."

    def get_success_url(self) -> str:
        """Go to the year's reviews."""
        return f"{reverse('year_reviews')}?sfy={self.kwargs['sfy']}"


class BeginDoor(ReviewDoor):
    """Begin the review of one zone's year, or draw what was dated in it since."""

    permission = "find"
    form_class = BeginForm
    heading = "Begin the year-end review"
    lede = "The Department reviews what the zone spent, after the year has ended. 52:27H-88 j."
    after = "Begun again, it keeps its sample and adds what was dated in the year since."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the year on the button."""
        return super().get_form_kwargs() | {
            "act": f"Draw the expenditures of SFY{self.kwargs['sfy']}"
        }

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Begin it."""
        sfy = self.kwargs["sfy"]
        made = year_reviews.begin(self.zone, sfy, answers["sample"], on=self.today, by=by)
        return f"Drawn: {made.expenditures.count()} of {made.spent_count} expenditures."

    def get_success_url(self) -> str:
        """Go to the review, or where there is none yet back to the zone's reviews."""
        of = [self.zone.pk, self.kwargs["sfy"]]
        return reverse("year_review", args=of) if self._begun() else super().get_success_url()

    def _begun(self) -> bool:
        return bool(self.zone.year_reviews.filter(sfy=self.kwargs["sfy"]).exists())


class OneReviewDoor(ReviewDoor):
    """A door of one review that was begun."""

    @cached_property
    def review(self) -> YearReview:
        """The review of the address, if its zone may be seen."""
        return get_object_or_404(self.zone.year_reviews.all(), sfy=self.kwargs["sfy"])

    def get_success_url(self) -> str:
        """Go back to the review."""
        return reverse("year_review", args=[self.zone.pk, self.review.sfy])


class LookDoor(OneReviewDoor):
    """Say of each expenditure whether it is consistent with the act."""

    permission = "find"
    form_class = LookForm
    heading = "Look through the expenditures"
    lede = "What is inconsistent with the act needs a note; a finding names it afterwards."
    after = "What was said can be changed until the review is concluded. 52:27H-88 j."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Show what is not looked at yet; when all is, everything again."""
        rows = self.review.expenditures.select_related("posting").order_by("-posting")
        unseen = list(rows.filter(outcome="")[:AT_ONCE])
        if self.request.method == "POST":
            sent = {
                key.removeprefix("outcome_") for key in self.request.POST if key[:8] == "outcome_"
            }
            unseen = [each for each in rows if str(each.pk) in sent]
        return super().get_form_kwargs() | {"rows": unseen or list(rows[:AT_ONCE])}

    def form_valid(self, form: Any) -> Any:
        """Gather what was said of each row."""
        form.cleaned_data["said"] = form.said()
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Keep it."""
        year_reviews.look(self.review, answers["said"], on=self.today, by=by)
        left = self.review.expenditures.filter(outcome="").count()
        return f"Looked at: {len(answers['said'])}. Left to look at: {left}."


class ConcludeDoor(OneReviewDoor):
    """Conclude a review as another person."""

    permission = "confirm-finding"
    form_class = ConcludeForm
    heading = "Conclude the review"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Where the form is sent."""
        return super().get_form_kwargs() | {"to": self.request.path}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Conclude it."""
        year_reviews.conclude(self.review, answers["conclusion"], on=self.today, by=by)
        return f"The review of SFY{self.review.sfy} is concluded."
