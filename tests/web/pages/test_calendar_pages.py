"""The calendar, its holidays and its feed on their pages, by real clicks."""

from datetime import date
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.urls import reverse
from icalendar import Calendar

from municipalities.models import Holiday
from payments.models import Installment
from tests.offices import officer
from tests.payments.aid import allotted
from tests.web.pages.people import sign_in_of
from tests.web.pages.world import TODAY

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def test_the_calendar_shows_a_month_and_a_year_with_each_clause(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit(reverse("calendar") + "?month=2026-11-01", by=sign_in_of(officer("auditor")))
    assert axe(page) == [] and no_sideways_scroll(page)
    monday = page.locator("table.sheet td", has_text="Statutory Nov 1")
    assert "5 of 6, 5 percent" in monday.inner_text()
    assert page.get_by_text("State offices closed: Election Day").count() == 1
    assert page.get_by_text("Banks closed: Veterans Day").count() == 1
    shot(page, "calendar-month")
    page.get_by_role("link", name="All of SFY2027").click()
    page.get_by_role("heading", name="Calendar of SFY2027").wait_for()
    assert axe(page) == [] and no_sideways_scroll(page)
    assert "52:27D-439 c.(2)" in page.content() and "52:27H-88 a.(4)" in page.content()
    shot(page, "calendar-year")


def test_an_officer_enters_a_holiday_and_what_was_planned_moves(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    allotted({"9905": "1000.00"})
    planned = Installment.objects.filter(posting=None, replaced_by=None)
    day = planned.order_by("-deposit_on").values_list("deposit_on", flat=True)[0]
    page = visit(f"{reverse('holidays')}?year={day.year}", by=sign_in_of(officer("dca-analyst")))
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "holidays")
    page.get_by_role("link", name="Enter a holiday").click()
    assert axe(page) == []
    page.get_by_label("Who is closed").select_option("banks")
    page.get_by_label("Day", exact=True).fill("2027-01-02")
    page.get_by_label("Name").fill("Day of mourning")
    page.get_by_label("Authority").fill("Executive Order 1")
    page.get_by_role("button", name="Enter the holiday").click()
    page.get_by_text("it is closed already").first.wait_for()
    page.get_by_label("Day", exact=True).fill(str(day))
    shot(page, "holiday-enter")
    page.get_by_role("button", name="Enter the holiday").click()
    page.get_by_text("1 planned installment moved to another day.").wait_for()
    assert not planned.filter(deposit_on=day).exists()
    page.get_by_role("row", name="Day of mourning").get_by_role("link", name="Strike it").click()
    page.get_by_label("Why it is a working day").fill("The order was withdrawn")
    page.get_by_role("button", name="Strike the holiday").click()
    page.get_by_text("struck. 1 planned installment moved").wait_for()
    assert Holiday.objects.exclude(struck_on=None).get().struck_because == "The order was withdrawn"
    assert planned.filter(deposit_on=day).exists()


def test_an_office_makes_its_address_reads_its_dates_and_closes_it(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit(reverse("feed"), by=sign_in_of(officer("treasury-analyst")))
    assert axe(page) == [] and no_sideways_scroll(page)
    page.get_by_role("link", name="Make an address").click()
    assert axe(page) == []
    page.get_by_role("button", name="Make the address").click()
    address = page.get_by_label("The address, shown once").input_value()
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "calendar-address")
    with urlopen(address) as answer:  # signed in as nobody
        assert answer.headers["Content-Type"].startswith("text/calendar")
        read = Calendar.from_ical(answer.read())
    days = {each.decoded("dtstart") for each in read.walk("VEVENT")}
    assert date(TODAY.year + 1, 7, 15) in days
    page.goto(page.url)
    assert page.get_by_label("The address, shown once").count() == 0
    page.get_by_role("link", name="Close it").click()
    page.get_by_role("button", name="Close the address").click()
    page.get_by_text("The address is closed.").wait_for()
    with pytest.raises(HTTPError, match="404"):
        urlopen(address)
