"""Before a signature on its pages: a figure challenged, cases tried, a waiver, a receipt."""

from typing import Any

import pytest
from django.urls import reverse

from funds import allocation
from funds.models import Run
from tests.funds.accepted import accept, run
from tests.offices import officer
from tests.places import municipality
from tests.web.pages import people, world
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
FUND = "energy-receipts"
ON = world.TODAY


@pytest.fixture
def made(db: None) -> Run:
    """A run that waits to be signed, of figures accepted today."""
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    accept("amount", "SFY2027", {None: "100000"}, on=ON)
    accept("prior_year_amount", "SFY2027", {"9901": "60000", "9902": "40000"}, on=ON)
    accept("county_payment", "SFY2027", {"9901": "1000", "9902": "0"}, on=ON)
    return run(FUND, 2027, ON)


def test_a_challenge_goes_from_the_town_to_a_decision(
    made: Run, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    cfo, analyst = people.local("cfo", "9901"), officer("dca-analyst")
    page = visit(reverse("figures", args=["9901"]), by=sign_in_of(cfo))
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "figures")
    series = made.series.get(kind="prior_year_amount")
    page.locator(f'a[href$="/figures/{series.pk}/object/"]').click()
    assert axe(page) == []
    shot(page, "object")
    page.get_by_label("It should be").fill("65,000".replace(",", ""))
    page.get_by_label("Reason").fill("The State’s letter of May says 65,000")
    page.get_by_role("button", name="Object").click()
    page.get_by_text("The objection is filed").wait_for()
    page = visit(reverse("run", args=[made.pk]), by=sign_in_of(officer("treasury-certifier")))
    assert "1 objections to its data are not decided" in page.content()
    page = visit(reverse("objections"), by=sign_in_of(analyst))
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "objections")
    page.get_by_role("link", name="Decide").click()
    assert axe(page) == []
    shot(page, "objection-decide")
    page.get_by_label("Overruled: it stands").check()
    page.get_by_label("Answer").fill("That letter was corrected in June")
    page.get_by_role("button", name="Decide the objection").click()
    page.get_by_text("The objection is overruled").wait_for()


def test_cases_are_written_tried_and_waived(
    made: Run, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    analyst, director = officer("treasury-analyst"), officer("dca-director")
    page = visit(reverse("cases", args=[FUND]), by=sign_in_of(analyst))
    shot(page, "cases")
    page.get_by_label("Feature").fill(
        "Feature: Sizes\n  Scenario: Nobody is small\n    Then its total is more than 40000.00\n"
    )
    page.get_by_role("button", name="Keep the cases").click()
    page.get_by_text("Sizes v1 is tried on every run").wait_for()
    assert axe(page) == [] and no_sideways_scroll(page)
    page = visit(reverse("waiver_ask", args=[made.pk]), by=sign_in_of(analyst))
    assert axe(page) == [] and "fails for 1 of 2" in page.content()
    shot(page, "waiver")
    page.get_by_label("Cases that do not hold").check()
    page.get_by_label("Reason").fill("Samplebury is small")
    page.get_by_role("button", name="Ask for the waiver").click()
    page.get_by_text("waits for another person’s authorisation").wait_for()
    page = visit(reverse("run", args=[made.pk]), by=sign_in_of(director))
    page.get_by_role("link", name="Authorise the waiver").click()
    assert axe(page) == []
    shot(page, "waiver-authorise")
    page.get_by_label("I authorise").check()
    page.get_by_role("button", name="Authorise the waiver").click()
    page.get_by_text("Waived: cases that do not hold.").wait_for()
    shot(page, "run-waived")
    page = visit(reverse("waivers"))  # by nobody
    shown = page.content()
    assert "Samplebury is small" in shown and director.office.name in shown
    assert director.person.label not in shown.replace(director.office.name, "")
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "waivers")


def test_a_cfo_acknowledges_in_two_clicks_from_home(made: Run, visit: Any, axe: Any) -> None:
    allocation.certify(made, on=ON, by=officer("treasury-certifier"))
    page = visit("/", by=sign_in_of(people.local("cfo", "9901")))
    page.get_by_role("link", name="Acknowledge the certification ER-2027-01").click()
    assert axe(page) == []
    page.get_by_role("button", name="Acknowledge $").click()
    page.get_by_text("ER-2027-01 is acknowledged").wait_for()
    page = visit(reverse("run", args=[made.pk]), by=sign_in_of(officer("auditor")))
    assert "1 of 2 have acknowledged it" in page.content()
