"""A finding, with real clicks: from a year's review to the money recovered. Budgets are counted."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds import withholding
from funds.models import Finding, YearReview
from municipalities import offices
from municipalities.models import EnterpriseZone, Officer
from payments import forfeitures
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.web.pages import people, world, zone_work
from tests.web.pages.clicks import Hand
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
As = Callable[..., Hand]
APPROVAL = 2  # product: recovery is an automatic plan and one approval


@pytest.fixture
def seated(visit: Any) -> As:
    """`seated(officer, "/")`: a page opened by the person in that office, its clicks counted."""
    return lambda by, address="/": Hand(visit(address, by=sign_in_of(by)))


@pytest.fixture
def look(axe: Any, no_sideways_scroll: Any, shot: Any) -> Callable[[Hand, str], None]:
    """Everyone can use the page, at both widths; a picture of it is kept."""

    def looked(at: Hand, name: str) -> None:
        assert axe(at.page) == []
        shot(at.page, name)  # leaves it 390 px wide
        assert no_sideways_scroll(at.page), name
        at.page.set_viewport_size({"width": 1280, "height": 900})

    return looked


def test_a_finding_goes_from_review_to_recovered(
    seated: As, look: Callable[[Hand, str], None]
) -> None:
    world.zone_years((2026, 2027))
    zone_work.zone_work_of_two_years()
    zone = EnterpriseZone.objects.get(pk="2119")
    for title in ("dca-analyst", "dca-director", "treasury-certifier"):
        officer(title)
    reviewed(seated, look)
    confirmed_and_withheld(seated, look)
    assert withholding.withheld(zone, world.TODAY) is not None
    planned_and_answered(seated, look)
    assert withholding.withheld(zone, world.TODAY) is None
    recovered(seated, look)


def reviewed(seated: As, look: Callable[[Hand, str], None]) -> None:
    """The Department begins the year's reviews, looks, and prepares the finding."""
    at = seated(officer("dca-analyst"), reverse("year_ends"))
    at.link("By year and zone").link("Begin the reviews of SFY2026")
    at.button("Begin the reviews of SFY2026")
    assert "Reviews of SFY2026 begun: 1" in at.said()
    assert at.clicks == 3
    look(at, "reviews-of-a-year")
    at = seated(officer("dca-analyst")).link("Look through SFY2026 of the Phillipsburg zone")
    at.page.get_by_label("Outcome").select_option(label="Inconsistent with the act")
    at.page.get_by_label("Note").fill("Lamps beyond the zone’s line")
    at.button("Keep what was looked at")
    assert "Looked at: 1. Left to look at: 0" in at.said()
    assert at.clicks == 2
    look(at, "review-of-a-zone-s-year")
    at.link("Record a finding")
    amount = at.page.get_by_label("Brightline Co")
    assert amount.input_value() == "86,500.00"
    amount.fill("18,000.00")
    look(at, "finding-door")
    at.button("Send the finding for confirmation")
    assert "waits for another person’s confirmation" in at.said()


def confirmed_and_withheld(seated: As, look: Callable[[Hand, str], None]) -> None:
    """One approval makes the debt and its plan; the order to withhold is signed beside it."""
    at = seated(officer("dca-director")).link("Confirm F-2026-2119-1")
    look(at, "finding-prepared")
    at.button("Confirm $18,000.00")
    assert at.clicks == APPROVAL
    assert "F-2026-2119-1 is confirmed" in at.said()
    assert Finding.objects.get().receivable.amount == Decimal("18000.00")
    at.button("Sign the order")
    assert at.clicks == APPROVAL + 1
    at = seated(officer("dca-director")).link("Conclude the review of SFY2026")
    at.page.get_by_role("textbox", name="Conclusion").fill(
        "One expenditure was found inconsistent."
    )
    at.button("Conclude the review")
    assert YearReview.objects.get().concluded_on == world.TODAY


def planned_and_answered(seated: As, look: Callable[[Hand, str], None]) -> None:
    """The plan is written, entered into, answered with a document, accepted, complied with."""
    at = seated(officer("dca-analyst")).link("Write the corrective action plan")
    at.page.get_by_label("What is put right").fill("Nothing is paid outside the zone")
    at.page.get_by_label("Task 1").fill("A map of the zone with each invoice")
    at.page.get_by_label("Due").first.fill("2026-12-31")
    look(at, "plan-door")
    at.button("Keep the plan")
    at.link("Record that the plan was entered into")
    at.button("Record that the plan was entered into")
    assert "entered into its plan" in at.said()
    at = seated(people.local("cfo", "2119")).link("File evidence: A map of the zone")
    paper = {"name": "map.pdf", "mimeType": "application/pdf", "buffer": pdf()}
    at.page.get_by_label("Document").set_input_files(paper)
    at.button("File the evidence of task 1")
    assert at.clicks == 2
    look(at, "zone-reviews-withheld")
    at = seated(officer("dca-analyst")).link("Answer the evidence of task 1")
    at.button("Accept the evidence of task 1")
    at = seated(officer("dca-director")).link("Record that the Phillipsburg zone complies")
    at.button("Record compliance and end the withholding")
    assert at.clicks == 2
    assert "nothing is withheld any more" in at.said()


def recovered(seated: As, look: Callable[[Hand, str], None]) -> None:
    """The next morning the calendar takes it, without a click, and everyone sees it."""
    tomorrow = world.TODAY + timedelta(days=1)
    (taken,) = forfeitures.forfeit_all(on=tomorrow, by=offices.system())
    assert taken.total == Decimal("18000.00")
    at = seated(people.local("cfo", "2119"), reverse("reviews", args=["2119"]))
    at.link("F-2026-2119-1")
    assert at.clicks == 1
    shown = at.page.locator("main").inner_text()
    assert "Recovered" in shown and "18,000.00" in shown
    look(at, "finding-recovered")
    assert forfeitures.forfeit_all(on=tomorrow, by=offices.system()) == []
    treasury: Officer = officer("treasury-certifier")
    at = seated(treasury, reverse("year_reviews"))
    assert "1 of 1" in at.page.locator("main").inner_text()
