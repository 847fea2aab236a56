"""Everything is stopped by one person and let go on by another, by real clicks."""

from typing import Any

import pytest
from django.urls import reverse

from municipalities import standstills
from municipalities.models import Standstill
from tests.offices import officer
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def test_one_person_stops_everything_and_another_lets_it_go_on(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit(reverse("work"), by=sign_in_of(officer("treasury-certifier")))
    page.get_by_role("link", name="Standstills").click()
    page.get_by_role("link", name="Stop everything").click()
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "standstill-begin")
    page.get_by_label("Why").fill("The bank says that it has the file twice.")
    page.get_by_role("button", name="Stop everything").click()
    page.get_by_text("Another person lets it go on").first.wait_for()
    assert page.get_by_role("link", name="Let it go on").count() == 0
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "standstills")
    page = visit("/", by=sign_in_of(officer("dca-director")))
    page.get_by_text("The bank says that it has the file twice.").first.wait_for()
    page.goto(page.url.rstrip("/") + reverse("standstills"))
    page.get_by_role("link", name="Let it go on").click()
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "standstill-end")
    page.get_by_label("What was made sure of").fill("The bank paid one of the two.")
    page.get_by_role("button", name="Let it go on").click()
    page.get_by_text("Everything goes on.").wait_for()
    assert Standstill.objects.get().ended_because == "The bank paid one of the two."
    assert standstills.standing() is None
