"""Statutory dates, their deposits on banking days, and schedules that are data."""

from datetime import date
from decimal import Decimal

import pytest

from funds.refusal import Refusal
from payments import banking_days, schedules
from payments.models import Stream
from tests.offices import officer

RECEIPTS = "energy-receipts"
ON = date(2026, 7, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "after", "before"),
    [
        (date(2026, 8, 1), date(2026, 8, 3), date(2026, 7, 31)),  # a Saturday
        (date(2026, 11, 1), date(2026, 11, 2), date(2026, 10, 30)),  # clocks change that Sunday
        (date(2027, 2, 15), date(2027, 2, 16), date(2027, 2, 12)),  # Presidents' Day
        (date(2026, 7, 3), date(2026, 7, 3), date(2026, 7, 3)),  # offices closed, banks open
        (date(2021, 7, 5), date(2021, 7, 6), date(2021, 7, 2)),  # a Sunday holiday moved to Monday
        (date(2027, 12, 24), date(2027, 12, 24), date(2027, 12, 24)),  # Christmas is a Saturday
        (date(2027, 1, 1), date(2027, 1, 4), date(2026, 12, 31)),
        (date(2026, 6, 19), date(2026, 6, 22), date(2026, 6, 18)),  # Juneteenth
        (date(2015, 6, 19), date(2015, 6, 19), date(2015, 6, 19)),  # before it was a holiday
    ],
)
def test_o38_the_bank_calendar_is_not_the_office_calendar(
    day: date, after: date, before: date
) -> None:
    assert banking_days.on_or_after(day) == after
    assert banking_days.on_or_before(day) == before


@pytest.mark.django_db
def test_the_six_statutory_dates_stand_with_their_deposits_beside_them() -> None:
    found = schedules.of(RECEIPTS, 2027, Stream.REGULAR)
    assert [(d.statutory_on, d.deposit_on, d.percent) for d in found.dates] == [
        (date(2026, 7, 15), date(2026, 7, 15), Decimal(35)),
        (date(2026, 8, 1), date(2026, 8, 3), Decimal(10)),
        (date(2026, 9, 1), date(2026, 9, 1), Decimal(30)),
        (date(2026, 10, 1), date(2026, 10, 1), Decimal(15)),
        (date(2026, 11, 1), date(2026, 11, 2), Decimal(5)),
        (date(2026, 12, 1), date(2026, 12, 1), Decimal(5)),
    ]
    assert found.authority == "52:27D-439 c.(1)"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sfy", "basis", "day"),
    [
        (1999, "calendar", date(1999, 6, 30)),
        (2001, "calendar", date(2001, 6, 30)),
        (2001, "state", date(2001, 6, 30)),
        (2002, "calendar", date(2002, 7, 15)),
        (2002, "state", date(2002, 6, 30)),
        (2026, "calendar", date(2026, 7, 15)),
        (2026, "state", date(2026, 6, 30)),
    ],
)
def test_the_difference_is_due_by_fiscal_basis_from_sfy2002_on(
    sfy: int, basis: str, day: date
) -> None:
    (due,) = schedules.of(RECEIPTS, sfy, Stream.DIFFERENCE, basis).dates
    assert due.statutory_on == day


@pytest.mark.django_db
def test_o78_on_or_before_a_sunday_is_deposited_before_it_and_shown_as_it_is() -> None:
    (due,) = schedules.of(RECEIPTS, 2030, Stream.DIFFERENCE, "state").dates
    assert due.statutory_on == date(2030, 6, 30)  # a Sunday
    assert due.deposit_on == date(2030, 6, 28)


@pytest.mark.django_db
def test_the_highlands_halves_are_due_in_april_and_june() -> None:
    found = schedules.of("highlands", 2010, Stream.HIGHLANDS)
    assert [d.statutory_on for d in found.dates] == [date(2010, 4, 1), date(2010, 6, 1)]


@pytest.mark.django_db
def test_the_practice_of_2008_stands_with_its_authority_in_the_place_of_the_statute() -> None:
    schedules.record_practice_of_2008(on=ON, by=officer("treasury-analyst"))
    found = schedules.of(RECEIPTS, 2009, Stream.REGULAR)
    assert [(d.deposit_on, d.percent) for d in found.dates] == [
        (date(2008, 8, 1), Decimal(45)),
        (date(2008, 9, 2), Decimal(30)),
        (date(2008, 10, 1), Decimal(15)),
        (date(2008, 11, 3), Decimal(5)),
        (date(2008, 12, 1), Decimal(5)),
    ]
    assert "2008-13" in found.authority
    assert schedules.of(RECEIPTS, 2010, Stream.REGULAR).authority == "52:27D-439 c.(1)"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("lines", "authority", "word"),
    [
        ([(date(2026, 9, 1), Decimal(99))], "Notice 1", "sum to 99"),
        ([(date(2026, 9, 1), Decimal(100))], " ", "authority"),
        ([(date(2026, 9, 1), Decimal(50))] * 2, "Notice 1", "in order"),
    ],
)
def test_a_schedule_without_authority_order_or_a_whole_is_refused(
    lines: list[tuple[date, Decimal]], authority: str, word: str
) -> None:
    with pytest.raises(Refusal, match=word):
        schedules.record(
            RECEIPTS,
            2027,
            Stream.REGULAR,
            lines,
            authority=authority,
            on=ON,
            by=officer("treasury-analyst"),
        )


@pytest.mark.django_db
def test_a_second_schedule_for_the_same_stream_is_refused() -> None:
    by = officer("treasury-analyst")
    lines = [(date(2027, 3, 1), Decimal(100))]
    for authority in ("Notice 1",):
        schedules.record(RECEIPTS, 2027, Stream.COUNTY, lines, authority=authority, on=ON, by=by)
    with pytest.raises(Refusal, match="already recorded, by Notice 1"):
        schedules.record(RECEIPTS, 2027, Stream.COUNTY, lines, authority="Notice 2", on=ON, by=by)
