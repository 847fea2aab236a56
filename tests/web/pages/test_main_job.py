"""The main job, with real clicks: a dollar from deposit to voucher, and a year to its seal."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds import ledger, work
from funds.models import Encumbrance, Kind, Run, Seal
from municipalities.models import Officer
from payments.models import Voucher
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.web.pages import people, world
from tests.web.pages.clicks import in_steps
from tests.web.pages.people import PASSWORD, sign_in_of, with_password
from tests.zone_money import balance

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
As = Callable[[Officer, str], Any]
ZONE = "zone:Exampleton"


@pytest.fixture
def seated(visit: Any) -> As:
    """`seated(officer, "/")`: a page opened by the person in that office."""
    return lambda by, address: visit(address, by=sign_in_of(by))


def said(page: Any) -> str:
    """What the product says happened."""
    assert page.locator(".messages").count() == 1, page.locator("main").inner_text()
    return str(page.locator(".messages").inner_text())


def test_a_person_signs_in_and_sees_their_home(visit: Any) -> None:
    world.three_zones()
    with_password(people.local("cfo", "9901"))
    page = visit("/")
    page.get_by_label("Sign-in name").fill("exampleton-cfo")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    assert page.locator("h1").inner_text() == "Exampleton"


def test_a_dollar_goes_from_deposit_to_an_approved_voucher(seated: As) -> None:
    world.three_zones()
    ledger.open_books(world.ZONES, 2027)
    deposit(seated)
    given = {ZONE: Decimal("900000.00"), "AUTHORITY": Decimal("100000.00")}
    run = world.allocation.allot(
        world.ZONES, 2027, given, on=world.TODAY, by=officer("treasury-analyst")
    )
    sign_and_credit(seated, run)
    propose_and_approve(seated)
    encumber(seated)
    pay_an_invoice(seated)
    assert balance(Kind.ZONE, ZONE, 2027) == Decimal("875000.00")
    assert balance(Kind.PAYABLE, "9901", 2027) == Decimal("4500.00")


def deposit(seated: As) -> None:
    page = seated(officer("treasury-analyst"), reverse("fund", args=[world.ZONES]))
    page.get_by_role("link", name="Deposit", exact=True).click()
    page.get_by_label("Amount ($)").fill("1,000,000.00")
    page.get_by_label("Document").fill("Appropriations Act, page 214")
    page.get_by_role("button", name="Post the deposit").click()
    assert "Posted $1,000,000.00" in said(page)


def sign_and_credit(seated: As, run: Run) -> None:
    page = seated(officer("treasury-certifier"), "/")
    page.get_by_role("link", name="Certify Enterprise zone assistance fund, SFY2027").click()
    page.get_by_role("button", name="Certify $").click()
    assert "Tick the statement to certify" in page.content()
    page.get_by_label("I certify").check()
    page.get_by_role("button", name="Certify $").click()
    assert "Certified as" in said(page)
    page.get_by_role("button", name="Credit $").click()
    assert "Credited $" in said(page)
    run.refresh_from_db()
    assert run.certification.credit.posting is not None


AS_SAID = "As the zone development plan says."
PROPOSAL = {
    "Project number": "P-2027-1",
    "Title": "Storefronts",
    "Description of the project": AS_SAID,
    "From the SFY2027 credit ($) (optional)": "30,000.00",
    "Total cost ($)": "30,000.00",
    "Months to complete it": "9",
    "How it furthers the zone development plan": AS_SAID,
    "Controls and reporting": AS_SAID,
    "Why it is a qualified expense": AS_SAID,
    "New jobs it will lead to": "3",
    "Economic activity it will increase": AS_SAID,
    "Public hearing closed on": "2026-10-05",
    "Hearing closed at (New York)": "19:30",
    "Joint resolution adopted on": "2026-10-05",
    "Adopted at (New York)": "20:15",
    "Resolution": "2026-104",
}


def adopted_by_both(seated: As) -> None:
    bodies = (people.local("clerk", "9901"), officer("corporation", zone="9901"))
    for by in bodies:
        page = seated(by, "/")
        page.get_by_role("link", name="Record the adoption of Storefronts").click()
        paper = {"name": "resolution.pdf", "mimeType": "application/pdf", "buffer": pdf()}
        page.get_by_label("The resolution as adopted").set_input_files(paper)
        page.get_by_role("button", name="Record the adoption").click()
        assert "adopted P-2027-1" in said(page)
    for by in (people.coordinator("9901"), *bodies):
        page = seated(by, "/")
        page.get_by_role("link", name="Acknowledge the Local Government Ethics Law").click()
        page.get_by_role("button", name="Record the status").click()
        assert "Acknowledged on" in said(page)


def propose_and_approve(seated: As) -> None:
    page = seated(people.coordinator("9901"), reverse("propose", args=["9901"]))
    in_steps(page, PROPOSAL)
    page.get_by_role("button", name="Propose the project").click()
    assert "both bodies’ adoption is recorded next" in said(page)
    adopted_by_both(seated)
    page = seated(officer("authority"), "/")
    page.get_by_role("link", name="Determine Storefronts").click()
    page.get_by_role("button", name="Approve $30,000.00").click()
    assert "P-2027-1 is approved" in said(page)


def encumber(seated: As) -> None:
    page = seated(people.local("cfo", "9901"), reverse("zone", args=["9901"]))
    page.get_by_role("link", name="Encumber", exact=True).click()
    page.get_by_label("Project", exact=True).select_option(label="P-2027-1 Storefronts")
    page.get_by_label("Amount ($)").fill("50,000.00")
    page.get_by_label("Encumbrance number").fill("E-2027-1")
    page.get_by_label("Purpose").fill("Awnings")
    page.get_by_role("button", name="Encumber").click()
    assert "over the approved budget" in page.locator(".error-summary").inner_text()
    assert page.get_by_label("Purpose").input_value() == "Awnings"
    page.get_by_label("Amount ($)").fill("25,000.00")
    page.get_by_role("button", name="Encumber").click()
    assert "Encumbered $25,000.00 as E-2027-1" in said(page)


def pay_an_invoice(seated: As) -> None:
    made = Encumbrance.objects.get(number="E-2027-1")
    page = seated(people.local("preparer", "9901"), reverse("encumbrance", args=[made.pk]))
    page.get_by_role("link", name="Prepare a voucher").click()
    page.get_by_label("Voucher number").fill("V-1")
    page.get_by_label("Amount ($)").fill("4,500.00")
    page.get_by_label("Vendor").fill("Canvas Works")
    page.get_by_label("Invoice number").fill("2026-17")
    page.get_by_label("Day of the service").fill("2026-11-30")
    page.get_by_role("button", name="Send the voucher to the CFO").click()
    assert "Voucher V-1 waits for the CFO" in said(page)
    page = seated(people.local("cfo", "9901"), "/")
    page.get_by_role("link", name="Approve voucher V-1, Canvas Works").click()
    page.get_by_role("button", name="Approve $4,500.00").click()
    assert "Approved $4,500.00" in said(page)
    assert Voucher.objects.get(number="V-1").posting is not None


def test_a_year_end_is_rehearsed_certified_and_sealed(seated: As, calendar: Any) -> None:
    world.zone_years((2024, 2025, 2026))
    world.sealed(2024)
    world.sealed(2025)
    calendar.day = date(2026, 7, 9)
    page = seated(officer("dca-analyst"), "/")
    page.get_by_role("link", name="Rehearse the year end of Enterprise zone").click()
    page.get_by_role("button", name="Rehearse the year").click()
    assert "SFY2026 is rehearsed" in said(page)
    assert "Another person" in page.content() or "A Treasury certifier" in page.content()
    page = seated(officer("treasury-certifier"), "/")
    page.get_by_role("link", name="Sign the close of Enterprise zone").click()
    page.get_by_label("I have read what is carried").check()
    page.get_by_role("button", name="Sign: $12,000,000.00 lapses").click()
    assert "SFY2026 is signed" in said(page)
    work.run_due(on=calendar.day)
    page.reload()
    assert "Sealed" in page.locator("h1 + .tag, .title .tag").first.inner_text()
    assert Seal.objects.filter(closing__sfy=2026).exists()
    assert balance(Kind.ZONE, ZONE, 2024) == 0
    page.locator("table a", has_text="12,000,000.00").first.click()
    assert "by posting" in page.locator("main").inner_text()
