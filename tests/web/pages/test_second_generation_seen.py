"""Second-generation money with real clicks, within the budgets; its pages are looked at."""

from typing import Any

import pytest
from django.urls import reverse

from funds import quarterly_reports, quarters
from funds.models import QuarterlyReport
from municipalities.models import EnterpriseZone
from tests.offices import officer
from tests.web.looks import WIDTHS
from tests.web.pages import people, world
from tests.web.pages.clicks import Hand
from tests.web.pages.people import sign_in_of
from tests.web.pages.test_second_generation import Q1, QUARTER, zone

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
__all__ = ["zone"]
MONTHS = "Jul–Sep 2026"


def hand(visit: Any, by: Any) -> Hand:
    return Hand(visit("/", by=sign_in_of(by)))


def test_a_nil_return_is_two_clicks(visit: Any) -> None:
    world.three_zones()
    job = hand(visit, people.coordinator("9901"))
    job.link(f"File the second-generation report, {MONTHS}")
    job.button("File the nil return")
    assert "The nil return for Jul–Sep 2026 is filed" in job.said()
    assert job.clicks == 2
    assert QuarterlyReport.objects.get().nil
    assert job.page.locator(".title .tag, h1 + .tag").first.inner_text() == "Filed, nil"


def test_a_report_is_filed_certified_and_reopened_within_its_clicks(
    visit: Any, zone: EnterpriseZone
) -> None:
    job = hand(visit, people.coordinator("9901"))
    job.link(f"File the second-generation report, {MONTHS}")
    job.page.get_by_label("Balance on the bank’s statement ($)").fill("5,375.00")
    job.button("Send to the CFO")
    assert "waits for the CFO" in job.said()
    assert job.clicks <= 3
    job = hand(visit, people.local("cfo", "9901"))
    job.link(f"Certify the second-generation report, {MONTHS}")
    job.button("Certify and file")
    assert "Certified and filed: $5,375.00" in job.said()
    assert job.clicks <= 2
    job = hand(visit, officer("dca-analyst"))
    job.link("Review the second-generation report of the Exampleton zone")
    job.page.get_by_label("Question or reason").fill("A sale is missing")
    job.button("Reopen with this reason")
    assert "who signed it is told" in job.said()
    assert job.clicks <= 3


def test_its_pages_can_be_used_by_everyone(
    visit: Any, zone: EnterpriseZone, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    cfo, clerk = people.local("cfo", "9901"), people.coordinator("9901")
    loan = zone.loans.get()
    looked = {
        "second-generation": reverse("second_generation", args=["9901"]),
        "loan": reverse("loan", args=[loan.pk]),
        "lend": reverse("lend", args=["9901"]),
        "report-to-file": reverse("quarterly_report", args=QUARTER),
        "report-nil": reverse("quarterly_report", args=["9901", 2026, 2]),
    }
    wrong = seen(visit, clerk, looked, axe, no_sideways_scroll, shot)
    said = quarterly_reports.Declared(
        quarters.of_zone(zone, Q1).closing - 375, "Interest of October"
    )
    made = quarterly_reports.prepare(zone, Q1, said, on=world.TODAY, by=clerk)
    page = {"report-to-certify": reverse("quarterly_report", args=QUARTER)}
    wrong += seen(visit, cfo, page, axe, no_sideways_scroll, shot)
    quarterly_reports.certify(made, made.digest, on=world.TODAY, by=cfo)
    looked = {
        "report-to-review": reverse("quarterly_report", args=QUARTER),
        "compilation": reverse("compilation"),
    }
    wrong += seen(visit, officer("dca-analyst"), looked, axe, no_sideways_scroll, shot)
    assert wrong == []


def seen(visit: Any, by: Any, pages: dict[str, str], axe: Any, fits: Any, shot: Any) -> list[str]:
    """Open pages at both widths, keep their pictures, and return what is wrong with them."""
    wrong = []
    for name, address in pages.items():
        page = visit(address, by=sign_in_of(by))
        shot(page, f"page-{name}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            wrong += [] if fits(page) else [f"{name}: scrolls sideways at {width}"]
            wrong += [f"{name} at {width}: {each}" for each in axe(page)]
    return wrong
