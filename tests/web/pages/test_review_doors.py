"""The doors of review, used well, badly and twice: found, withheld, appealed, concluded."""

from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds.models import Appeal, Finding, PlanTask, Review, WithholdingOrder, YearReview
from municipalities.models import EnterpriseZone
from tests.offices import officer
from tests.web.pages import people, world, zone_work

pytestmark = pytest.mark.django_db


@pytest.fixture
def zone(db: None) -> dict[str, Any]:
    """Phillipsburg's zone with a credit, projects and vouchers."""
    world.zone_years((2026, 2027))
    return zone_work.zone_work_of_two_years()


def test_a_finding_is_prepared_by_one_and_confirmed_by_another(
    zone: dict[str, Any], reading: Any
) -> None:
    analyst = reading(officer("dca-analyst"))
    asked = {
        "number": "F-1",
        f"amount_{zone['spent'].posting_id}": "500.00",
        "reason": "Not a zone expense",
    }
    analyst.post(reverse("find", args=["2119"]), asked)
    review = Review.objects.get(number="F-1")
    to = reverse("review_confirm", args=[review.pk])
    assert analyst.post(to).status_code == 403
    assert not Finding.objects.exists()
    director = reading(officer("dca-director"))
    assert director.post(to).status_code == 302
    review.refresh_from_db()
    assert review.finding is not None and review.finding.receivable.amount == Decimal("500.00")


def test_more_than_was_spent_is_not_found(zone: dict[str, Any], reading: Any) -> None:
    asked = {
        "number": "F-2",
        f"amount_{zone['spent'].posting_id}": "999,999.00",
        "reason": "Not a zone expense",
    }
    answer = reading(officer("dca-analyst")).post(reverse("find", args=["2119"]), asked)
    assert "was spent" in answer.content.decode()
    assert not Review.objects.exists()


def test_funding_is_withheld_and_given_back_in_dated_steps(
    zone: dict[str, Any], reading: Any
) -> None:
    where = EnterpriseZone.objects.get(pk="9901")
    analyst, director = reading(officer("dca-analyst")), reading(officer("dca-director"))
    analyst.post(reverse("withhold", args=[where.pk]), {"reason": "No report"})
    review = Review.objects.get(zone=where)
    director.post(reverse("review_confirm", args=[review.pk]))
    order = WithholdingOrder.objects.get(zone=where)
    done = reverse("order_step", args=[where.pk, "compliance"])
    assert "is not on record" in director.post(done).content.decode()
    tasks = {"aim": "Reports in time", "what_1": "The missing report", "due_1": "2026-12-15"}
    half = analyst.post(reverse("plan_write", args=[where.pk]), tasks | {"what_2": "A register"})
    assert "A task has words and a day" in half.content.decode()
    analyst.post(reverse("plan_write", args=[where.pk]), tasks)
    task = PlanTask.objects.get()
    analyst.post(reverse("order_step", args=[where.pk, "plan"]))
    cfo = reading(people.local("cfo", "9901"))
    cfo.post(reverse("plan_evidence", args=[task.pk]), {"said": "Filed on Friday"})
    assert "still open" in director.post(done).content.decode()
    accept = reverse("plan_accept", args=[task.pk])
    analyst.post(accept, {"back": "Send back", "reason": "For which quarter?"})
    assert "Sent back: For which" in cfo.get(reverse("reviews", args=["9901"])).content.decode()
    cfo.post(reverse("plan_evidence", args=[task.pk]), {"said": "For the third"})
    analyst.post(accept)
    director.post(done)
    order.refresh_from_db()
    assert (order.plan_complied_on, order.lifted_on) == (world.TODAY, world.TODAY)


def test_a_review_is_sent_back_with_a_reason(zone: dict[str, Any], reading: Any) -> None:
    analyst, director = reading(officer("dca-analyst")), reading(officer("dca-director"))
    analyst.post(reverse("withhold", args=["9901"]), {"reason": "No report"})
    review = Review.objects.get()
    to = reverse("review_confirm", args=[review.pk])
    assert "needs a reason" in director.post(to, {"back": "Send back"}).content.decode()
    director.post(to, {"back": "Send back", "reason": "The report came on Friday"})
    review.refresh_from_db()
    assert (review.sent_back, review.order) == ("The report came on Friday", None)
    assert "was sent back" in director.post(to).content.decode()


