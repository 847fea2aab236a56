"""The only home of Exampleton's review: found, appealed in vain, withheld, put right."""

from datetime import date
from decimal import Decimal

from funds import appeals, compliance, reviews, year_reviews
from funds.models import Finding, Review, WithholdingOrder
from municipalities.models import EnterpriseZone
from payments import completing, forfeitures
from payments.demo.people import People
from payments.models import Voucher

FOUND = Decimal(18_000)


def find_and_withhold(zone: EnterpriseZone, people: People) -> None:
    """Review SFY2025, confirm what it found, sign the order beside it, and hear the appeal."""
    spent = Voucher.objects.get(number="EX-5").posting
    if spent is None:
        return
    director, analyst = people.state("dca-director"), people.state("dca-analyst")
    review = year_reviews.begin(zone, 2025, on=date(2025, 7, 21), by=analyst)
    why = "Paving outside the zone was paid with zone money"
    said = {
        each.pk: ("inconsistent", why) if each.posting_id == spent.pk else ("consistent", "")
        for each in review.expenditures.all()
    }
    year_reviews.look(review, said, on=date(2025, 8, 18), by=analyst)
    found = reviews.prepare_finding(
        zone,
        "EX-F1",
        {spent: FOUND},
        why,
        on=date(2025, 9, 8),
        by=analyst,
        year_review=review,
    )
    reviews.confirm(found, on=date(2025, 9, 10), by=director)
    year_reviews.conclude(review, "One finding, EX-F1.", on=date(2025, 9, 15), by=director)
    _appeal(zone, people)
    waiting = Review.objects.get(zone=zone, kind=Review.Kind.WITHHOLDING)
    order = reviews.confirm(waiting, on=date(2025, 10, 1), by=director).order
    if order is not None:
        completing.enter_plan(order, on=date(2026, 1, 15), by=analyst)


def _appeal(zone: EnterpriseZone, people: People) -> None:
    town = zone.memberships.get().municipality
    appeal = appeals.file(
        Finding.objects.get(number="EX-F1"),
        "The lot will be in the zone once its line is moved",
        on=date(2025, 9, 22),
        by=people.local("cfo", town),
    )
    why = "The line had not been moved when the money was spent"
    authority = people.state("authority")
    forfeitures.decide_appeal(appeal, {}, why, on=date(2025, 9, 29), by=authority)


def comply(zone: EnterpriseZone, people: People) -> None:
    """Answer the plan's tasks; that it is complied with ends the withholding."""
    order, town = WithholdingOrder.objects.get(zone=zone), zone.memberships.get().municipality
    completing.answer_plan(
        order.plan,
        on=date(2026, 3, 12),
        by=people.local("cfo", town),
        accepted_by=people.state("dca-analyst"),
    )
    compliance.record_compliance(order, on=date(2026, 4, 13), by=people.state("dca-director"))
