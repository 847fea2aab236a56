"""What a project on its way asks of each office stands on its home."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from funds import proposal_reviews
from tests.offices import officer
from tests.web.pages import people, world, zone_work

pytestmark = pytest.mark.django_db
MONTHS_OVER = date(2026, 10, 2)  # a year and a day after the approval


def test_changes_asked_and_an_outcome_that_is_due_stand_on_the_towns_home(
    reading: Any, calendar: Any
) -> None:
    world.zone_years((2026, 2027))
    made = zone_work.zone_work_of_two_years()
    client = reading(people.coordinator("2119"))
    outcome = reverse("outcome", args=[made["project"].pk])
    calendar.day = date(2026, 10, 1)
    assert outcome not in client.get("/").content.decode()
    calendar.day = MONTHS_OVER
    assert outcome in client.get("/").content.decode()
    said = {"as_of_on": "2026-10-01", "jobs": "1", "activity": "A shop", "finished": "on"}
    assert client.post(outcome, said).status_code == 302
    assert outcome not in client.get("/").content.decode()
    answer = reverse("send_again", args=[made["proposed"].pk])
    assert answer not in client.get("/").content.decode()
    by = officer("authority")
    proposal_reviews.ask(made["proposed"], {"months": "Why?"}, on=MONTHS_OVER, by=by)
    assert answer in client.get("/").content.decode()
    assert answer not in reading(people.coordinator("0714")).get("/").content.decode()


def test_who_withdraws_a_proposal_takes_it_from_the_authoritys_home(reading: Any) -> None:
    world.zone_years((2026, 2027))
    made = zone_work.zone_work_of_two_years()["proposed"]
    home = reading(officer("authority"))
    assert "Determine Riverfront parking" in home.get("/").content.decode()
    to = reverse("withdraw", args=[made.pk])
    assert reading(officer("authority")).post(to, {"reason": "no"}).status_code == 403
    assert (
        reading(people.coordinator("2119")).post(to, {"reason": "Another site"}).status_code == 302
    )
    assert "Determine Riverfront parking" not in home.get("/").content.decode()
    page = home.get(reverse("project", args=[made.pk])).content.decode()
    assert "Withdrawn" in page and "Another site" in page
