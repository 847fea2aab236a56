"""The year-end review: drawn by a seed, looked through, concluded by another person. j."""

from datetime import date

import pytest

from funds import reviews, year_reviews
from funds.models import Encumbrance, Review, YearReview
from funds.refusal import Refusal
from funds.rules import sampling
from payments import vouchers
from tests import places
from tests.offices import officer
from tests.zone_money import approved, cents, cfo, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)  # SFY2024
LAST, AFTER = date(2024, 6, 30), date(2024, 7, 1)


@pytest.fixture
def bound() -> Encumbrance:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "1,000.00")
    return encumber(project(zone, {2024: "1,000"}, on=DAY), "1,000.00", on=DAY)


def spend(bound: Encumbrance, *amounts: str, on: date = DAY) -> None:
    count = bound.vouchers.count()
    for number, amount in enumerate(amounts, count + 1):
        approved(bound, amount, f"V-{number}", on=on)


def begin(bound: Encumbrance, size: int | None = None, on: date = AFTER) -> YearReview:
    return year_reviews.begin(bound.zone, 2024, size, on=on, by=officer("dca-analyst"))


def say(review: YearReview, outcome: str, note: str = "") -> None:
    said = dict.fromkeys(review.expenditures.values_list("pk", flat=True), (outcome, note))
    year_reviews.look(review, said, on=AFTER, by=officer("dca-analyst"))


def test_a_review_begins_the_day_after_its_year_has_ended(bound: Encumbrance) -> None:
    spend(bound, "100.00", "50.00")
    with pytest.raises(Refusal, match="ends on 2024-06-30") as refused:
        begin(bound, on=LAST)
    assert refused.value.cite == "52:27H-88 j."
    review = begin(bound)
    assert (review.spent_count, review.spent_total) == (2, 150)
    assert sorted(review.expenditures.values_list("amount", flat=True)) == [50, 100]


def test_a_review_is_of_the_expenditures_dated_in_its_year(bound: Encumbrance) -> None:
    spend(bound, "10.00", on=LAST)
    spend(bound, "20.00", on=AFTER)
    vouchers.void(
        bound.vouchers.get(number="V-1"), cents("4"), "x", "v/1", on=AFTER, by=cfo("9901")
    )
    assert list(begin(bound).expenditures.values_list("amount", flat=True)) == [6]


def test_a_sample_is_drawn_again_the_same_and_whatever_comes_later_swaps_none() -> None:
    keys = range(1, 101)
    drawn = sampling.draw(keys, 10, "SFY2024/9901/abc")
    assert len(drawn) == 10
    assert sampling.draw(reversed(keys), 10, "SFY2024/9901/abc") == drawn
    assert sampling.draw(keys, 10, "SFY2024/9901/abd") != drawn
    assert len(set(sampling.draw([*keys, 101], 10, "SFY2024/9901/abc")) - set(drawn)) <= 1
    assert sampling.draw(keys, None, "any") == list(keys)
    assert sampling.draw([7], 10, "any") == [7]


def test_every_key_is_drawn_as_often_as_another() -> None:
    times = [0] * 20
    for seed in range(2_000):
        for key in sampling.draw(range(20), 5, str(seed)):
            times[key] += 1
    assert all(400 < each < 600 for each in times)  # 500 each, give or take


def test_a_sample_holds_so_many_and_begun_again_adds_what_was_dated_since(
    bound: Encumbrance,
) -> None:
    spend(bound, "10.00", "20.00", "30.00")
    review = begin(bound, 2)
    seed, first = review.seed, set(review.expenditures.values_list("posting", flat=True))
    assert len(first) == 2
    assert begin(bound, 2).seed == seed
    assert set(review.expenditures.values_list("posting", flat=True)) == first
    spend(bound, "40.00", on=LAST)
    again = begin(bound, 2)
    assert first <= set(again.expenditures.values_list("posting", flat=True))
    assert again.spent_count == 4


