"""The distribution of 52:27D-439 in both of its eras."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from funds.refusal import Refusal
from funds.rules.energy_amount import index_quarter_year, required_amount
from funds.rules.energy_receipts import BaseYears, PriorYear, distribute
from funds.rules.energy_schedule import due_dates
from funds.rules.parameters import law

ZERO = Decimal("0.00")


def base_years(code: str, aid: str, *, estimate: str = "0.00", certified: str = "0.00",
               county: str = "0.00") -> BaseYears:  # fmt: skip
    return BaseYears(
        code, "state", Decimal(aid), ZERO, ZERO, Decimal(estimate), ZERO, Decimal(certified),
        Decimal(county), row=f"row of {code}",
    )  # fmt: skip


def prior_year(code: str, amount: str, difference: str = "0.00", county: str = "0.00") -> PriorYear:
    return PriorYear(
        code, "calendar", Decimal(amount), Decimal(difference), ZERO, Decimal(county),
        row=f"row of {code}",
    )  # fmt: skip


def test_the_whole_amount_is_distributed() -> None:
    towns = [base_years("9901", "100.00", estimate="90.00", certified="30.00", county="40.00"),
             base_years("9902", "200.01")]  # fmt: skip
    got = distribute(1998, Decimal("400.00"), towns)
    assert got.aid["9901"].difference == Decimal("20.00")
    paid = sum((aid.total for aid in got.aid.values()), ZERO) + sum(got.counties.values())
    assert paid == Decimal("400.00")
    for aid in got.aid.values():
        assert sum(amount for _, amount in aid.installments) == aid.total


def test_paragraphs_two_and_three_may_take_the_whole_amount_but_no_cent_more() -> None:
    towns = [base_years("9901", "100.00", estimate="90.00", certified="30.00")]
    assert distribute(1998, Decimal("120.00"), towns).aid["9901"].total == Decimal("120.00")
    with pytest.raises(Refusal, match=r"0\.01 more than the amount .*b\.\(4\)"):
        distribute(1998, Decimal("119.99"), towns)


def test_a_county_payment_may_take_all_of_two_but_no_cent_more() -> None:
    town = base_years("9901", "100.00", county="100.00")
    assert distribute(1998, Decimal("100.00"), [town]).aid["9901"].total == ZERO
    with pytest.raises(Refusal, match=r"9901 \(row of 9901\): .*52:27D-439 f\."):
        over = replace(town, county_payment=Decimal("100.01"))
        distribute(1998, Decimal("100.00"), [over])


def test_every_row_that_is_refused_is_named() -> None:
    towns = [base_years(code, "1.00", county="2.00") for code in ("9901", "9902")]
    with pytest.raises(Refusal) as refused:
        distribute(1998, Decimal("10.00"), towns)
    assert [line[:4] for line in str(refused.value).splitlines()] == ["9901", "9902"]


def test_the_remainder_uses_the_undeducted_two_unless_read_otherwise() -> None:
    towns = [base_years("9901", "100.00", county="50.00"), base_years("9902", "100.00")]
    shared = distribute(1998, Decimal("230.00"), towns).aid
    assert shared["9901"].regular == shared["9902"].regular == Decimal("115.00")
    figures = law().override({"energy_receipts.remainder_weight": "deducted"})
    shared = distribute(1998, Decimal("230.00"), towns, figures).aid
    assert shared["9901"].regular == Decimal("110.00")


def test_growth_is_one_percentage_for_everyone() -> None:
    towns = [prior_year("9901", "100.00", "20.00"), prior_year("9902", "300.00")]
    aid = distribute(2025, Decimal("440.00"), towns).aid
    assert (aid["9901"].regular, aid["9902"].regular) == (Decimal("90.00"), Decimal("330.00"))
    figures = law().override({"energy_receipts.growth_shares": "regular_only"})
    aid = distribute(2025, Decimal("440.00"), towns, figures).aid
    assert aid["9901"].regular == Decimal("88.42")


def test_a_share_may_fall_to_the_frozen_difference_but_no_cent_below() -> None:
    town = prior_year("9901", "100.00", "60.00", "40.00")
    aid = distribute(2025, Decimal("100.00"), [town]).aid["9901"]
    assert aid.installments[0][1] == ZERO
    with pytest.raises(Refusal, match=r"9901 \(row of 9901\): .*52:27D-439 b\.\(3\)"):
        distribute(2025, Decimal("99.99"), [town])


def test_counties_are_paid_for_all_of_their_municipalities() -> None:
    towns = [prior_year("9901", "10.00", county="1.00"), prior_year("9902", "10.00", county="2.00"),
             prior_year("9801", "10.00", county="4.00")]  # fmt: skip
    counties = distribute(2025, Decimal("30.00"), towns).counties
    assert counties == {"98": Decimal("4.00"), "99": Decimal("3.00")}


def test_levy_relief_is_what_exceeds_sfy2002_net_of_county() -> None:
    town = replace(prior_year("9901", "100.00", county="10.00"), sfy2002_amount=Decimal("89.99"))
    assert distribute(2025, Decimal("100.00"), [town]).aid["9901"].levy_relief == Decimal("0.01")


def test_the_six_days_open_the_year() -> None:
    days = due_dates(2027)
    assert days[0] == (date(2026, 7, 15), 35)
    assert days[4] == (date(2026, 11, 1), 5)
    assert sum(percent for _, percent in days) == 100


def test_a_year_may_have_its_own_schedule() -> None:
    (practice,) = law().figure("energy_receipts.schedule").alternatives
    figures = law().with_lines({"energy_receipts.schedule": {date(2008, 7, 1): practice.value}})
    assert [percent for _, percent in due_dates(2009, figures)] == [45, 30, 15, 5, 5]
    assert len(due_dates(2008, figures)) == 6


def test_the_required_amount_grows_by_promulgated_rates_alone() -> None:
    rates = {2003: Decimal("2.5"), 2004: Decimal("-1.0"), 2005: Decimal("0.7")}
    assert required_amount(2004, rates) == Decimal("773875000.00")
    assert required_amount(2005, rates) == Decimal("779292125.00")
    with pytest.raises(Refusal, match="SFY2006"):
        required_amount(2006, rates)


def test_the_index_is_that_of_the_second_quarter_two_years_back() -> None:
    assert index_quarter_year(2025) == 2023
