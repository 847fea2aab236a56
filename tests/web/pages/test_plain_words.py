"""What a municipality's officers and the public read is read at grade 9 or below."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from municipalities.models import Officer
from municipalities.open_days import CUT_OFF
from tests.web.pages import addresses, people
from tests.web.readability import grade, sentences

pytestmark = pytest.mark.django_db
GRADE = 9.0
DUE = re.compile(r"[Dd]ue by [A-Z][a-z]+ \d+, \d{4}(.{0,40})")
Reading = Callable[[Officer], Client]


def test_municipal_and_public_pages_are_read_at_grade_nine(
    state: dict[str, Any], reading: Reading
) -> None:
    grades = {}
    for by, client in (
        ("cfo", reading(people.local("cfo", "2119"))),
        ("coordinator", reading(people.coordinator("2119"))),
        ("public", Client()),
    ):
        pages = {"home": "/"} | addresses.to_a_town(state)
        if by == "public":
            pages = {
                "state": reverse("public"),
                "town": reverse("public_town", args=["2119"]),
            }
        for name, address in pages.items():
            answer = client.get(address)
            if answer.status_code == 200 and (said := sentences(answer.content.decode())):
                grades[f"{name} by {by}"] = round(grade(said), 1)
    assert len(grades) > 20
    assert {name: found for name, found in grades.items() if found > GRADE} == {}


def test_every_deadline_says_its_hour_and_its_time_zone(
    state: dict[str, Any], reading: Reading
) -> None:
    said = 0
    for by in (people.local("cfo", "2119"), people.coordinator("2119")):
        pages = {"home": "/", "calendar": reverse("calendar")} | addresses.to_a_town(state)
        pages["report"] = reverse("quarterly_report", args=["2119", 2027, 1])
        for address in pages.values():
            page = reading(by).get(address).content.decode()
            found = DUE.findall(page)
            assert all(CUT_OFF in after for after in found), (address, found)
            said += CUT_OFF in page
    assert said >= 6  # each one's home, calendar and report


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("The cat sat on the mat.", -2, 2),
        ("You may spend this money until June.", 1, 5),
        ("Unencumbered allocations automatically revert to the administering authority.", 18, 40),
    ],
)
def test_the_grade_tells_plain_words_from_those_of_a_statute(
    text: str, low: int, high: int
) -> None:
    assert low <= grade([text]) <= high
