"""A payment that came back because its account was closed is paid again to another, by clicks."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from payments import bank_files
from payments.models import BankAccount, BankReturn, Payment, Warrant
from payments.reconciling import copies
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent
from tests.places import municipality
from tests.web.pages import people, world
from tests.web.pages.clicks import Hand
from tests.web.pages.conftest import Calendar

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
At = Callable[..., Hand]


@pytest.fixture
def came_back(db: None) -> Payment:
    """Exampleton was paid 350.00 to the account that it had."""
    municipality("9901", "Exampleton")
    allotted({"9901": "1000.00"})
    released(date(2026, 7, 15))
    account("9901")
    return sent(RECEIPTS, world.TODAY).payments.get()


@pytest.fixture
def at(visit: Any) -> At:
    """Opens a page as an officer, with a hand that counts its clicks."""
    return lambda holder, path="/": Hand(visit(path, by=people.sign_in_of(holder)))


def record_return(at: At, payment: Payment) -> None:
    page = at(officer("treasury-releaser"), reverse("warrant", args=[payment.warrant_id])).page
    page.get_by_role("link", name="Record a return").first.click()
    page.get_by_label("Return code").fill("R02")
    page.get_by_role("button", name="Record the return").click()
    page.locator(".messages").wait_for()
    assert BankReturn.objects.get().payment == payment


def change_account(at: At) -> BankAccount:
    """The town enters another account, its clerk confirms it, the Department calls back."""
    page = at(people.local("cfo", "9901"), reverse("bank_account_enter")).page
    typed = {"Bank": "Second Bank", "Routing number": "990000000"}
    typed |= dict.fromkeys(("Account number", "Account number again"), "55554444")
    for label, words in typed.items():
        page.get_by_label(label, exact=True).fill(words)
    page.get_by_role("button", name="Enter the account").click()
    page.get_by_text("Needs confirmation").first.wait_for()
    made = BankAccount.objects.get(closed_on=None)
    to = reverse("bank_account", args=[made.pk])
    clerk = at(officer("clerk", municipality="9901"), to)
    clerk.tick("I compared bank, routing number").button("Confirm")
    assert clerk.clicks == 2
    page = at(officer("dca-analyst"), to).page
    for label, words in (("Who was called", "The treasurer"), ("Telephone number", "609-555-0100"),
                         ("Where that number", "The directory"), ("Day of the call", "2026-11-30"),
                         ("Time of the call", "10:30")):  # fmt: skip
        page.get_by_label(label).fill(words)
    page.get_by_role("button", name="Record the call-back").click()
    page.get_by_text("Held until Dec 10").first.wait_for()
    return made


def test_a_return_is_reissued_to_the_changed_account_after_its_hold(
    came_back: Payment, at: At, calendar: Calendar
) -> None:
    record_return(at, came_back)
    made = change_account(at)
    page = at(officer("treasury-certifier"), reverse("payment_day")).page
    assert page.get_by_role("link", name="Certify $350.00").count() == 0  # it waits
    calendar.day = date(2026, 12, 10)
    certifier = at(officer("treasury-certifier")).link("Payments").link("Certify $350.00")
    certifier.button("Certify $350.00")
    assert certifier.clicks == 3
    again = Warrant.objects.exclude(pk=came_back.warrant_id).get()
    for title, word in (("budget-officer", "Issue"), ("treasury-releaser", "Send")):
        hand = at(officer(title), reverse("warrant", args=[again.pk]))
        hand.tick("I have read the payments").button(f"{word} $350.00")
    paid = again.payments.get()
    assert paid.reissues == came_back and paid.bank_account == made


def test_the_banks_own_copy_is_loaded_and_what_differs_stands_first(
    came_back: Payment, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    text = bank_files.take(came_back.warrant, on=world.TODAY, by=officer("treasury-releaser"))
    tie = reverse("tie", args=[came_back.warrant_id])
    page = visit(tie, by=people.sign_in_of(officer("treasury-analyst")))

    def load(content: str) -> None:
        page.get_by_role("link", name="Load the bank’s copy").click()
        file = {"name": "copy.ach", "mimeType": "text/plain", "buffer": content.encode()}
        page.get_by_label("The bank’s copy of the file").set_input_files(file)
        page.get_by_role("button", name="Compare it").click()

    load(text)
    page.get_by_text("The bank’s copy is the file that was sent.").wait_for()
    page.get_by_role("link", name="Load the bank’s copy").click()
    assert axe(page) == [] and no_sideways_scroll(page)
    page.go_back()
    load(text.replace("55554444", "1234").replace("0000035000", "0000035001", 1))
    page.get_by_text("The bank’s copy differs in").wait_for()
    assert axe(page) == [] and no_sideways_scroll(page)
    assert page.get_by_text("(the bank’s copy)").count() >= 1
    shot(page, "payday-bank-copy")
    assert copies.differing(came_back.warrant)
