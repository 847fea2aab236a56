"""The chain's days, the payment due next, and the decline of vacant land. 54:1-85 c.-f."""

from datetime import date
from decimal import Decimal

import pytest

from funds.rules.highlands_chain import (
    board_due,
    certification_due,
    days_late,
    decline,
    next_payment,
    report_due,
)
from funds.rules.highlands_year import Parcel


def test_the_three_days_of_the_chain_are_the_statutes() -> None:
    assert report_due(2009) == date(2009, 12, 1)
    assert board_due(2009) == date(2009, 12, 20)
    assert certification_due(2010) == date(2010, 2, 15)


@pytest.mark.parametrize(("on", "late"), [(date(2009, 12, 1), 0), (date(2009, 12, 2), 1)])
def test_a_filing_is_late_from_the_day_after(on: date, late: int) -> None:
    assert days_late(on, report_due(2009)) == late


@pytest.mark.parametrize(
    ("judged", "due", "sfy"),
    [
        (date(2010, 3, 31), date(2010, 4, 1), 2010),
        (date(2010, 4, 1), date(2010, 6, 1), 2010),
        (date(2010, 6, 1), date(2011, 4, 1), 2011),
        (date(2010, 12, 31), date(2011, 4, 1), 2011),
    ],
)
def test_a_judgment_adjusts_the_payment_due_next_after_it(
    judged: date, due: date, sfy: int
) -> None:
    assert next_payment(judged) == (due, sfy)


def cents(amount: str) -> Decimal:
    return Decimal(amount)


def test_each_year_is_equalized_by_its_own_ratio() -> None:
    parcels = [Parcel(cents("1000000.00"), cents("-550000.00"), "appeal", due_to_the_act=True)]
    found = decline(parcels, Decimal(100), Decimal(50), 2009)
    assert (found.base_true, found.current_true) == (1_000_000, 900_000)
    assert found.valuation_base == 100_000


def test_land_that_gained_has_no_decline() -> None:
    parcels = [Parcel(cents("1000.00"), cents("500.00"), "revaluation", due_to_the_act=True)]
    assert decline(parcels, Decimal(100), Decimal(100), 2009).valuation_base == 0


def test_a_parcel_no_longer_vacant_leaves_both_years() -> None:
    kept = Parcel(cents("1000.00"), cents("-400.00"), "appeal", due_to_the_act=True)
    gone = Parcel(cents("9000.00"), cents("-9000.00"), "appeal", due_to_the_act=True, vacant=False)
    found = decline([kept, gone], Decimal(100), Decimal(100), 2009)
    assert (found.base_assessed, found.current_assessed) == (1000, 600)