@pytest.fixture
def review(zone: dict[str, Any], reading: Any) -> YearReview:
    """A review of SFY2026 that was begun for every zone that spent."""
    reading(officer("dca-analyst")).post(reverse("year_reviews_begin", args=[2026]))
    return YearReview.objects.get()


OF = ["2119", 2026]


def test_the_reviews_of_a_year_are_begun_once(zone: dict[str, Any], reading: Any) -> None:
    analyst = reading(officer("dca-analyst"))
    page = analyst.get(reverse("year_reviews")).content.decode()
    assert "Begin the reviews of SFY2026" in page
    begin = reverse("year_reviews_begin", args=[2026])
    assert "Zones without a review: 1" in analyst.get(begin).content.decode()
    assert analyst.post(begin, {"sample": "x"}).status_code == 200
    for _ in range(2):
        analyst.post(begin, {"sample": ""})
    assert YearReview.objects.get().expenditures.count() == 1
    early = analyst.post(reverse("year_review_begin", args=["2119", 2027]), {"sample": ""})
    assert "its review begins after that" in early.content.decode()


def test_what_a_reviewer_notes_is_the_departments_until_it_is_concluded(
    review: YearReview, reading: Any
) -> None:
    analyst, own = reading(officer("dca-analyst")), reading(people.local("cfo", "2119"))
    row, look = review.expenditures.get(), reverse("year_review_look", args=OF)
    bare = analyst.post(look, {f"outcome_{row.pk}": "inconsistent"}).content.decode()
    assert "a note says what is inconsistent" in bare
    said = {f"outcome_{row.pk}": "inconsistent", f"note_{row.pk}": "Outside the zone"}
    assert analyst.post(look, said).status_code == 302
    hidden = own.get(reverse("year_review", args=OF)).content.decode()
    assert "Under review" in hidden and "Outside the zone" not in hidden
    find = f"{reverse('find', args=['2119'])}?year=2026"
    assert 'value="86,500.00"' in analyst.get(find).content.decode()
    analyst.post(find, {"number": "F-1", "reason": "x", f"amount_{row.posting_id}": "500.00"})
    director = reading(officer("dca-director"))
    concluded = director.post(reverse("year_review_conclude", args=OF), {"conclusion": "One"})
    assert "no confirmed finding yet" in concluded.content.decode()
    director.post(reverse("review_confirm", args=[Review.objects.get().pk]))
    director.post(reverse("year_review_conclude", args=OF), {"conclusion": "One finding"})
    shown = own.get(reverse("year_review", args=OF)).content.decode()
    assert "Outside the zone" in shown and "One finding" in shown


def test_a_finding_is_appealed_decided_and_the_rest_forfeited(
    zone: dict[str, Any], reading: Any
) -> None:
    asked = {"number": "F-1", "reason": "x", f"amount_{zone['spent'].posting_id}": "500.00"}
    reading(officer("dca-analyst")).post(reverse("find", args=["2119"]), asked)
    to = reverse("review_confirm", args=[Review.objects.get().pk])
    reading(officer("dca-director")).post(to)
    finding, own = Finding.objects.get(), reading(people.local("cfo", "2119"))
    own.post(reverse("appeal", args=[finding.pk]), {"grounds": "It is inside"})
    treasury, forfeit = reading(officer("treasury-certifier")), reverse("forfeit", args=["2119"])
    assert "$0.00 is forfeited" in treasury.post(forfeit, follow=True).content.decode()
    decide, line = reverse("appeal_decide", args=[finding.pk]), finding.expenditures.get()
    authority = reading(officer("authority"))
    said = {"reason": "The map", f"amount_{line.pk}": "600.00"}
    assert "cannot be reversed" in authority.post(decide, said).content.decode()
    authority.post(decide, said | {f"amount_{line.pk}": "100.00"})
    assert Appeal.objects.get().decided_on == world.TODAY
    assert "Forfeit $400.00" in treasury.get(forfeit).content.decode()
    treasury.post(forfeit)
    page = own.get(reverse("finding", args=[finding.pk])).content.decode()
    assert "Recovered" in page and "400.00" in page
    taken = finding.receivable.recoveries.get().posting
    shown = own.get(reverse("posting", args=[taken.pk])).content.decode()
    assert f'href="{reverse("finding", args=[finding.pk])}"' in shown
