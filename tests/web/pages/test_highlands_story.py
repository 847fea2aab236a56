"""An assessor's report to a paid installment through four bodies, with real clicks."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from funds.models import Kind, Run, VacantParcel
from municipalities import offices
from municipalities.models import Officer
from payments import installments
from payments.models import Installment
from tests import highlands as hl
from tests.funds.accepted import accept
from tests.highlands import TOWN, YEAR
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.payments import aid
from tests.web.pages import people
from tests.web.pages.clicks import Hand
from tests.web.pages.people import cents, sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
As = Callable[[Officer, str], Any]
STATES = "treasury-certifier"
CERTIFIES = 2  # clicks of an assessor and of a county board


@pytest.fixture
def seated(visit: Any) -> As:
    """`seated(officer, "/")`: a page opened by the person in that office."""
    return lambda by, address="/": visit(address, by=sign_in_of(by))


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS, settings.UNSCANNED_UPLOADS = str(tmp_path), True


def said(page: Any) -> str:
    assert page.locator(".messages").count() == 1, page.locator("main").inner_text()
    return str(page.locator(".messages").inner_text())


def test_a_report_becomes_a_paid_installment_through_four_bodies(seated: As, calendar: Any) -> None:
    hl.town()
    hl.ratios()
    calendar.day = date(2009, 11, 20)
    typed_and_certified_by_the_assessor(seated)
    calendar.day = date(2009, 12, 18)
    certified_by_the_county_board(seated)
    calendar.day = date(2010, 1, 6)
    changed_and_sent_by_the_director(seated)
    calendar.day = date(2010, 2, 12)
    certified_by_the_treasurer(seated)
    calendar.day = date(2010, 4, 1)
    paid(seated)
    assert aid.stands("highlands", Kind.PAID, TOWN, 2010) == cents("4950.00")
    page = seated(people.local("cfo", TOWN))
    assert "4,950.00" in page.locator("main").inner_text()
    page.get_by_role("link", name="Attest the levy offset of SFY2010").click()
    page.get_by_label("Anticipated as a direct offset ($)").fill("9,900.00")
    page.get_by_label("Line of the budget").fill("Sheet 5, line 9")
    page.get_by_label("The page of the budget").set_input_files(scan())
    page.get_by_role("button", name="Attest the offset").click()
    assert "$9,900.00 is attested in the budget of 2010" in said(page)


def scan() -> Any:
    return {"name": "page.pdf", "mimeType": "application/pdf", "buffer": pdf()}


def typed_and_certified_by_the_assessor(seated: As) -> None:
    page = seated(people.local("preparer", TOWN))
    page.get_by_role("link", name="Report the vacant land of 2009").click()
    page.get_by_role("link", name="Type the parcels").click()
    first = page.locator("[data-parcel]").first
    for label, text in (
        ("Block", "101"), ("Lot", "1"), ("In the base year ($)", "1,000,000.00"),
        ("Now ($)", "400,000.00"), ("Judgment or approval", "Judgment 12-2009"),
        ("Why it is due to the act", "No building in the preservation area"),
    ):  # fmt: skip
        first.get_by_label(label, exact=True).fill(text)
    first.get_by_label("How it changed").select_option(label="Appeal")
    first.get_by_label("Due to the Highlands Act").check()
    page.get_by_role("button", name="Prepare the report").click()
    assert "Prepared, parcels: 1" in said(page)
    page = seated(officer("assessor", municipality=TOWN))
    job = Hand(page).link("Certify the vacant land of 2009")
    job.button("Certify the report to the county board")
    assert job.clicks == CERTIFIES
    assert "in time. The cut-off was December 1, 2009" in said(page)


def certified_by_the_county_board(seated: As) -> None:
    page = seated(officer("county-board", county="99"))
    job = Hand(page).link("Certify the decline of 1 town, 2009")
    job.button("Certify 1 of 1 town: $600,000.00")
    assert job.clicks == CERTIFIES
    assert "1 town, in time" in said(page)


def changed_and_sent_by_the_director(seated: As) -> None:
    page = seated(officer("taxation-director"))
    page.get_by_role("link", name="Review and send the declines of 1 town, 2009").click()
    page.get_by_role("link", name="Exampleton").click()
    page.get_by_role("link", name="Change", exact=True).click()
    page.get_by_label("Now ($)").fill("450,000.00")
    page.get_by_label("Reason").fill("The judgment says 450,000")
    page.get_by_role("button", name="Change the parcel").click()
    assert "The judgment says 450,000" in said(page)
    page = seated(officer("taxation-director"), reverse("highlands", args=[YEAR]))
    page.get_by_role("link", name="Send to the Treasurer").click()
    page.get_by_role("button", name="Send to the Treasurer").click()
    assert "Sent: 1 town" in said(page)
    assert "550,000.00" in page.locator("main").inner_text()
    page = seated(officer("treasury-analyst"))
    page.get_by_role("link", name="Accept Vacant land of 2009").click()
    page.get_by_label("I compared these figures").check()
    page.get_by_role("button", name="Accept the figures").click()
    assert "current_assessed 2009 v1" in said(page)


def certified_by_the_treasurer(seated: As) -> None:
    on = date(2010, 2, 1)
    for kind, value in (("local_tax_total", "2000000"), ("net_valuation", "100000000")):
        accept(kind, str(YEAR), {TOWN: value}, on=on)
    accept("available_amount", "SFY2010", {None: "100000"}, on=on)
    accept("qualified", "SFY2010", {TOWN: "1"}, on=on)
    aid.deposited("highlands", "100000.00", on=on)
    page = seated(officer("dca-analyst"), reverse("fund", args=["highlands"]))
    page.get_by_role("link", name="Prepare a run").click()
    page.get_by_label("State fiscal year").fill("2010")
    page.get_by_role("button", name="Prepare the run").click()
    assert "SFY2010, run 1 is ready to certify" in said(page)
    page = seated(officer(STATES))
    page.get_by_role("link", name="Certify Highlands Municipal Property Tax").click()
    assert "no exception or exemption" in page.locator("main").inner_text()
    page.get_by_label("I certify").check()
    page.get_by_role("button", name="Certify $9,900.00").click()
    assert "Certified as HL-2010-01" in said(page)
    page.get_by_role("button", name="Credit $9,900.00").click()
    assert "Credited $" in said(page)
    assert "no exception or exemption" in Run.objects.get().certification.statement


def paid(seated: As) -> None:
    day = date(2010, 4, 1)
    installments.plan_credited(on=day)
    installments.release_due(on=day, by=offices.system())
    aid.account(TOWN, on=date(2010, 1, 2))
    page = seated(officer(STATES), reverse("warrant_certify", args=["highlands"]))
    page.get_by_label("Pays on").fill("2010-04-01")
    page.get_by_role("button", name="Certify $").click()
    for title, word in (("budget-officer", "Issue"), ("treasury-releaser", "Send")):
        page = seated(officer(title))
        page.get_by_role("link", name=f"{word} warrant").first.click()
        page.get_by_label("I have read the payments").check()
        page.get_by_role("button", name=f"{word} $4,950.00").click()
        assert page.locator(".messages").count() == 1


def test_a_change_after_a_released_installment_plans_anew_what_is_left(
    seated: As, calendar: Any
) -> None:
    hl.chain()
    hl.credited()
    installments.release_due(on=date(2010, 4, 1), by=offices.system())
    assert aid.stands("highlands", Kind.PAYABLE, TOWN, 2010) == cents("5400.00")
    calendar.day = date(2010, 4, 20)
    parcel = VacantParcel.objects.get()
    director = officer("taxation-director")
    page = seated(director, reverse("parcel_change", args=[parcel.pk]))
    page.get_by_label("Now ($)").fill("450,000.00")
    page.get_by_label("Reason").fill("The judgment says 450,000")
    page.get_by_role("button", name="Change the parcel").click()
    page = seated(director, reverse("highlands", args=[YEAR]))
    page.get_by_role("link", name="Send to the Treasurer").click()
    page.get_by_role("button", name="Send to the Treasurer").click()
    page = seated(officer("treasury-analyst"))
    page.get_by_role("link", name="Accept Vacant land of 2009").click()
    page.get_by_label("I compared these figures").check()
    page.get_by_role("button", name="Accept the figures").click()
    page = seated(officer("dca-analyst"), reverse("run_prepare", args=["highlands"]))
    page.get_by_label("State fiscal year").fill("2010")
    page.get_by_label("Reason").fill("The Director changed a parcel")
    page.get_by_role("button", name="Prepare the run").click()
    made = Run.objects.latest("pk")
    page = seated(officer(STATES), reverse("run", args=[made.pk]))
    page.get_by_label("I certify").check()
    page.get_by_role("button", name="Certify $9,900.00").click()
    page.get_by_role("button", name="Credit $").click()
    installments.plan(made.certification, on=date(2010, 4, 20))
    assert aid.stands("highlands", Kind.ENTITLED, TOWN, 2010) == cents("4500.00")
    old = Installment.objects.filter(municipality=TOWN, replaced_by__isnull=False)
    assert [each.amount for each in old] == [cents("5400.00")]  # the old plan stays visible
    seen_struck(seated)


def seen_struck(seated: As) -> None:
    """The old plan stands on the town's page, and says what took its place."""
    page = seated(people.local("cfo", TOWN), reverse("municipality", args=[TOWN]))
    shown = page.locator("main").inner_text()
    assert "4,500.00" in shown and "9,900.00" in shown
    page.get_by_text("The plan before, struck").click()
    table = page.locator("details", has_text="The plan before").locator("table")
    assert "5,400.00" in table.inner_text() and "HL-2010-02" in table.inner_text()
    table.get_by_role("link", name="5,400.00").click()
    assert "HL-2010-02 planned it anew" in page.locator("main").inner_text()
