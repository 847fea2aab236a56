"""Rounding: one module, no lost cent, whatever the order of the rows."""

import json
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from funds.proofs import allocation
from funds.refusal import Refusal
from funds.rules.money import (
    apportion,
    exact,
    floor_cents,
    installments,
    percent_of,
    replan,
    to_cents,
    to_dollars,
    to_half_percent,
    two_equal,
)
from funds.rules.worksheet import Worksheet

SIX = (35, 10, 30, 15, 5, 5)


def dollars(*texts: str) -> tuple[Decimal, ...]:
    return tuple(Decimal(text) for text in texts)


def by_code(*weights: str) -> dict[str, Any]:
    return {f"{code:04}": Decimal(weight) for code, weight in enumerate(weights, start=102)}


def test_o01_fractional_weights_share_every_cent() -> None:
    weights = by_code("3.1", "3.1", "3.1", "2.7", "1", "1", "0")
    shares = apportion(Decimal("9876543.21"), weights)
    assert tuple(shares.values()) == dollars(
        "2186948.86", "2186948.85", "2186948.85", "1904761.91", "705467.37", "705467.37", "0.00"
    )
    assert sum(shares.values()) == Decimal("9876543.21")


@pytest.mark.parametrize("weights", [("0", "1", "1", "1"), ("1", "1", "1", "0")])
def test_o02_a_zero_weight_gets_nothing_and_the_extra_cent_goes_to_the_lowest_code(
    weights: tuple[str, ...],
) -> None:
    shares = apportion(Decimal("100.00"), by_code(*weights))
    others = [shares[code] for code, weight in by_code(*weights).items() if weight]
    assert others == list(dollars("33.34", "33.33", "33.33"))
    assert [shares[code] for code, weight in by_code(*weights).items() if not weight] == [0]


def test_o03_the_order_of_the_rows_changes_nothing() -> None:
    weights = by_code("98", "92", "98", "123", "102", "92")
    expected = dict(
        zip(weights, dollars("99.29", "93.22", "99.29", "124.63", "103.35", "93.22"), strict=True)
    )
    rows, random = list(weights.items()), Random(3)
    for _ in range(1000):
        random.shuffle(rows)
        assert apportion(Decimal("613.00"), dict(rows)) == expected


def test_o04_two_halves_foot_to_the_cent() -> None:
    shares = apportion(Decimal("1000001.01"), {"a": 50, "b": 50})
    assert tuple(shares.values()) == dollars("500000.51", "500000.50")
    assert two_equal(Decimal("1000001.01")) == dollars("500000.50", "500000.51")


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ({"0102": Decimal(0), "0103": Decimal(0)}, "taxable_sales sums to zero"),
        ({"0102": Decimal(-5), "0103": Decimal(9)}, "taxable_sales is negative for 0102: -5"),
        ({"0102": None, "0103": Decimal(9)}, "taxable_sales is missing for 0102"),
        ({}, "taxable_sales sums to zero"),
    ],
)
def test_o05_weights_that_cannot_share_are_refused_by_name(
    weights: dict[str, Decimal | None], says: str
) -> None:
    with pytest.raises(Refusal, match=f"cannot allocate: {says}"):
        apportion(Decimal("100.00"), weights, "taxable_sales")


def test_o06_half_a_cent_goes_up() -> None:
    assert to_cents(percent_of(Decimal("142857.15"), 70)) == Decimal("100000.01")
    assert to_cents(Decimal("-1.005")) == Decimal("-1.01")
    assert to_dollars(Decimal("2.5")) == 3
    assert to_half_percent(Decimal("3.25")) == dollars("3.5", "3.0")
    assert to_half_percent(Decimal("3.2499999999")) == (Decimal("3.0"), None)


@pytest.mark.parametrize(
    ("total", "cuts"),
    [
        ("1234567.89", "432098.76 123456.79 370370.37 185185.18 61728.40 61728.39"),
        ("100000.01", "35000.00 10000.00 30000.01 15000.00 5000.00 5000.00"),
        ("547.03", "191.46 54.70 164.11 82.06 27.35 27.35"),
        ("0.10", "0.04 0.01 0.03 0.01 0.01 0.00"),
        ("0.01", "0.00 0.00 0.01 0.00 0.00 0.00"),
    ],
)
def test_o08_installments_add_to_their_total(total: str, cuts: str) -> None:
    amounts = installments(Decimal(total), SIX)
    assert amounts == dollars(*cuts.split())
    assert sum(amounts) == Decimal(total)


