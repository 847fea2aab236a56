"""Who holds which office: handed over in three clicks, looked through by the quarter."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from municipalities import offices, recertification
from municipalities.models import Officer, Recertification, User
from tests.offices import officer
from tests.places import municipality
from tests.web.looks import WIDTHS
from tests.web.pages import people, world
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk(db: None) -> Officer:
    municipality("9901", "Exampleton")
    sign_in_of(people.local("cfo", "9901"))
    return people.local("clerk", "9901")


@pytest.mark.browser
def test_a_clerk_hands_the_office_over_in_three_clicks(
    visit: Any, clerk: Officer, axe: Any, no_sideways_scroll: Any
) -> None:
    page = visit("/", by=sign_in_of(clerk))
    page.get_by_role("link", name="Offices", exact=True).click()
    page.get_by_role("link", name="Hand over").click()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert axe(page) == [] and no_sideways_scroll(page)
    page.get_by_label("Who").fill("Next CFO")
    page.get_by_label("Sign-in name").fill("next-cfo")
    page.get_by_role("button", name="Hand over").click()
    assert "sign-in/first/" in page.locator("code").inner_text()
    terms = Officer.objects.filter(office__title="cfo").order_by("from_on")
    assert [(each.person.label, each.until_on) for each in terms] == [
        ("Exampleton cfo holder", world.TODAY.replace(day=world.TODAY.day - 1)),
        ("Next CFO", None),
    ]


def test_the_clerk_of_an_empty_office_is_asked_to_hand_it_over(
    clerk: Officer, reading: Any
) -> None:
    cfo = Officer.objects.get(office__title="cfo")
    offices.end(cfo, on=world.TODAY.replace(day=1), by=officer("admin"))
    page = reading(clerk).get("/").content.decode()
    assert reverse("hand_over", args=[cfo.office_id]) in page
    assert "Nobody serves" in reading(clerk).get(reverse("vacancies")).content.decode()


def test_empty_offices_are_those_of_the_places_one_sees(clerk: Officer, reading: Any) -> None:
    municipality("9902", "Sampleborough")
    people.local("assessor", "9902")
    here, there = "Exampleton", "assessor"
    mine = reading(clerk).get(reverse("vacancies")).content.decode()
    assert there not in mine
    auditor = officer("auditor")
    every = reading(auditor).get(reverse("vacancies")).content.decode()
    assert there in every and here not in every.partition("<main")[2]


def test_the_department_sees_on_its_home_that_an_office_is_empty(reading: Any) -> None:
    municipality("9902", "Sampleborough")
    people.local("assessor", "9902")
    analyst = officer("dca-analyst")
    sign_in_of(analyst)
    page = reading(analyst).get("/").content.decode()
    assert "An office is empty" in page and reverse("vacancies") in page


def test_a_place_is_looked_through_with_its_list_before_ones_eyes(
    clerk: Officer, reading: Any
) -> None:
    admin = officer("admin")
    client = reading(admin)
    listed = client.get(reverse("recertification")).content.decode()
    door = reverse("recertify", args=["9901"])
    assert door in listed and "0 of 2 places" in listed
    page = client.get(door).content.decode()
    assert "Exampleton cfo" in page and "No second factor" not in page
    assert "None yet" in page
    assert client.post(door, _hidden(page)).status_code == 302
    made = Recertification.objects.get()
    assert (made.place, made.terms, made.recertified_by) == ("9901", 2, admin)
    again = client.get(door).content.decode()
    assert "Looked through by" in again and "They are right" not in again


def _hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def test_a_list_with_ones_own_term_is_looked_through_by_another(reading: Any) -> None:
    admin = officer("admin")
    place = recertification.STATE
    page = reading(admin).get(reverse("recertify", args=[place])).content.decode()
    answer = reading(admin).post(reverse("recertify", args=[place]), _hidden(page))
    assert "another administrator looks through it" in answer.content.decode()
    assert not Recertification.objects.exists()


def test_places_are_paged_and_ask_no_more_for_more_of_them(reading: Any) -> None:
    admin = reading(officer("admin"))
    asked = []
    for many in (4, 70):
        for number in range(many):
            code = f"99{number + 1:02}"
            municipality(code)
            User.objects.get_or_create(
                username=f"cfo-{code}", person=officer("cfo", municipality=code).person
            )
        pages = [reverse("recertification"), reverse("vacancies"), reverse("offices")]
        for page in pages:
            admin.get(page)
            with CaptureQueriesContext(connection) as queries:
                body = admin.get(page).content.decode()
            asked.append(len(queries))
        assert body.count("<tr") <= 60
    assert asked[:3] == asked[3:]
    assert max(asked) <= 14
