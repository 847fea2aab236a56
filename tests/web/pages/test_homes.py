"""A home says what its office must do, what changed, and the figure it came for."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from funds.models import Project
from municipalities.models import Municipality, Officer, Submission
from payments.models import Warrant
from tests.offices import officer
from tests.web.pages import people

pytestmark = pytest.mark.django_db
Reading = Callable[[Officer], Client]

CAME_FOR = {
    "treasury-analyst": ("Payments that do not tie", "Runs to certify", "Owed of short years"),
    "treasury-certifier": ("Payments that do not tie", "Runs to certify"),
    "treasury-releaser": ("To be paid now", "Next deposit days"),
    "dca-analyst": ("Reports not filed", "Empty offices", "Owed by findings", "Lapses Jun 30"),
    "authority": ("In the Authority’s account", "Proposals ask for", "Lapses Jun 30"),
    "auditor": ("Payments that do not tie", "Waivers authorised", "Checks overridden"),
    "taxation-director": ("Report of vacant land",),
    "admin": ("Empty offices",),
}
GROUPS = ("Do now", "Coming up", "Waiting for others", "Done")


def home(reading: Reading, by: Officer) -> str:
    return str(reading(by).get("/").content.decode())


def test_each_office_of_the_state_opens_with_the_figures_it_came_for(
    state: dict[str, Any], reading: Reading
) -> None:
    for title, labels in CAME_FOR.items():
        page = home(reading, officer(title))
        missing = [label for label in (*labels, *GROUPS, "What changed") if label not in page]
        assert missing == [], title


def test_a_town_a_zone_and_a_county_open_with_theirs(
    state: dict[str, Any], reading: Reading
) -> None:
    county = officer("county-board", place="Warren", county="21")
    wanted = {
        people.local("cfo", "2119"): ("Next deposit", "Certified this year", "Year on year"),
        people.coordinator("2119"): ("Unencumbered", "Money at risk of lapse", "Projects"),
        people.local("assessor", "2119"): ("Report of vacant land", "tenth year is over"),
        county: ("Report of vacant land",),
    }
    for by, labels in wanted.items():
        page = home(reading, by)
        assert [label for label in (*labels, *GROUPS) if label not in page] == [], by


def test_an_assessor_in_the_programs_years_sees_one_deadline(
    state: dict[str, Any], reading: Reading, calendar: Any
) -> None:
    Municipality.objects.filter(pk="2119").update(in_highlands=True, preservation_area=True)
    calendar.day = date(2012, 11, 26)
    page = home(reading, people.local("assessor", "2119"))
    assert "Report of 2012 is due" in page and "Dec 3, 2012" in page  # Dec 1 was a Saturday
    assert "7 days left." in page and "Not begun" in page
    assert "What was this deposit?" not in page


def test_what_one_sent_stands_under_done(state: dict[str, Any], reading: Reading) -> None:
    by = officer("treasury-certifier")
    Submission.objects.create(
        person=by.person, token="t", address="/x/", digest="d", answer="/funds/", said="It is done."
    )
    assert '<a href="/funds/">It is done.</a>' in home(reading, by)
    assert "It is done." not in home(reading, officer("auditor"))


def test_a_town_sees_what_moved_its_own_money_alone(
    state: dict[str, Any], reading: Reading
) -> None:
    mine = home(reading, people.local("cfo", "2119")).partition("What changed")[2]
    assert "Released for payment" in mine
    assert "Deposited in the fund" not in mine


def found(reading: Reading, by: Officer, words: str) -> str:
    answer = reading(by).get(reverse("search"), {"q": words})
    return str(answer.content.decode()).partition("<main")[2]


def test_one_box_finds_runs_projects_payments_and_papers(
    state: dict[str, Any], reading: Reading
) -> None:
    by, run, project = officer("auditor"), state["runs"][2027], state["project"]
    assert reverse("run", args=[run.pk]) in found(reading, by, "SFY2027")
    assert reverse("run", args=[run.pk]) not in found(reading, by, "energy 2027")
    assert reverse("project", args=[project.pk]) in found(reading, by, project.title[:9])
    bound = state["encumbrance"]
    assert reverse("encumbrance", args=[bound.pk]) in found(reading, by, bound.number.lower())
    assert reverse("voucher", args=[state["spent"].pk]) in found(
        reading, by, state["spent"].invoice
    )
    for warrant in Warrant.objects.all()[:1]:
        assert reverse("warrant", args=[warrant.pk]) in found(reading, by, warrant.number)


def test_the_box_finds_nothing_of_anothers(state: dict[str, Any], reading: Reading) -> None:
    """O-60 asks the same of every list; here of each kind that words find."""
    other = people.local("cfo", "0714")
    project = Project.objects.get(pk=state["project"].pk)
    for words in (project.title, project.number, state["encumbrance"].number, "SFY2027"):
        assert "Nothing that you may see is called so." in found(reading, other, words), words


def test_a_home_asks_the_database_at_most_thirty_times(
    state: dict[str, Any], reading: Reading
) -> None:
    asked = {}
    for title in CAME_FOR:
        client = reading(officer(title))
        client.get("/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        asked[title] = len(queries)
    assert {title: many for title, many in asked.items() if many > 30} == {}
