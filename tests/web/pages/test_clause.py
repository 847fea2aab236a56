"""A clause's page: its rules and acts, figures, tests and pages."""

from typing import Any

import pytest
from django.urls import reverse

from tests.offices import officer
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db


def test_a_clauses_page_shows_what_keeps_it(client: Any) -> None:
    client.force_login(sign_in_of(officer("auditor")))
    shown = client.get(reverse("clause", args=["uez.a1.stepdown"])).content.decode()
    assert "funds.rules.determined_amount.available_percent" in shown
    assert "A year past the schedule is refused and its last one is not." in shown
    assert client.get(reverse("clause", args=["uez.z"])).status_code == 404


@pytest.mark.browser
def test_a_clauses_page_can_be_used_by_everyone(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit(reverse("clause", args=["uez.h.unencumbered"]), by=sign_in_of(officer("auditor")))
    assert axe(page) == []
    shot(page, "clause")
    page.set_viewport_size({"width": 390, "height": 900})
    assert no_sideways_scroll(page)
