"""The only home of the page of what a review prepared, and of the second person's answer."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import reviews
from funds.models import Review
from funds.review_forms import ConfirmForm
from municipalities.access import Scope
from municipalities.doors import Door, Page
from municipalities.models import Officer
from municipalities.page_parts import Link, Panel, Tag, Term
from municipalities.tables import Cell, Column, Table, row

DUTIES = {
    Review.Kind.FINDING: "confirm-finding",
    Review.Kind.WITHHOLDING: "order-withholding",
}


def state_of(review: Review) -> Tag:
    """Say a review's state in words."""
    if review.sent_back:
        return Tag("Sent back", "")
    if review.finding_id or review.order_id:
        return Tag("Confirmed", "good")
    return Tag("Waits for confirmation", "now")


def visible(scope: Scope) -> QuerySet[Review]:
    """Return the reviews that may be seen."""
    found = Review.objects.select_related(
        "zone", "finding", "year_review", "prepared_by__office", "decided_by__office"
    )
    return scope.filter(found, "zone")


class ReviewPage(Page):
    """One finding or order as it was prepared, and the second person's answer."""

    template_name = "funds/review.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible review."""
        review = get_object_or_404(visible(self.scope), pk=kwargs["pk"])
        return super().get_context_data(
            review=review,
            zone=review.zone,
            state=state_of(review),
            about=_about(review),
            named=_named(review) if review.kind == Review.Kind.FINDING else None,
            panel=_panel(review, self),
            **kwargs,
        )


def _about(review: Review) -> list[Term]:
    terms = [Term("Reason", review.reason)]
    if review.year_review is not None:
        to = reverse("year_review", args=[review.zone_id, review.year_review.sfy])
        terms.append(Term("Found by", f"the year-end review of SFY{review.year_review.sfy}", to))
    if review.finding is not None:
        to = reverse("finding", args=[review.finding.pk])
        terms.append(Term("What is owed", f"finding {review.finding}", to))
    if review.sent_back:
        terms.append(Term("Sent back because", review.sent_back))
    return terms


def _named(review: Review) -> Table:
    rows = review.expenditures.select_related("posting")
    return Table(
        caption="Expenditures it names ($)",
        caption_unseen=True,
        columns=[
            Column("Expenditure"),
            Column("Day", "date"),
            Column("Inconsistent amount", "money"),
        ],
        rows=[
            row(
                Cell(
                    f"Posting {each.posting.number}",
                    reverse("posting", args=[each.posting_id]),
                    second=each.posting.note,
                ),
                each.posting.effective_on,
                Cell(each.amount, reverse("posting", args=[each.posting_id])),
            )
            for each in rows
        ],
        totals=[row("Together", Cell(blank=True), review.amount)],
        fund="zone-assistance",
    )


def _panel(review: Review, page: ReviewPage) -> Panel:
    people = [
        Term("Prepared", str(review.prepared_by)),
        Term("On", f"{review.prepared_on:%b %-d, %Y}"),
    ]
    if review.decided_by is not None:
        people.append(Term("Decided", str(review.decided_by)))
    blocked = _blocked(review, page)
    return Panel(
        title="Confirmation",
        people=people,
        form=None if blocked else _form(review),
        blocked=blocked,
        act="" if review.decided_by_id else _act(review),
        after="A confirmed finding is owed from then on, and an order to withhold funding waits "
        "for a signature beside it; an order stops what is new at once. 52:27H-88 j.",
    )


def _blocked(review: Review, page: ReviewPage) -> str:
    if review.decided_by_id:
        return f"Decided on {review.decided_on:%b %-d, %Y}."
    if not page.officer.may(DUTIES[Review.Kind(review.kind)]):
        return "The director of the Department confirms it."
    if page.officer.person_id == review.prepared_by.person_id:
        return "You prepared it. Another person confirms it."
    return ""


def _act(review: Review) -> str:
    return f"Confirm ${review.amount:,.2f}" if review.amount else "Sign the order"


def _form(review: Review) -> ConfirmForm:
    return ConfirmForm(act=_act(review), to=reverse("review_confirm", args=[review.pk]))


class ConfirmDoor(Door):
    """Confirm what a review prepared, or send it back."""

    form_class = ConfirmForm

    @cached_property
    def review(self) -> Review:
        """The review of the address, if it may be seen."""
        return get_object_or_404(visible(self.scope), pk=self.kwargs["pk"])

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Ask for the duty that the kind of review needs."""
        self.permission = DUTIES[Review.Kind(self.review.kind)]
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act on the button."""
        to = reverse("review_confirm", args=[self.review.pk])
        return super().get_form_kwargs() | {"act": _act(self.review), "to": to}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, what it is about and the way back."""
        return super().get_context_data(
            heading=f"Confirm {self.review}",
            lede=self.review.reason,
            about=_about(self.review),
            back=Link(str(self.review), reverse("review", args=[self.review.pk])),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Confirm, or send back with the reason."""
        if "back" in self.request.POST:
            reviews.send_back(self.review, answers["reason"], on=self.today, by=by)
            return f"{self.review} is sent back."
        reviews.confirm(self.review, on=self.today, by=by)
        return f"{self.review} is confirmed."

    def get_success_url(self) -> str:
        """Go to the order that waits for a signature beside the finding, or back to the review."""
        waiting = Review.objects.filter(
            zone=self.review.zone_id, kind=Review.Kind.WITHHOLDING, decided_by=None
        ).first()
        follows = self.review.kind == Review.Kind.FINDING and "back" not in self.request.POST
        found = waiting if waiting and follows else self.review
        return reverse("review", args=[found.pk])
