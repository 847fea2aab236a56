"""Money bound only over June 30: a spike in June, a release in July. O-76, on both sides."""

from datetime import date
from decimal import Decimal

import pytest

from funds.rules.june import is_last_days, is_released_soon, is_spike


@pytest.mark.parametrize(
    ("june", "others", "spike"),
    [
        ("100.00", "300.00", True),  # a quarter of the year, and 3.7 times the average
        ("99.99", "300.00", False),
        ("1.00", "0.00", True),
        ("0.00", "0.00", False),
        ("0.00", "5.00", False),
        ("300000.00", "0.00", True),
    ],
)
def test_o76_june_is_a_spike_from_a_quarter_of_the_year_on(
    june: str, others: str, spike: bool
) -> None:
    assert is_spike({6: Decimal(june), 10: Decimal(others)}) is spike


def test_o76_the_last_days_are_june_24_to_30_and_soon_is_the_month_after() -> None:
    assert [is_last_days(date(2026, 6, day)) for day in (23, 24, 30)] == [False, True, True]
    assert not is_last_days(date(2026, 7, 1))
    june = date(2026, 6, 1)
    days = (date(2026, 6, 30), date(2026, 7, 1), date(2026, 7, 31), date(2026, 8, 1))
    assert [is_released_soon(june, day) for day in days] == [False, True, True, False]
    assert not is_released_soon(date(2026, 5, 31), date(2026, 7, 2))
