"""The only home of the pages of reviews: a zone's findings and orders, and one to confirm."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import reviews
from funds.models import Review, WithholdingOrder
from funds.queries import projects as queries
from funds.views.review_doors import STEPS
from funds.views.zone import parts_of
from funds.zone_forms import ConfirmForm
from municipalities.access import Scope
from municipalities.doors import Door, Page
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Link, Panel, Tag, Term
from municipalities.tables import Cell, Column, Row, Table, row

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


class ReviewList(Page):
    """What reviews of a zone found, prepared and decided."""

    template_name = "funds/reviews.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List a visible zone's reviews and the order that stands."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        order = WithholdingOrder.objects.filter(zone=zone, lifted_on=None).first()
        return super().get_context_data(
            zone=zone,
            parts=parts_of(zone, "reviews"),
            order=order,
            order_rows=_order_rows(order) if order else (),
            doors=self._doors(zone, order),
            reviews=Table(
                caption="Findings and withholding orders, the latest first ($)",
                columns=[
                    Column("Review"),
                    Column("Prepared", "date"),
                    Column("Reason", "words"),
                    Column("Amount", "money"),
                    Column("State", "state"),
                ],
                rows=[_row(each) for each in queries.reviews(zone)],
                empty="No review. One appears when a DCA analyst prepares it.",
            ),
            **kwargs,
        )

    def _doors(self, zone: EnterpriseZone, order: WithholdingOrder | None) -> list[Link]:
        may = self.officer.may
        doors = [("find", Link("Record a finding", reverse("find", args=[zone.pk])))]
        if order is None:
            link = Link("Withhold funding", reverse("withhold", args=[zone.pk]))
            doors.append(("prepare-withholding", link))
        for step, (duty, words, _) in STEPS.items() if order else ():
            doors.append((duty, Link(words, reverse("order_step", args=[zone.pk, step]))))
        return [link for duty, link in doors if may(duty)]


def _order_rows(order: WithholdingOrder) -> list[Term]:
    steps = (
        ("Withheld since", order.from_on),
        ("Plan entered into", order.plan_entered_on),
        ("Plan complied with", order.plan_complied_on),
    )
    rows = [Term(label, f"{on:%b %-d, %Y}" if on else "None yet") for label, on in steps]
    return [*rows, Term("Reason", order.reason), Term("Ordered by", str(order.ordered_by))]


def _row(review: Review) -> Row:
    link = reverse("review", args=[review.pk])
    return row(
        Cell(str(review), link, second=review.get_kind_display()),
        review.prepared_on,
        review.reason,
        Cell(review.amount, link),
        state_of(review),
    )


def visible(scope: Scope) -> QuerySet[Review]:
    """Return the reviews that may be seen."""
    found = Review.objects.select_related(
        "zone", "posting", "prepared_by__office", "decided_by__office"
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
            panel=_panel(review, self),
            **kwargs,
        )


def _about(review: Review) -> list[Term]:
    terms = [Term("Reason", review.reason)]
    if review.posting is not None:
        link = reverse("posting", args=[review.posting.pk])
        terms.insert(0, Term("Expenditure", f"posting {review.posting.number}", link))
        terms.append(Term("Inconsistent amount", review.amount, link, in_dollars=True))
    if review.sent_back:
        terms.append(Term("Sent back because", review.sent_back))
    return terms


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
        after="A confirmed finding is owed from then on; an order stops what is new at once.",
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
            back=Link(str(self.review), self.get_success_url()),
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
        """Go back to the review."""
        return reverse("review", args=[self.review.pk])