@pytest.mark.parametrize("amount", ["14876279.30", "740000000.01", "9007199254740993.01"])
def test_o09_an_amount_survives_json_as_a_string(amount: str) -> None:
    sheet = Worksheet()
    sheet.line("52:27H-88 a.(2)", "Credit", Decimal(amount), holder="zone:Exampleton")
    stored = json.dumps(sheet.as_json())
    assert f'"{amount}"' in stored
    assert Worksheet.from_json(json.loads(stored)) == sheet


def test_o09_a_float_is_refused_where_it_would_become_money() -> None:
    with pytest.raises(TypeError, match="never float"):
        to_cents(0.1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="never float"):
        apportion(Decimal("1.00"), {"0101": 0.1})  # type: ignore[dict-item]


def test_o69_a_changed_total_plans_only_what_is_unreleased() -> None:
    released = installments(Decimal("99.99"), SIX)[:3]
    assert sum(released) == Decimal("74.99")
    assert replan(Decimal("90.00"), SIX, released) == (dollars("6.01", "4.50", "4.50"), 0)
    assert replan(Decimal("80.00"), SIX, released) == (dollars("0.00", "1.01", "4.00"), 0)
    assert replan(Decimal("74.99"), SIX, released) == (dollars("0.00", "0.00", "0.00"), 0)


def test_o69_an_excess_is_a_receivable_and_never_a_negative_payment() -> None:
    released = installments(Decimal("99.99"), SIX)[:3]
    amounts, receivable = replan(Decimal("70.00"), SIX, released)
    assert amounts == dollars("0.00", "0.00", "0.00")
    assert receivable == Decimal("4.99")


def test_o70_a_ceiling_is_floored() -> None:
    assert floor_cents(percent_of(Decimal("1234567.89"), 10)) == Decimal("123456.78")
    assert floor_cents(percent_of(Decimal("1234567.89"), 25)) == Decimal("308641.97")


def test_the_odd_cent_of_two_halves_is_in_the_second() -> None:
    assert two_equal(Decimal("0.01")) == dollars("0.00", "0.01")
    assert two_equal(Decimal("100.00")) == dollars("50.00", "50.00")


@pytest.mark.parametrize("amount", ["-0.01", "0.001"])
def test_what_is_no_amount_is_not_shared(amount: str) -> None:
    with pytest.raises(Refusal, match="dollars and cents"):
        apportion(Decimal(amount), {"0101": 1})


def test_percents_that_are_not_a_whole_are_refused() -> None:
    with pytest.raises(Refusal, match="sum to 100"):
        installments(Decimal("1.00"), (35, 10, 30, 15, 5))


def test_amounts_longer_than_decimals_28_digits_stay_exact() -> None:
    pot = Decimal("9" * 40 + ".99")
    shares = apportion(pot, {"0101": Decimal("1e-30"), "0102": Decimal(1), "0103": Fraction(1, 3)})
    assert sum(map(exact, shares.values())) == exact(pot)


def test_twenty_thousand_random_cases_agree_with_exact_fractions() -> None:
    assert allocation.run(20_000, seed=52_27) == 0


def test_the_oracle_itself_breaks_ties_to_the_lowest_code() -> None:
    weights = {"0103": Decimal(1), "0102": Decimal(1), "0101": Decimal(1)}
    assert allocation.oracle(Decimal("0.02"), weights) == {"0103": 0, "0102": 1, "0101": 1}


@pytest.mark.parametrize("spread", [1, 10, 1000])
def test_installments_by_any_schedule_follow_the_running_percent(spread: int) -> None:
    random = Random(spread)
    for _ in range(300):
        total = Decimal(random.randint(0, 10**6 * spread)) / 100
        amounts = installments(total, (45, 30, 15, 5, 5))
        running = [sum(amounts[: k + 1]) for k in range(5)]
        assert running == [to_cents(percent_of(total, p)) for p in (45, 75, 90, 95, 100)]
        assert min(amounts) >= 0
