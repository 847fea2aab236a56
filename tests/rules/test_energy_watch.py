"""The deflator beside the index, and the days of 52:27D-441."""

from datetime import date
from decimal import Decimal

from funds.rules.energy_watch import certify_by, deflator_check, notify_by
from funds.rules.parameters import Figures, law


def test_the_deflator_is_that_of_the_second_quarter_two_years_before() -> None:
    found = deflator_check(2025, {2022: Decimal("125.913"), 2023: Decimal("126.651")})
    assert found is not None
    assert (found.year, found.shown, found.half.rate) == (2023, Decimal("0.586"), Decimal("0.5"))
    assert found.half.other is None


def test_a_missing_quarter_is_not_filled_in() -> None:
    assert deflator_check(2025, {2023: Decimal("126.651")}) is None


def test_an_exact_tie_shows_both_half_percents() -> None:
    found = deflator_check(2005, {2002: Decimal(100), 2003: Decimal("102.25")})
    assert found is not None
    assert (found.half.rate, found.half.other) == (Decimal("2.5"), Decimal("2.0"))


def test_each_step_has_five_days() -> None:
    figures: Figures = law()
    assert certify_by(date(2027, 6, 30), figures) == date(2027, 7, 5)
    assert notify_by(date(2027, 7, 3), figures) == date(2027, 7, 8)
