"""The calendar made from the clauses, for every fund, year and fiscal-year basis."""

import csv
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from funds import filing_days
from funds.refusal import Refusal
from municipalities import closed_days, feeds, open_days
from municipalities.models import FiscalYearBasis, Holiday, Officer
from payments import banking_days
from payments.calendar import concerns, dates, holidays, ical
from payments.models import Installment
from tests.offices import officer
from tests.payments.aid import RECEIPTS, allotted
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db
HERE = Path(__file__).parent
ON = date(2026, 12, 1)
BANKS, OFFICES = Holiday.Whose.BANKS, Holiday.Whose.OFFICES
YEARS = range(2025, 2036)


def rows(name: str) -> list[dict[str, str]]:
    """A table worked out with pencil rules, apart from the product and from its libraries."""
    with (HERE / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_calendar_of_2025_to_2035_is_the_one_worked_out_apart() -> None:
    wanted = [tuple(each.values()) for each in rows("calendar_2025_2035.csv")]
    found = [
        (d.fund, str(d.sfy), d.part, d.basis, str(d.statutory_on), str(d.acted_on))
        for d in dates.of_years(YEARS[0], YEARS[-1])
    ]
    assert len(wanted) == 161
    assert sorted(found) == sorted(wanted)


def test_the_holidays_of_2025_to_2035_are_those_worked_out_apart() -> None:
    wanted = {(each["whose"], each["falls_on"]) for each in rows("holidays_2025_2035.csv")}
    table = Holiday.objects.filter(falls_on__year__gte=2025, falls_on__year__lte=2035)
    assert {(each.whose, str(each.falls_on)) for each in table} == wanted


def test_every_date_names_its_rule_and_its_authority() -> None:
    for each in [
        *dates.of_years(2001, 2002),
        *dates.of_years(2008, 2010),
        *dates.of_years(2027, 2028),
    ]:
        assert each.rule.endswith(".") and ":" in each.authority, each
    keys = [each.key for each in dates.of_years(1998, 2050)]
    assert len(keys) == len(set(keys))


def test_the_highlands_have_their_dates_until_the_tenth_year_and_none_after() -> None:
    of_2014 = {
        (d.part, d.basis): d.statutory_on for d in dates.of_year(2014) if d.fund == "highlands"
    }
    assert of_2014 == {
        ("highlands-1", ""): date(2014, 4, 1),
        ("highlands-2", ""): date(2014, 6, 1),
        ("report", ""): date(2013, 12, 1),
        ("board", ""): date(2013, 12, 20),
        ("certified", ""): date(2014, 2, 15),
        ("offset", "calendar"): date(2014, 3, 20),
        ("offset", "state"): date(2014, 6, 30),
    }
    assert not [d for d in dates.of_year(2015) if d.fund == "highlands"]


def test_o38_banks_and_state_offices_keep_different_days() -> None:
    assert open_days.is_open(BANKS, date(2026, 7, 3)) and not open_days.is_open(
        OFFICES, date(2026, 7, 3)
    )
    assert not open_days.is_open(OFFICES, date(2026, 11, 3))  # a general election
    assert banking_days.is_banking_day(date(2026, 11, 3))


def test_o78_a_boards_day_on_a_sunday_moves_by_the_recorded_rule_and_is_still_shown() -> None:
    due = filing_days.due(date(2026, 12, 20))
    assert due == (date(2026, 12, 20), date(2026, 12, 21))
    assert due.days_late(date(2026, 12, 21)) == 0 and due.days_late(date(2026, 12, 22)) == 1
    assert due.moved == (
        "The statutory date December 20, 2026 is a Sunday on which State offices are closed; it "
        "moves to Monday, December 21, 2026."
    )


def test_an_entered_holiday_moves_what_is_planned_and_a_struck_one_moves_it_back() -> None:
    allotted({"9905": "1000.00", "9906": "500.00"})
    by = officer("treasury-analyst")
    planned = Installment.objects.filter(posting=None, replaced_by=None)
    day = planned.order_by("deposit_on").values_list("deposit_on", flat=True).last()
    assert day is not None
    on = date(2026, 7, 1)
    made, moved = holidays.enter(BANKS, day, "Day of mourning", "Executive Order 1", on=on, by=by)
    assert moved == planned.filter(statutory_on=day).count() > 0
    assert not planned.filter(deposit_on=day).exists()
    again, none = holidays.enter(BANKS, day, "Day of mourning", "Executive Order 1", on=on, by=by)
    assert (again, none) == (made, 0)
    _, back = holidays.strike(made, "Order 1 was withdrawn", on=on, by=by)
    assert back == moved and planned.filter(deposit_on=day).count() == moved
    assert Holiday.objects.get(pk=made.pk).struck_on is not None


@pytest.mark.parametrize(
    ("day", "name", "word"),
    [
        (date(2027, 1, 2), "A day", "Saturday: it is closed already"),
        (date(2027, 1, 4), " ", "a name"),
        (date(2026, 12, 1), "A day", "has begun"),
    ],
)
def test_a_holiday_that_says_nothing_or_comes_too_late_is_refused(
    day: date, name: str, word: str
) -> None:
    with pytest.raises(Refusal, match=word):
        closed_days.enter(BANKS, day, name, "A notice", on=ON, by=officer("treasury-analyst"))


def test_only_an_office_that_keeps_the_calendar_changes_it() -> None:
    with pytest.raises(Refusal, match="keep-calendar"):
        closed_days.enter(BANKS, date(2027, 1, 4), "A", "B", on=ON, by=officer("auditor"))


def test_an_office_sees_what_concerns_it_by_its_place_and_its_budget_year() -> None:
    town = municipality("9905")
    FiscalYearBasis.objects.create(municipality=town, basis="state", from_on=date(2001, 7, 1))
    cfo = officer("cfo", municipality="9905")
    found = concerns.of_office(cfo.office, ON).keep(dates.of_years(2027, 2027))
    assert {each.fund for each in found} == {RECEIPTS}
    assert [each.basis for each in found if each.part == "difference-1"] == ["state"]
    assert not [each for each in found if each.part == "county-1"]
    zone("Place", "9905")
    again = Officer.objects.get(pk=cfo.pk)  # what is asked of a municipality in hand is kept
    found = concerns.of_office(again.office, ON).keep(dates.of_years(2027, 2027))
    assert {each.fund for each in found} == {RECEIPTS, "zone-assistance"}


def test_a_feed_is_read_by_another_reader_and_keeps_a_dates_name_when_it_moves() -> None:
    made = dates.of_years(2027, 2027)
    read = Calendar.from_ical(ical.feed("An office", made, datetime(2026, 12, 1, tzinfo=UTC)))
    events = {str(each["uid"]): each for each in read.walk("VEVENT")}
    assert len(events) == len(made) == 15
    name = next(uid for uid in events if uid.startswith("energy-receipts-sfy2027-regular-5@"))
    assert events[name].decoded("dtstart") == date(2026, 11, 2)
    said = str(events[name]["description"])
    assert "Statutory date Sunday, November 1, 2026." in said and "52:27D-439 c.(1)" in said
    monday = date(2026, 11, 2)
    Holiday.objects.create(whose=BANKS, falls_on=monday, name="A day", authority="An order")
    moved = Calendar.from_ical(
        ical.feed("An office", dates.of_years(2027, 2027), datetime(2026, 12, 1, tzinfo=UTC))
    )
    found = next(each for each in moved.walk("VEVENT") if str(each["uid"]) == name)
    assert found.decoded("dtstart") == date(2026, 11, 3)


def test_a_feeds_address_is_one_an_office_and_ends_when_it_is_closed() -> None:
    by = officer("treasury-analyst")
    first = feeds.make(on=ON, by=by)
    assert feeds.office_of(first) == by.office
    second = feeds.make(on=ON, by=by)
    assert feeds.office_of(first) is None and feeds.office_of(second) == by.office
    feeds.close(on=ON, by=by)
    assert feeds.office_of(second) is None
    with pytest.raises(Refusal, match="no open calendar address"):
        feeds.close(on=ON, by=by)


def test_a_page_asks_for_a_years_holidays_once(django_assert_num_queries: Any) -> None:
    february = [date(2027, 2, day) for day in range(1, 29)]
    with django_assert_num_queries(1), open_days.asked_once():
        worked = [day for day in february if open_days.is_open(BANKS, day)]
    assert len(worked) == 19  # twenty weekdays, and Washington's Birthday