def test_what_is_inconsistent_needs_a_note_and_a_finding_before_the_review_ends(
    bound: Encumbrance,
) -> None:
    spend(bound, "10.00")
    review, director = begin(bound), officer("dca-director")
    with pytest.raises(Refusal, match="not looked at yet: 1"):
        year_reviews.conclude(review, "Done", on=AFTER, by=director)
    with pytest.raises(Refusal, match="a note says what is inconsistent"):
        say(review, "inconsistent")
    say(review, "inconsistent", "outside the zone")
    with pytest.raises(Refusal, match="no confirmed finding yet"):
        year_reviews.conclude(review, "Done", on=AFTER, by=director)
    row = review.expenditures.get()
    made = reviews.prepare_finding(
        bound.zone,
        "F-1",
        {row.posting: row.amount},
        "outside the zone",
        on=AFTER,
        by=officer("dca-analyst"),
        year_review=review,
    )
    assert made.year_review == review
    reviews.confirm(made, on=AFTER, by=director)
    done = year_reviews.conclude(review, "One was found", on=AFTER, by=director)
    assert done.concluded_on == AFTER
    with pytest.raises(Refusal, match="was concluded on"):
        say(review, "consistent")
    with pytest.raises(Refusal, match="was concluded on"):
        begin(bound)


def test_who_began_a_review_does_not_conclude_it(bound: Encumbrance) -> None:
    spend(bound, "10.00")
    review = begin(bound)
    say(review, "consistent")
    same = officer("dca-director", place="acting", person="State dca-analyst holder")
    with pytest.raises(Refusal, match="another person"):
        year_reviews.conclude(review, "Done", on=AFTER, by=same)
    with pytest.raises(Refusal, match="its conclusion says"):
        year_reviews.conclude(review, " ", on=AFTER, by=officer("dca-director"))


def test_a_zone_that_spent_nothing_is_reviewed_without_a_line(bound: Encumbrance) -> None:
    review = begin(bound)
    assert not review.expenditures.exists()
    done = year_reviews.conclude(review, "Nothing", on=AFTER, by=officer("dca-director"))
    assert done.conclusion == "Nothing"


def test_expenditures_dated_in_the_year_since_are_drawn_before_it_is_concluded(
    bound: Encumbrance,
) -> None:
    review = begin(bound)
    spend(bound, "10.00", on=LAST)
    with pytest.raises(Refusal, match="since it was drawn"):
        year_reviews.conclude(review, "Nothing", on=AFTER, by=officer("dca-director"))


def test_a_confirmed_finding_leaves_an_order_to_be_signed(bound: Encumbrance) -> None:
    spend(bound, "10.00", "20.00")
    postings = [each.posting for each in bound.vouchers.order_by("number")]
    made = reviews.prepare_finding(
        bound.zone,
        "F-1",
        {posting: cents("5.00") for posting in postings if posting},
        "outside the zone",
        on=AFTER,
        by=officer("dca-analyst"),
    )
    assert made.amount == 10
    done = reviews.confirm(made, on=AFTER, by=officer("dca-director"))
    assert done.finding is not None and done.finding.expenditures.count() == 2
    order = Review.objects.get(kind="withholding")
    assert (order.zone, order.decided_by) == (bound.zone, None)
    assert "F-1" in order.reason


def test_a_finding_that_waits_for_its_second_person_does_not_end_a_review(
    bound: Encumbrance,
) -> None:
    spend(bound, "100.00")
    review = begin(bound)
    say(review, "inconsistent", "outside the zone")
    posting = review.expenditures.get().posting
    waits = reviews.prepare_finding(
        bound.zone, "F-1", {posting: cents("100.00")}, "Outside", on=AFTER,
        by=officer("dca-analyst"), year_review=review,
    )  # fmt: skip
    director = officer("dca-director")
    with pytest.raises(Refusal, match="no confirmed finding yet"):
        year_reviews.conclude(review, "One finding", on=AFTER, by=director)
    reviews.confirm(waits, on=AFTER, by=director)
    assert year_reviews.conclude(review, "One finding", on=AFTER, by=director).concluded_on


def test_a_void_and_a_new_expenditure_of_another_amount_have_it_drawn_again(
    bound: Encumbrance,
) -> None:
    spend(bound, "100.00", "50.00")
    review = begin(bound)
    say(review, "consistent")
    first = bound.vouchers.get(number="V-1")
    vouchers.void(first, cents("100"), "x", "v/1", on=AFTER, by=cfo("9901"))
    approved(bound, "70.00", "V-9", on=DAY)
    with pytest.raises(Refusal, match="Begin it again"):
        year_reviews.conclude(review, "None", on=AFTER, by=officer("dca-director"))
