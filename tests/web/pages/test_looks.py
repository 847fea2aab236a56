"""Every page opens at both widths, can be used by everyone, and stays within its window."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.urls import reverse

from municipalities.models import Officer
from tests.offices import officer
from tests.web.looks import WIDTHS
from tests.web.pages import addresses, people
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
HOMES = (
    "treasury-analyst",
    "treasury-certifier",
    "dca-analyst",
    "authority",
    "auditor",
    "admin",
)
Look = Callable[[Officer, Mapping[str, str]], list[str]]


@pytest.fixture
def look(visit: Any, axe: Any, no_sideways_scroll: Any, shot: Any) -> Look:
    """Open pages one after the other, keep their pictures, and return what is wrong with them."""

    def opened(by: Officer, pages: Mapping[str, str]) -> list[str]:
        wrong: list[str] = []
        page = visit("/help/", by=sign_in_of(by))
        start = page.url.removesuffix("/help/")
        for name, address in pages.items():
            answer = page.goto(start + address)
            if answer.status != 200:
                wrong.append(f"{name}: {answer.status}")
                continue
            shot(page, f"page-{name}")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                if not no_sideways_scroll(page):
                    wrong.append(f"{name}: scrolls sideways at {width}")
                wrong += [f"{name} at {width}: {each}" for each in axe(page)]
        return wrong

    return opened


def test_the_states_pages_can_be_used_by_everyone(state: dict[str, Any], look: Look) -> None:
    assert look(officer("treasury-certifier"), addresses.to_the_state(state)) == []


def test_a_towns_pages_can_be_used_by_everyone(state: dict[str, Any], look: Look) -> None:
    cfo = people.local("cfo", "2119")
    assert look(cfo, {"home-cfo": "/"} | addresses.to_a_town(state)) == []


def test_every_office_has_a_home(state: dict[str, Any], look: Look) -> None:
    offices = [officer(title) for title in HOMES]
    offices += [people.coordinator("2119"), people.local("assessor", "2119")]
    wrong = [each for by in offices for each in look(by, {f"home-{by.office.title}": "/"})]
    assert wrong == []


def test_doors_can_be_used_by_everyone(state: dict[str, Any], look: Look) -> None:
    doors = {
        "deposit": reverse("deposit", args=["zone-assistance"]),
        "run-prepare": reverse("run_prepare", args=["zone-assistance"]),
    }
    wrong = look(officer("treasury-analyst"), doors)
    wrong += look(
        officer("dca-analyst"),
        {
            "find": reverse("find", args=["2119"]),
            "withhold": reverse("withhold", args=["2119"]),
            "rehearse": reverse("rehearse", args=["energy-receipts"]),
        },
    )
    assert wrong == []


def test_the_sign_in_page_can_be_used_by_everyone(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit("/sign-in/")
    shot(page, "page-sign-in")
    assert axe(page) == []
    assert no_sideways_scroll(page)
