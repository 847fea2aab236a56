"""The only home of the page of one zone's year-end review. 52:27H-88 j."""

from decimal import Decimal
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.models import ReviewedExpenditure, YearReview
from funds.queries import reviews as queries
from funds.review_forms import ConcludeForm
from funds.views.review_tables import year_state
from funds.views.zone import parts_of
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link, Panel, Tag, Term
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row

FUND = "zone-assistance"
ZERO = Decimal(0)


class YearReviewPage(Page):
    """One zone's review of a year: how it was drawn, each expenditure, and its conclusion."""

    template_name = "funds/year_review.html"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a review of a visible zone."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        review = get_object_or_404(
            zone.year_reviews.select_related("begun_by__office", "concluded_by__office"),
            sfy=kwargs["sfy"],
        )
        rows = review.expenditures.select_related("posting", "looked_by__office")
        unseen = rows.filter(outcome="").count()
        page = page_of(self.request, rows.order_by("-outcome", "-posting"))
        hidden = review.concluded_by_id is None and not self.officer.may("read-all")
        return super().get_context_data(
            zone=zone,
            review=review,
            parts=parts_of(zone, "reviews"),
            state=year_state(review),
            figures=_review_figures(review, rows, unseen, hidden=hidden),
            page=page,
            expenditures=_expenditures(list(page), hidden=hidden),
            panel=_panel(review, self, unseen),
            doors=self._doors(review),
            **kwargs,
        )

    def _doors(self, review: YearReview) -> list[Link]:
        exceptions = Link("Exceptions", reverse("exceptions", args=[review.zone_id]))
        if review.concluded_by_id or not self.officer.may("find"):
            return [exceptions]
        of = [review.zone_id, review.sfy]
        doors = [exceptions, Link("Look through it", reverse("year_review_look", args=of))]
        if queries.of_year(review):
            to = f"{reverse('find', args=[review.zone_id])}?year={review.sfy}"
            doors.append(Link("Record a finding", to))
        return [*doors, Link("Draw again", reverse("year_review_begin", args=of))]


def _review_figures(
    review: YearReview, rows: QuerySet[ReviewedExpenditure], unseen: int, *, hidden: bool
) -> list[Figure]:
    bad = rows.filter(outcome=ReviewedExpenditure.Outcome.INCONSISTENT)
    drawn = sum(rows.values_list("amount", flat=True), ZERO)
    wrong = sum(bad.values_list("amount", flat=True), ZERO)
    count = rows.count()
    return [
        Figure("Spent in the year", review.spent_total, f"Expenditures: {review.spent_count}."),
        Figure(
            "Drawn",
            drawn,
            f"A sample of {count}." if review.sample_size else "All of them.",
            "#expenditures",
        ),
        Figure("Looked at", f"{count - unseen} of {count}", "", "#expenditures"),
        Figure(
            "Inconsistent",
            "Under review" if hidden else wrong,
            "Expenditures that a finding may name. 52:27H-88 j.",
            "#expenditures",
        ),
    ]


def _expenditures(found: list[ReviewedExpenditure], *, hidden: bool) -> Table:
    return Table(
        caption="Expenditures that are reviewed ($)",
        columns=[
            Column("Expenditure"),
            Column("Day", "date"),
            Column("Amount", "money"),
            Column("Note", "words"),
            Column("Outcome", "state"),
        ],
        rows=[_expenditure_row(each, hidden=hidden) for each in found],
        fund=FUND,
        caption_unseen=True,
        empty="Nothing was spent in the year: there is nothing to look at.",
    )


def _expenditure_row(each: ReviewedExpenditure, *, hidden: bool) -> Row:
    link = reverse("posting", args=[each.posting_id])
    return row(
        Cell(f"Posting {each.posting.number}", link, second=each.posting.note),
        each.posting.effective_on,
        Cell(each.amount, link),
        Cell("" if hidden else each.note or None, nothing="None"),
        Tag("Under review", "now") if hidden else _outcome(each),
        lit=not hidden and each.outcome == ReviewedExpenditure.Outcome.INCONSISTENT,
    )


def _outcome(each: ReviewedExpenditure) -> Tag:
    tones: dict[str, Any] = {"consistent": "good", "inconsistent": "bad", "": ""}
    words = {"consistent": "Consistent", "inconsistent": "Inconsistent", "": "Not looked at"}
    return Tag(words[each.outcome], tones[each.outcome])


def _panel(review: YearReview, page: YearReviewPage, unseen: int) -> Panel:
    people = [
        Term("Begun", str(review.begun_by)),
        Term("On", f"{review.begun_on:%b %-d, %Y}"),
    ]
    if review.concluded_by is not None:
        people.append(Term("Concluded", str(review.concluded_by)))
    blocked = _blocked(review, page, unseen)
    to = reverse("year_review_conclude", args=[review.zone_id, review.sfy])
    return Panel(
        title="Conclusion",
        people=people,
        note=review.conclusion,
        form=None if blocked or review.concluded_by_id else ConcludeForm(to=to),
        blocked="" if review.concluded_by_id else blocked,
        act="Conclude the review" if blocked and not review.concluded_by_id else "",
        after="The sample is what the seed draws: the lowest SHA-256 of seed and posting. Anybody "
        "can draw it again.",
    )


def _blocked(review: YearReview, page: YearReviewPage, unseen: int) -> str:
    if unseen:
        return f"Expenditures not looked at yet: {unseen}."
    if not page.officer.may("confirm-finding"):
        return "The director of the Department concludes it."
    if page.officer.person_id == review.begun_by.person_id:
        return "You began it. Another person concludes it."
    return ""
