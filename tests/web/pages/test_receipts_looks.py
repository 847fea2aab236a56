"""The amount of energy tax receipts year by year, its watch and levy relief, in a browser."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from funds import receipts_watch
from tests.funds.accepted import ON, accept, certified, run
from tests.offices import officer
from tests.places import municipality
from tests.web.pages import people
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
RATES = {2003: "2.0", 2004: "2.5", 2005: "3.0", 2006: "5.0"}


@pytest.fixture
def years(db: None) -> None:
    """Four grown years: one in full, one short and certified, an exact tie, one unknown."""
    for sfy, rate in RATES.items():
        accept("promulgated_percent", f"SFY{sfy}", {None: rate})
    for year, deflator in ((2002, "100"), (2003, "102.25"), (2004, "107.4")):
        accept("deflator_q2", str(year), {None: deflator})
    accept("receipts_appropriated", "SFY2003", {None: "770100000"})
    accept("receipts_appropriated", "SFY2005", {None: "800000000"})
    by = officer("treasury-analyst")
    act = receipts_watch.record(2005, date(2026, 8, 20), "P.L.2004, c.71", on=ON, by=by)
    receipts_watch.certify_short(act, on=ON, by=officer("budget-officer"))
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    accept("prior_year_amount", "SFY2003", {"9901": "600000", "9902": "400000"})
    accept("sfy2002_amount", "SFY2003", {"9901": "580000", "9902": "410000"})
    accept("amount", "SFY2003", {None: "1020000"})
    certified(run("energy-receipts", 2003))
    accept("aid_1996", "SFY1998", {"9901": "90000", "9902": "1"})
    accept("corrections", "SFY1998", {"9901": "5000.00", "9902": "0.25"})


def test_the_amount_and_its_watch_can_be_used_by_everyone(
    years: None, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    cfo = people.local("cfo", "9901")
    pages = {
        "receipts": (officer("auditor"), reverse("receipts")),
        "receipts-short": (officer("auditor"), reverse("receipts_year", args=[2005])),
        "receipts-unknown": (officer("treasury-analyst"), reverse("receipts_year", args=[2027])),
        "receipts-corrections": (officer("taxation-director"), reverse("corrections_report")),
        "receipts-lines": (officer("auditor"), reverse("receipts_lines", args=[2003])),
        "receipts-act": (officer("treasury-analyst"), reverse("enactment_record", args=[2004])),
        "receipts-certify": (officer("budget-officer"), reverse("short_certify", args=[2005])),
        "receipts-notice": (officer("taxation-director"), reverse("filers_notify", args=[2005])),
        "levy-relief": (cfo, reverse("levy_relief", args=["9901", 2003])),
    }
    for name, (by, address) in pages.items():
        page = visit(address, by=sign_in_of(by))
        assert (name, axe(page)) == (name, [])
        shot(page, name)
        assert no_sideways_scroll(page), name


def test_a_cfo_attests_what_the_page_shows(years: None, visit: Any) -> None:
    cfo = people.local("cfo", "9901")
    page = visit(reverse("levy_relief", args=["9901", 2003]), by=sign_in_of(cfo))
    assert "32,000.00" in page.content()
    page.get_by_label("Adopted on").fill("2026-03-04")
    page.get_by_label("The whole amount").check()
    page.get_by_role("button", name="Attest").click()
    page.get_by_text("Attested $32,000.00 of levy relief").wait_for(timeout=10_000)


def test_the_director_of_taxation_issues_the_report_of_the_corrections(
    years: None, visit: Any, shot: Any, settings: Any, tmp_path: Any
) -> None:
    settings.DOCUMENTS = str(tmp_path)
    page = visit("/", by=sign_in_of(officer("taxation-director")))
    page.get_by_role("link", name="Report the corrections to the Legislature").click()
    page.get_by_label("These are the corrections").check()
    page.get_by_role("button", name="Issue the report: $5,000.25").click()
    page.get_by_text("ER-CORRECTIONS-1 is issued").wait_for(timeout=20_000)
    shown = page.locator("main").inner_text()
    assert "The Legislature of New Jersey" in shown and "95,000.00" in shown
    shot(page, "corrections-paper")
