"""What stands behind the question mark of an address: known and readable, or refused in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from municipalities.models import Officer
from tests.offices import officer

pytestmark = pytest.mark.django_db


@pytest.fixture
def analyst(reading: Callable[[Officer], Client]) -> Client:
    return reading(officer("treasury-analyst"))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/municipalities/?colour=red", "knows no “colour”. It knows page, q."),
        ("/municipalities/?page=0", "“page” is “0”; a whole number from 1 is needed."),
        ("/municipalities/?page=last", "“page” is “last”"),
        ("/municipalities/?page=99999", "There is no page 99999; the last is"),
        ("/municipalities/?page=1&page=2", "“page” stands twice"),
        ("/municipalities/?q=%00", "“q” can’t be read"),
        ("/accounts/?sfy=soon", "“sfy” is “soon”"),
        ("/accounts/?kind=GOLD", "“kind” is “GOLD”; one of SOURCE"),
        ("/accounts/?fund=lottery", "“fund” is “lottery”; one of"),
        ("/accounts/?id__gt=1", "knows no “id__gt”"),
        ("/jobs/?page=-1", "“page” is “-1”"),
        ("/law/?at=2026", "It takes no question."),
    ],
)
def test_what_a_page_does_not_know_is_refused_in_words(
    analyst: Client, address: str, words: str
) -> None:
    answer = analyst.get(address)
    assert answer.status_code == 400
    assert words in answer.content.decode()


@pytest.mark.parametrize(
    "address",
    ["/municipalities/?q=&page=1", "/accounts/?fund=&kind=&sfy=", "/jobs/?page=1", "/search/?q=x"],
)
def test_what_a_page_knows_or_is_left_empty_is_answered(analyst: Client, address: str) -> None:
    assert analyst.get(address).status_code == 200


def test_a_question_is_refused_before_anything_is_looked_for(analyst: Client) -> None:
    """A record that is hidden and one that is not there answer alike."""
    assert analyst.get("/postings/1/?x=1").status_code == 400
    assert analyst.get("/postings/999999/?x=1").status_code == 400
