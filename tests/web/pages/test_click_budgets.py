"""The main jobs cost at most the clicks they are given, counted as they are made.

Nil returns, certifying, re-opening, releasing, holds, deposits and seats are counted where their
stories are told; here stand the jobs that had no count.
"""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from funds import ledger
from tests.offices import officer
from tests.web.pages import people, world
from tests.web.pages.clicks import Hand
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def hand(visit: Any, by: Any, address: str = "/") -> Hand:
    return Hand(visit(address, by=sign_in_of(by)))


def test_a_cfo_sees_the_certified_amount_on_home_and_opens_its_chain_with_one_click(
    state: dict[str, Any], visit: Any
) -> None:
    job = hand(visit, people.local("cfo", "2119"))
    assert "Certified this year" in job.page.locator(".figures").inner_text()
    run = state["receipts"][2027]
    job.follow(reverse("run_holder", args=[run.pk, "2119"]))
    assert job.clicks == 1 and "52:27D-439" in job.page.locator("main").inner_text()


def test_a_cfo_opens_a_change_with_one_click(state: dict[str, Any], visit: Any) -> None:
    job = hand(visit, people.local("cfo", "2119"))
    of_receipts = job.page.locator("tr", has_text="Energy").filter(has_text="+46,369.06")
    job._click(of_receipts.get_by_role("link", name="+46,369.06"))
    assert job.clicks == 1 and "52:27D-439" in job.page.locator("main").inner_text()


def test_a_coordinator_sees_what_lapses_on_home_and_what_saves_it_with_one_click(
    state: dict[str, Any], visit: Any
) -> None:
    job = hand(visit, people.coordinator("2119"))
    assert "Lapses" in job.page.locator(".figures").inner_text()
    job.link("Encumber what is left of the SFY2025 zone credit")
    assert job.clicks == 1 and "What lapses" in job.page.locator("h1").inner_text()


def test_a_certifier_signs_a_run_with_three_clicks(visit: Any, calendar: Any) -> None:
    world.three_zones()
    ledger.open_books(world.ZONES, 2027)
    run = world.prepared(2027, "12500000.00")
    calendar.day = date(2026, 7, 20)
    job = hand(visit, officer("treasury-certifier")).link(f"Certify {run.fund.name}, SFY2027")
    job.tick("I certify that these amounts").button("Certify $")
    assert "certified" in job.said().lower() and job.clicks == 3


def test_a_year_end_is_one_page_and_its_next_step_one_click_from_home(
    state: dict[str, Any], visit: Any
) -> None:
    job = hand(visit, officer("treasury-certifier"))
    job.link("Sign the close of")
    assert job.clicks == 1
    steps = job.page.locator(".steps li").all_inner_texts()
    assert len(steps) == 4, steps


def test_an_auditor_goes_from_a_paid_cent_to_its_clause_with_three_clicks(
    state: dict[str, Any], visit: Any
) -> None:
    job = hand(visit, officer("auditor"), reverse("municipality", args=["2119"]))
    job.follow(reverse("run_holder", args=[state["receipts"][2027].pk, "2119"]))
    assert job.clicks <= 3 and "52:27D-439" in job.page.locator("main").inner_text()


def test_the_departments_exceptions_are_one_click_from_home(
    state: dict[str, Any], visit: Any
) -> None:
    job = hand(visit, officer("dca-analyst"))
    job._click(job.page.locator(f".figures a[href='{reverse('lapses')}']").first)
    assert job.clicks == 1 and "What lapses" in job.page.locator("h1").inner_text()


def test_the_public_finds_a_towns_payments_with_two_clicks(
    state: dict[str, Any], visit: Any
) -> None:
    job = Hand(visit(reverse("public")))
    job.page.get_by_label("Town or zone").fill("Phillips")
    job.button("Show").link("Phillipsburg")
    assert job.clicks == 2 and "Payments of SFY2027" in job.page.content()
    assert date(2026, 7, 1) < world.TODAY
