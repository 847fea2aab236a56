"""A year's end with a lapse notice beforehand, with real clicks counted against their budget."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds import announcements, reminders, work
from funds.models import Seal
from municipalities.models import Office
from tests.offices import officer
from tests.web.pages import people, world
from tests.web.pages.clicks import Hand
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
JUNE, JULY = date(2026, 5, 30), date(2026, 7, 9)
STEPS = ["Rehearse", "Exceptions", "Sign-off by two", "Post, and letters"]


def test_a_year_ends_with_a_notice_beforehand(
    visit: Any, calendar: Any, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    world.zone_years((2024, 2025, 2026))
    world.sealed(2024)
    world.sealed(2025)
    seats()

    def seated(by: Any, address: str = "/") -> Hand:
        return Hand(visit(address, by=sign_in_of(by)))

    def look(at: Hand, name: str) -> None:
        assert axe(at.page) == []
        shot(at.page, name)
        assert no_sideways_scroll(at.page), name
        at.page.set_viewport_size({"width": 1280, "height": 900})

    calendar.day = JUNE
    told_a_month_before(seated, look)
    calendar.day = JULY
    closed(seated, look)


def seats() -> None:
    for code in people.PLACES:
        people.coordinator(code)
    officer("dca-analyst")
    officer("dca-director")
    Office.objects.update(mail="office@example.org")


def told_a_month_before(seated: Callable[..., Hand], look: Callable[[Hand, str], None]) -> None:
    """The coordinator is told, and two clicks on sees the dollars and what would save them."""
    reminders.remind(on=JUNE)
    at = seated(people.coordinator("9901"), reverse("notices"))
    at.link("Lapses in a month")
    at.follow("/zones/9901/lapses/")
    text = at.page.locator("main").inner_text()
    assert at.clicks == 2
    assert "Jun 30, 2026" in text and "31 days left" in text
    assert "Propose a project for it" in text
    look(at, "zone-lapses")
    at = seated(officer("dca-analyst"), reverse("year_ends")).link("Forecast")
    assert at.clicks == 1
    assert "12,000,000.00" in at.page.locator("main").inner_text()
    look(at, "lapses")


def closed(seated: Callable[..., Hand], look: Callable[[Hand, str], None]) -> None:
    """One page, four steps, two persons: three clicks at most for each."""
    at = seated(officer("dca-analyst")).link("Rehearse the year end of Enterprise zone")
    at.button("Rehearse the year")
    assert at.clicks == 2
    page = at.page.url
    assert [each.split(". ", 1)[1] for each in at.page.locator(".steps b").all_inner_texts()] == (
        STEPS
    )
    assert "was not told" not in at.page.locator("main").inner_text()
    look(at, "year-end-exceptions")
    at = seated(officer("treasury-certifier")).link("Sign the close of Enterprise zone")
    assert at.page.url == page
    at.tick("I have read what is carried").button("Sign: $12,000,000.00 lapses")
    assert at.clicks == 3
    assert "SFY2026 is signed" in at.said()
    work.run_due(on=JULY)
    announcements.announce(on=JULY)
    work.run_due(on=JULY)
    at.page.goto(page)
    text = at.page.locator("main").inner_text()
    assert Seal.objects.filter(closing__sfy=2026).exists()
    assert "LN-" in text and "waits to be sent" in text
    assert "zone:" not in text
    assert Decimal("12000000.00") == lapsed()
    look(at, "year-end-letters")


def lapsed() -> Decimal:
    rows = Seal.objects.get(closing__sfy=2026).closing.dispositions.filter(what="lapsed")
    return sum(rows.values_list("amount", flat=True), Decimal(0))
