"""The only home of a review's two steps: one person prepares, another confirms or sends back.

What a confirmed review does has its homes in `funds/compliance.py` and `funds/withholding.py`.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import compliance, ledger, withholding
from funds.duties import refuse_same_person
from funds.models import Posting, PreparedExpenditure, Review, YearReview
from funds.refusal import Refusal
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities import offices
from municipalities.models import EnterpriseZone, Officer

CITE = "52:27H-88 j."


@transaction.atomic
def prepare_finding(
    zone: EnterpriseZone,
    number: str,
    expenditures: Mapping[Posting, Decimal],
    reason: str,
    *,
    on: date,
    by: Officer,
    year_review: YearReview | None = None,
) -> Review:
    """Prepare a finding of exact expenditures for confirmation, once by its number.

    Raises Refusal when a posting is no expenditure of the zone, when more is found than was spent
    and not yet found, and when the number names another one.
    """
    offices.require(by, "find", on=on)
    ledger.hold(FUND)
    done = Review.objects.filter(number=number).first()
    if done is not None:
        return _same(done, zone, expenditures)
    _refuse_expenditures(zone, number, expenditures)
    made = Review.objects.create(
        kind=Review.Kind.FINDING,
        zone=zone,
        number=number,
        amount=sum(expenditures.values(), ZERO),
        reason=reason,
        year_review=year_review,
        prepared_by=by,
        prepared_on=on,
    )
    PreparedExpenditure.objects.bulk_create(
        PreparedExpenditure(review=made, posting=posting, amount=amount)
        for posting, amount in expenditures.items()
    )
    return made


def _same(done: Review, zone: EnterpriseZone, expenditures: Mapping[Posting, Decimal]) -> Review:
    known = dict(done.expenditures.values_list("posting", "amount"))
    asked = {posting.pk: amount for posting, amount in expenditures.items()}
    if (done.zone_id, known) != (zone.pk, asked):
        raise Refusal(f"{done.number} is already another finding, of {done.zone}.", CITE)
    return done


def _refuse_expenditures(
    zone: EnterpriseZone, number: str, expenditures: Mapping[Posting, Decimal]
) -> None:
    if not expenditures:
        raise Refusal(f"Finding {number} names its expenditures.", CITE)
    for posting, amount in expenditures.items():
        compliance.refuse_expenditure(zone, posting, amount)


@transaction.atomic
def prepare_withholding(zone: EnterpriseZone, reason: str, *, on: date, by: Officer) -> Review:
    """Prepare a withholding order for signature; one that waits is returned as it is.

    Raises Refusal when the zone's funding is withheld already.
    """
    offices.require(by, "prepare-withholding", on=on)
    ledger.hold(FUND)
    standing = withholding.withheld(zone, on)
    if standing is not None:
        raise Refusal(f"{zone}: funding is withheld already, since {standing.from_on}.", CITE)
    return _order_that_waits(zone, reason, on, by)


def _order_that_waits(zone: EnterpriseZone, reason: str, on: date, by: Officer) -> Review:
    waiting = Review.objects.filter(
        zone=zone, kind=Review.Kind.WITHHOLDING, decided_by=None
    ).first()
    return waiting or Review.objects.create(
        kind=Review.Kind.WITHHOLDING, zone=zone, reason=reason, prepared_by=by, prepared_on=on
    )


@transaction.atomic
def confirm(review: Review, *, on: date, by: Officer) -> Review:
    """Confirm what another person prepared, and do it: the finding or the order stands then.

    The act has funding withheld once something was found, so a confirmed finding leaves an order
    to be signed, unless one stands. Raises Refusal for the one who prepared it and when it was
    sent back.
    """
    duty = "confirm-finding" if review.kind == Review.Kind.FINDING else "order-withholding"
    review = _decided(review, duty, on=on, by=by)
    if review.sent_back:
        raise Refusal(f"{review} was sent back: {review.sent_back}", CITE)
    if review.finding_id or review.order_id:
        return review
    if review.kind == Review.Kind.FINDING:
        named = review.expenditures.select_related("posting")
        review.finding = compliance.find(
            review.zone,
            str(review),
            {each.posting: each.amount for each in named},
            review.reason,
            on=on,
            by=review.prepared_by,
            confirmed_by=by,
        )
        if withholding.withheld(review.zone, on) is None:
            why = f"Finding {review}: until a corrective action plan is complied with"
            _order_that_waits(review.zone, why, on, review.prepared_by)
    else:
        review.order = withholding.withhold(
            review.zone, review.reason, on=on, by=review.prepared_by, ordered_by=by
        )
    review.save()
    return review


@transaction.atomic
def send_back(review: Review, reason: str, *, on: date, by: Officer) -> Review:
    """Send a review back to who prepared it, with a reason.

    Raises Refusal without one, for the one who prepared it, and when it was confirmed.
    """
    duty = "confirm-finding" if review.kind == Review.Kind.FINDING else "order-withholding"
    if not reason.strip():
        raise Refusal(f"{review}: to send it back needs a reason.", CITE)
    review = _decided(review, duty, on=on, by=by)
    if review.finding_id or review.order_id:
        raise Refusal(f"{review} was confirmed on {review.decided_on}.", CITE)
    review.sent_back = review.sent_back or reason
    review.save()
    return review


def _decided(review: Review, duty: str, *, on: date, by: Officer) -> Review:
    offices.require(by, duty, on=on)
    refuse_same_person(f"{review}, confirmation", review.prepared_by, by)
    ledger.hold(FUND)
    review = Review.objects.select_related("zone", "prepared_by__office").get(pk=review.pk)
    if review.decided_by_id is None:
        review.decided_by, review.decided_on = by, on
    return review
