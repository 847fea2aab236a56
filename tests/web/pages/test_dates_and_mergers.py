"""Payment dates with their authority, and a municipality taken into another, on their pages."""

from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds.models import Kind
from municipalities.models import Succession
from payments.models import Schedule
from tests.offices import officer
from tests.payments.aid import RECEIPTS, allotted, stands
from tests.places import municipality
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def test_a_schedule_takes_the_place_of_the_statutes_dates(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit(
        reverse("schedules", args=[RECEIPTS]) + "?sfy=2028",
        by=sign_in_of(officer("treasury-analyst")),
    )
    assert axe(page) == [] and no_sideways_scroll(page)
    assert "350,000.00" in page.content() and "52:27D-439 c.(1)" in page.content()
    shot(page, "schedules")
    page.get_by_role("link", name="Record a schedule").click()
    assert axe(page) == []
    page.get_by_label("State fiscal year").fill("2028")
    page.get_by_label("Dates and percents").fill("2027-08-01 45\n2027-09-01 fifty")
    page.get_by_label("Authority").fill("A notice")
    page.get_by_role("button", name="Record the schedule").click()
    page.get_by_text("Line 2: “2027-09-01 fifty”").first.wait_for()
    shot(page, "schedule-record")
    page.get_by_label("Dates and percents").fill("2027-08-01 45\n2027-09-01 55")
    page.get_by_role("button", name="Show the dates first").click()
    page.get_by_text("Nothing is recorded yet").wait_for()
    assert "Aug 2, 2027" in page.content() and not Schedule.objects.exists()
    shot(page, "schedule-shown")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert axe(page) == [] and no_sideways_scroll(page)
    page.get_by_role("button", name="Record the schedule").click()
    page.get_by_text("2 dates are on record").wait_for()
    assert "450,000.00" in page.content() and "A notice" in page.content()


def test_a_merger_moves_what_is_held_and_is_refused_in_a_circle(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    allotted({"9905": "1000.00", "9906": "500.00"})
    director = sign_in_of(officer("dca-director"))
    page = visit(reverse("succession_record"), by=director)
    assert axe(page) == []
    shot(page, "merger")
    page.get_by_label("Municipality that is dissolved").select_option("9905")
    page.get_by_label("Municipality that takes it in").select_option("9906")
    page.get_by_label("Document").fill("Referendum of November")
    page.get_by_role("button", name="Record it and move the balances").click()
    page.get_by_text("$1,000.00 moved").wait_for()
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "mergers")
    assert stands(RECEIPTS, Kind.ENTITLED, "9906") == Decimal(1500)
    page = visit(reverse("succession_record"), by=director)
    offered = page.get_by_label("Municipality that takes it in").locator("option").all_inner_texts()
    assert not any("9905" in each for each in offered)
    page.get_by_label("Municipality that is dissolved").select_option("9906")
    page.get_by_label("Municipality that takes it in").select_option("9906")
    page.get_by_label("Document").fill("Into itself")
    page.get_by_role("button", name="Record it and move the balances").click()
    page.get_by_text("would succeed itself").first.wait_for()
    assert Succession.objects.count() == 1
    assert municipality("9906").dissolved_on is None


def test_a_new_name_is_recorded_and_listed_with_the_one_before(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    municipality("9901", "Exampleton")
    page = visit(reverse("successions"), by=sign_in_of(officer("dca-director")))
    page.get_by_role("link", name="Record a new name").click()
    assert axe(page) == []
    shot(page, "new-name")
    page.get_by_label("Municipality").select_option("9901")
    page.get_by_label("New name").fill("Newham")
    page.get_by_label("Official name").fill("Borough of Newham")
    page.get_by_label("Document").fill("Ordinance 7")
    page.get_by_role("button", name="Record the name").click()
    page.get_by_text("Exampleton is called Newham from today").wait_for()
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "names")
    assert municipality("9901").name == "Newham"
