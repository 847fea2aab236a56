"""A loan's schedule adds up to the cent, and is past due from the day after it was due."""

from datetime import date
from decimal import Decimal

import pytest

from funds.refusal import Refusal
from funds.rules.loans import Part, months_on, past_due, schedule

FIRST = date(2026, 1, 31)


def test_equal_parts_add_up_and_interest_is_on_what_is_outstanding() -> None:
    parts = schedule(Decimal("1000.00"), Decimal("6.000"), FIRST, 3, 1)
    assert parts == [
        Part(FIRST, Decimal("333.33"), Decimal("5.00")),
        Part(date(2026, 2, 28), Decimal("333.34"), Decimal("3.33")),
        Part(date(2026, 3, 31), Decimal("333.33"), Decimal("1.67")),
    ]
    assert sum(part.principal for part in parts) == 1000


@pytest.mark.parametrize(("count", "every"), [(0, 1), (481, 1), (3, 2)])
def test_a_loan_has_payments_at_a_distance_that_loans_have(count: int, every: int) -> None:
    with pytest.raises(Refusal, match=r"a\.\(4\)"):
        schedule(Decimal(100), Decimal(0), FIRST, count, every)


def test_a_month_without_the_day_takes_its_last() -> None:
    assert months_on(date(2027, 11, 30), 3) == date(2028, 2, 29)
    assert months_on(date(2027, 12, 31), 12) == date(2028, 12, 31)


def test_a_payment_is_late_from_the_day_after() -> None:
    parts = schedule(Decimal(300), Decimal(0), FIRST, 3, 1)
    assert past_due(parts, Decimal(0), FIRST).amount == 0
    late = past_due(parts, Decimal(0), date(2026, 2, 1))
    assert late == (Decimal(100), FIRST)
    assert past_due(parts, Decimal(150), date(2026, 3, 1)) == (Decimal(50), date(2026, 2, 28))
    assert past_due(parts, Decimal(200), date(2026, 3, 1)).amount == 0


def test_one_payment_and_forty_years_of_months_are_the_ends_of_what_a_loan_has() -> None:
    (only,) = schedule(Decimal(100), Decimal(12), date(2026, 1, 31), 1, 12)
    assert only == Part(date(2026, 1, 31), Decimal("100.00"), Decimal("12.00"))
    assert len(schedule(Decimal(100), Decimal(1), date(2026, 1, 31), 480, 1)) == 480
    said = r"^481 payments every 1 months: 1 to 480 payments, every 1, 3 or 12 months, are needed\."
    with pytest.raises(Refusal, match=said) as no:
        schedule(Decimal(100), Decimal(1), date(2026, 1, 31), 481, 1)
    assert "52:27H-88 a.(4)" in str(no.value)


def test_on_its_day_a_payment_is_not_late_and_what_is_repaid_to_the_cent_is_not_either() -> None:
    parts = schedule(Decimal("0.04"), Decimal(0), date(2026, 1, 1), 2, 1)
    assert past_due(parts, Decimal(0), date(2026, 1, 1)).amount == 0
    late = past_due(parts, Decimal(0), date(2026, 2, 1))
    assert (late.amount, late.since) == (Decimal("0.02"), date(2026, 1, 1))
    assert past_due(parts, Decimal("0.02"), date(2026, 2, 1)).since is None
    assert past_due(parts, Decimal("0.03"), date(2026, 2, 2)).amount == Decimal("0.01")
