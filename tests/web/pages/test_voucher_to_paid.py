"""A voucher from draft to paid with real clicks, each counted by the browser and held to a budget.

The budgets are of the product's table: three clicks for who files, two for who certifies, three
for each key-holder of a payment run. They are counted from each office's home.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from funds.models import Encumbrance, Kind
from municipalities.models import Officer
from payments import bank_accounts
from payments.models import Voucher
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.payments.aid import verified
from tests.web.pages import people, world, zone_work
from tests.web.pages.people import sign_in_of
from tests.zone_money import balance

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
FILES, CERTIFIES, HOLDS_A_KEY = 3, 2, 3
COUNT = """window.addEventListener("click", (event) => {
    if (event.isTrusted && event.detail)
        sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks")) + 1);
}, true)"""
At = Callable[[Officer], Any]


@pytest.fixture
def at_home(visit: Any) -> At:
    """`at_home(officer)`: their home in a browser that counts clicks."""

    def opened(by: Officer) -> Any:
        page = visit("/help/", by=sign_in_of(by))
        page.add_init_script(COUNT)
        page.goto(page.url.removesuffix("/help/") + "/")
        return page

    return opened


def clicks(page: Any) -> int:
    """How often a mouse button was really pressed since the page was opened."""
    return int(page.evaluate("sessionStorage.getItem('clicks') || 0"))


def said(page: Any) -> str:
    return str(page.locator(".messages").inner_text())


def test_a_voucher_goes_from_draft_to_paid_within_the_click_budgets(at_home: At, shot: Any) -> None:
    world.zone_years((2026, 2027))
    zone_work.zone_work_of_two_years()
    payable_to_the_town()
    begun_as_a_draft(at_home)
    filed(at_home, shot)
    approved(at_home)
    certified(at_home)
    released(at_home, "budget-officer", "Issue")
    released(at_home, "treasury-releaser", "Send")
    assert state_of_it(at_home, shot) == "Paid"
    assert balance(Kind.PAYABLE, "2119") == 0
    bound = Encumbrance.objects.get(number="E-1")
    assert sum(a.balance for a in bound.accounts.all()) == people.cents("226,665.44")


def payable_to_the_town() -> None:
    made = bank_accounts.enter(
        "2119", "first-generation", "First Bank", "990000000", "1234", on=date(2026, 8, 1),
        by=people.local("cfo", "2119"),
    )  # fmt: skip
    verified(made, on=date(2026, 8, 2))


def to_the_form(page: Any) -> None:
    page.get_by_role("link", name="Zone account").click()
    page.get_by_role("link", name="Prepare a voucher").first.click()


def begun_as_a_draft(at_home: At) -> None:
    page = at_home(people.local("preparer", "2119"))
    to_the_form(page)
    page.get_by_label("Voucher number").fill("V-9")
    page.get_by_label("Amount ($)").fill("1,234.56")
    page.get_by_label("Vendor").fill("Lampworks")
    page.get_by_role("button", name="Save and go on later").click()
    assert "What you typed is kept" in page.content()
    assert not Voucher.objects.filter(number="V-9").exists()
    assert clicks(page) <= FILES


def filed(at_home: At, shot: Any) -> None:
    page = at_home(people.local("preparer", "2119"))
    to_the_form(page)
    assert page.get_by_label("Vendor").input_value() == "Lampworks"
    page.get_by_label("Invoice number").fill("2026-17")
    page.get_by_label("Day of the service").fill("2026-11-20")
    scan = {"name": "invoice.pdf", "mimeType": "application/pdf", "buffer": pdf()}
    page.get_by_label("Scan of the invoice").set_input_files(scan)
    shot(page, "voucher-form")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("button", name="Send the voucher to the CFO").click()
    assert "Voucher V-9 waits for the CFO" in said(page)
    assert clicks(page) == FILES


def approved(at_home: At) -> None:
    page = at_home(people.local("cfo", "2119"))
    page.get_by_role("link", name="Approve voucher V-9, Lampworks").click()
    moves = page.locator("section", has=page.locator("#moved")).inner_text()
    assert "SFY2026" in moves and "1,234.56" in moves
    page.get_by_role("button", name="Approve $1,234.56").click()
    assert "Approved $1,234.56" in said(page)
    assert clicks(page) == CERTIFIES


def certified(at_home: At) -> None:
    page = at_home(officer("treasury-certifier"))
    page.get_by_role("link", name="Certify the vouchers that are approved").click()
    page.get_by_role("button", name="Certify $").click()
    assert "payments" in said(page)
    assert clicks(page) <= HOLDS_A_KEY


def released(at_home: At, title: str, word: str) -> None:
    page = at_home(officer(title))
    page.get_by_role("link", name=f"{word} warrant").click()
    assert "Lampworks" in page.content() or "2119" in page.content()
    page.get_by_label("I have read the payments").check()
    page.get_by_role("button", name=f"{word} $").click()
    assert "Warrant" in said(page)
    assert clicks(page) <= HOLDS_A_KEY


def state_of_it(at_home: At, shot: Any) -> str:
    page = at_home(people.local("preparer", "2119"))
    to = reverse("voucher", args=[Voucher.objects.get(number="V-9").pk])
    page.goto(page.url.rstrip("/") + to)
    shot(page, "voucher-paid")
    return str(page.locator("h1 + .tag, .title .tag").first.inner_text())
