"""The State fiscal year, its leap days and the last usable days."""

from datetime import date

import pytest

from funds.refusal import Refusal
from funds.rules.energy_schedule import difference_due_on
from funds.rules.fiscal_year import (
    day_in,
    days_in,
    first_day,
    last_day,
    last_day_encumbered,
    last_day_unencumbered,
    quarter_end,
    quarter_of,
    sfy_of,
    years_after,
)
from funds.rules.parameters import law


@pytest.mark.parametrize(
    ("on", "sfy"),
    [
        (date(2026, 6, 30), 2026),
        (date(2026, 7, 1), 2027),
        (date(2026, 12, 31), 2027),
        (date(2027, 1, 1), 2027),
    ],
)
def test_o30_the_fiscal_year_is_not_the_calendar_year(on: date, sfy: int) -> None:
    assert sfy_of(on) == sfy
    assert first_day(sfy) <= on <= last_day(sfy)


def test_o30_entitlement_year_and_cash_year_are_two() -> None:
    due_on = difference_due_on(2026, "calendar")
    assert due_on == date(2026, 7, 15)
    assert sfy_of(due_on) == 2027


def test_o31_a_leap_day_breaks_nothing() -> None:
    assert years_after(date(2028, 2, 29), 3) == date(2031, 2, 28)
    assert years_after(date(2028, 2, 29), 4) == date(2032, 2, 29)
    assert (days_in(2027), days_in(2028), days_in(2100)) == (365, 366, 365)


def test_o31_quarters_end_on_their_last_days() -> None:
    ends = [quarter_end(2028, quarter) for quarter in (1, 2, 3, 4)]
    assert ends == [date(2027, 9, 30), date(2027, 12, 31), date(2028, 3, 31), date(2028, 6, 30)]
    assert [quarter_of(end) for end in ends] == [1, 2, 3, 4]
    assert quarter_of(date(2027, 7, 1)) == 1


def test_o74_the_last_usable_day_is_a_day_of_the_year_itself() -> None:
    assert last_day_unencumbered(2027) == date(2029, 6, 30)
    assert sfy_of(last_day_unencumbered(2027)) == 2029
    assert last_day_encumbered(2027) == date(2030, 6, 30)


def test_the_last_usable_days_follow_the_reading() -> None:
    other = law().override(
        {"zone_assistance.unencumbered_years": 3, "zone_assistance.encumbered_years": 2}
    )
    assert last_day_unencumbered(2027, other) == date(2030, 6, 30)
    assert last_day_encumbered(2027, other) == date(2029, 6, 30)


def test_a_day_of_the_year_is_found_on_either_side_of_new_year() -> None:
    assert day_in(2027, 7, 1) == date(2026, 7, 1)
    assert day_in(2027, 6, 30) == date(2027, 6, 30)


def test_a_basis_that_is_neither_is_refused() -> None:
    with pytest.raises(Refusal, match="neither calendar nor state"):
        difference_due_on(2026, "State")
