"""The only home of the year-end review: begun, looked through, concluded. 52:27H-88 j.

What it finds is prepared and confirmed by `funds/reviews.py`.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import Sum

from funds import ledger
from funds.duties import refuse_same_person
from funds.models import (
    Expenditure,
    FindingExpenditure,
    PreparedExpenditure,
    ReviewedExpenditure,
    YearReview,
)
from funds.refusal import Refusal
from funds.rules import sampling
from funds.rules.fiscal_year import last_day
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities import offices
from municipalities.models import EnterpriseZone, Officer

CITE = "52:27H-88 j."
Outcome = ReviewedExpenditure.Outcome


def spent_in(zone: EnterpriseZone, sfy: int) -> dict[int, Decimal]:
    """Return what the zone spent in the year, in dollars by posting; what was voided is off."""
    ours = Expenditure.objects.filter(encumbrance__zone=zone).order_by()
    spent = ours.filter(posting__sfy=sfy, takes_back=None).values_list("posting")
    back = ours.filter(takes_back__posting__sfy=sfy).values_list("takes_back__posting")
    voided = dict(back.annotate(total=Sum("amount")))
    net = {pk: total + voided.get(pk, ZERO) for pk, total in spent.annotate(total=Sum("amount"))}
    return {pk: amount for pk, amount in sorted(net.items()) if amount > 0}


@transaction.atomic
def begin(
    zone: EnterpriseZone, sfy: int, sample_size: int | None = None, *, on: date, by: Officer
) -> YearReview:
    """Begin the review of what a zone spent in a year that has ended, of all or of a sample.

    The seed is what the book's chain ends with on that day: nobody chooses it, and it is kept, so
    the same sample can be drawn again. Begun again, it draws what was dated in the year since.
    Raises Refusal before the year has ended and when the review was concluded.
    """
    offices.require(by, "find", on=on)
    head = ledger.hold(FUND)
    if on <= last_day(sfy):
        raise Refusal(f"SFY{sfy} ends on {last_day(sfy)}: its review begins after that.", CITE)
    if sample_size is not None and sample_size < 1:
        raise Refusal(f"{zone}: a sample holds at least one expenditure.", CITE)
    review, _ = YearReview.objects.get_or_create(
        zone=zone,
        sfy=sfy,
        defaults={
            "sample_size": sample_size,
            "seed": f"SFY{sfy}/{zone.pk}/{head.hash[:16]}",
            "spent_count": 0,
            "spent_total": ZERO,
            "begun_by": by,
            "begun_on": on,
        },
    )
    _refuse_concluded(review)
    _draw(review)
    return review


def _draw(review: YearReview) -> None:
    """Add what the seed draws of the year's expenditures and is not drawn yet."""
    spent = spent_in(review.zone, review.sfy)
    drawn = sampling.draw(spent, review.sample_size, review.seed)
    had = set(review.expenditures.values_list("posting", flat=True))
    ReviewedExpenditure.objects.bulk_create(
        ReviewedExpenditure(review=review, posting_id=pk, amount=spent[pk])
        for pk in drawn
        if pk not in had
    )
    review.spent_count, review.spent_total = len(spent), sum(spent.values(), ZERO)
    review.save(update_fields=["spent_count", "spent_total"])


def _refuse_concluded(review: YearReview) -> None:
    if review.concluded_by_id:
        raise Refusal(f"{review} was concluded on {review.concluded_on}.", CITE)


@transaction.atomic
def look(
    review: YearReview, said: Mapping[int, tuple[str, str]], *, on: date, by: Officer
) -> YearReview:
    """Record what the reviewer says of expenditures: outcome and note, by the rows' keys.

    Raises Refusal for a row of another review, an inconsistent one without a note, and when the
    review was concluded.
    """
    offices.require(by, "find", on=on)
    ledger.hold(FUND)
    review.refresh_from_db()
    _refuse_concluded(review)
    rows = {each.pk: each for each in review.expenditures.filter(pk__in=said)}
    for pk, (outcome, note) in said.items():
        if pk not in rows:
            raise Refusal(f"{review} does not look at that expenditure.", CITE)
        if outcome == Outcome.INCONSISTENT and not note.strip():
            raise Refusal(
                f"#{rows[pk].posting.number}: a note says what is inconsistent with the act.", CITE
            )
        row = rows[pk]
        row.outcome, row.note = Outcome(outcome), note.strip()
        row.looked_by, row.looked_on = by, on
        row.save(update_fields=["outcome", "note", "looked_by", "looked_on"])
    return review


@transaction.atomic
def conclude(review: YearReview, conclusion: str, *, on: date, by: Officer) -> YearReview:
    """Conclude a review as another person than who began it; concluded again, it stays as it is.

    Raises Refusal without a conclusion in words, while an expenditure is not looked at, while one
    that is inconsistent is in no finding, and when more was dated in the year since.
    """
    offices.require(by, "confirm-finding", on=on)
    ledger.hold(FUND)
    review.refresh_from_db()
    if review.concluded_by_id:
        return review
    refuse_same_person(f"{review}, conclusion", review.begun_by, by)
    _refuse_unfinished(review)
    if not conclusion.strip():
        raise Refusal(f"{review}: its conclusion says what was found, or that nothing was.", CITE)
    review.concluded_by, review.concluded_on, review.conclusion = by, on, conclusion.strip()
    review.save(update_fields=["concluded_by", "concluded_on", "conclusion"])
    return review


def _refuse_unfinished(review: YearReview) -> None:
    unseen = review.expenditures.filter(outcome="").count()
    if unseen:
        raise Refusal(f"{review}: expenditures not looked at yet: {unseen}.", CITE)
    spent = spent_in(review.zone, review.sfy)
    if (len(spent), sum(spent.values(), ZERO)) != (review.spent_count, review.spent_total):
        raise Refusal(
            f"{review}: expenditures were dated in SFY{review.sfy} since it was drawn. Begin it "
            "again; what was looked at stays.",
            CITE,
        )
    for each in unconfirmed(review):
        raise Refusal(
            f"{review}: #{each.posting.number} is inconsistent with the act and stands in no "
            "confirmed finding yet.",
            CITE,
        )


def unconfirmed(review: YearReview) -> list[ReviewedExpenditure]:
    """Return the inconsistent expenditures that no confirmed finding names."""
    rows = review.expenditures.filter(outcome=Outcome.INCONSISTENT).select_related("posting")
    found = FindingExpenditure.objects.filter(finding__zone=review.zone)
    return list(rows.exclude(posting__in=found.values("posting")).order_by("posting"))


def unanswered(review: YearReview) -> list[ReviewedExpenditure]:
    """Return the inconsistent expenditures that no finding names, prepared or confirmed."""
    rows = review.expenditures.filter(outcome=Outcome.INCONSISTENT).select_related("posting")
    prepared = PreparedExpenditure.objects.filter(review__zone=review.zone, review__sent_back="")
    found = FindingExpenditure.objects.filter(finding__zone=review.zone)
    named = {*prepared.values_list("posting", flat=True), *found.values_list("posting", flat=True)}
    return [each for each in rows.order_by("posting") if each.posting_id not in named]
