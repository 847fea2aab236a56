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


def test_while_changes_are_asked_for_the_town_is_next_and_not_the_authority(reading: Any) -> None:
    world.zone_years((2026, 2027))
    made = zone_work.zone_work_of_two_years()["proposed"]
    town, authority = reading(people.coordinator("2119")), reading(officer("authority"))
    to = reverse("project", args=[made.pk])
    assert "Both bodies adopt it before." in authority.get("/").content.decode()
    assert "both bodies adopt it" in town.get("/").content.decode()
    page = town.get(to).content.decode()
    assert "Next, by the municipal clerk:" in page and "To be done by the municipal clerk" in page
    proposal_reviews.ask(made, {"months": "Why?"}, on=world.TODAY, by=officer("authority"))
    assert "Determine Riverfront parking" not in authority.get("/").content.decode()
    assert "Proposal: Riverfront parking" not in town.get("/").content.decode()
    page = town.get(to).content.decode()
    assert "Changes asked for" in page
    assert "the zone’s coordinator or CFO answers the changes asked for on" in page


def test_one_place_of_the_bar_is_marked(reading: Any) -> None:
    world.zone_years((2026, 2027))
    client = reading(people.coordinator("2119"))
    for name in ("zone", "projects"):
        nav = client.get(reverse(name, args=["2119"])).context["nav"]
        here = [link.url for link in nav if link.current]
        assert here == [reverse(name, args=["2119"])]
