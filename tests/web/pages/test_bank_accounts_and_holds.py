"""A changed bank account through its hold, and payments held and let go, on their pages."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from payments import bank_accounts, holds
from payments.models import AccountReveal, BankAccount, Hold
from tests.offices import officer
from tests.payments.aid import allotted, released, verified
from tests.places import municipality
from tests.web.looks import WIDTHS
from tests.web.pages import people, world
from tests.web.pages.clicks import Hand

pytestmark = pytest.mark.django_db

ENTERED = {
    "purpose": "general", "bank": "Second Bank", "routing": "990000000",
    "number": "55554444", "again": "55554444",
}  # fmt: skip


@pytest.fixture
def town(db: None) -> BankAccount:
    """Exampleton with money due and an account that is paid to."""
    municipality("9901", "Exampleton")
    allotted({"9901": "100.00"})
    released(date(2026, 11, 2))
    entered = bank_accounts.enter(
        "9901", "general", "First Bank", "990000000", "12345678", on=date(2026, 1, 2),
        by=people.local("cfo", "9901"),
    )  # fmt: skip
    return verified(entered, on=date(2026, 1, 2))


def test_an_account_is_changed_confirmed_called_back_and_waits(
    town: BankAccount, reading: Any
) -> None:
    cfo = reading(people.local("cfo", "9901"))
    wrong = cfo.post(reverse("bank_account_enter"), ENTERED | {"again": "55554443"})
    assert "two account numbers differ" in wrong.content.decode()
    to = cfo.post(reverse("bank_account_enter"), ENTERED)["Location"]
    made = BankAccount.objects.get(closed_on=None)
    assert to == reverse("bank_account", args=[made.pk])
    page = cfo.get(to).content.decode()
    assert "55554444" not in page and "ending 4444" in page and "Needs confirmation" in page
    clerk = reading(officer("clerk", municipality="9901"))
    clerk.post(reverse("bank_account_confirm", args=[made.pk]), {"read": "on"})
    caller = reading(officer("dca-analyst"))
    said = {
        "called": "The treasurer", "number": "609-555-0100", "on_record_in": "Directory",
        "day": "2026-11-30", "at": "10:30",
    }  # fmt: skip
    caller.post(reverse("bank_account_call", args=[made.pk]), said)
    made.refresh_from_db()
    assert made.usable_on == date(2026, 12, 10)
    assert "Held until Dec 10" in cfo.get(to).content.decode()
    held = reading(officer("treasury-certifier")).get(reverse("holds")).content.decode()
    assert "Bank account changed" in held and "By itself on Dec 10" in held and "95.00" in held


def test_a_number_is_read_with_a_reason_and_the_page_says_who(
    town: BankAccount, reading: Any
) -> None:
    client = reading(officer("dca-analyst"))
    to = reverse("bank_account_reveal", args=[town.pk])
    assert "12345678" not in client.post(to, {"reason": ""}).content.decode()
    answer = client.post(to, {"token": "a" * 32, "reason": "The bank asks"})
    assert "12345678" in answer.content.decode() and "no-store" in answer["Cache-Control"]
    page = client.get(reverse("bank_account", args=[town.pk])).content.decode()
    assert "The bank asks" in page and "12345678" not in page
    again = client.post(to, {"token": "a" * 32, "reason": "The bank asks"})
    assert again.status_code == 302 and AccountReveal.objects.count() == 1


def test_another_towns_account_does_not_exist(town: BankAccount, reading: Any) -> None:
    other = reading(people.local("cfo", "2119"))
    municipality("2119", "Phillipsburg")
    for name in ("bank_account", "bank_account_reveal"):
        assert other.get(reverse(name, args=[town.pk])).status_code == 404
    assert "ending 5678" not in other.get(reverse("bank_accounts")).content.decode()
    board = reading(officer("county-board", county="99"))
    assert board.get(reverse("bank_account", args=[town.pk])).status_code == 404


def test_several_payees_are_held_and_lifted_together(town: BankAccount, reading: Any) -> None:
    municipality("9902", "Specimen")
    client = reading(officer("treasury-analyst"))
    asked = {"payees": "9901, 9902", "fund": "", "category": "audit", "rule": "all", "basis": "LFN"}
    unknown = client.post(reverse("hold_place"), asked | {"payees": "9901, 1234"})
    assert "1234: no municipality" in unknown.content.decode()
    client.post(reverse("hold_place"), asked)
    assert Hold.objects.filter(lifted_on=None).count() == 2
    page = client.get(reverse("holds")).content.decode()
    assert "Audit or report outstanding" in page and "95.00" in page
    lifter = reading(officer("budget-officer"))
    hold = Hold.objects.first()
    assert hold is not None
    lifter.post(reverse("hold_lift", args=[hold.pk]), {"because": "Filed", "together": "on"})
    assert not Hold.objects.filter(lifted_on=None).exists()


@pytest.mark.browser
def test_a_hold_from_the_towns_page_takes_two_clicks(town: BankAccount, visit: Any) -> None:
    by = officer("treasury-certifier")
    page = visit(reverse("municipality", args=["9901"]), by=people.sign_in_of(by))
    hand = Hand(page).link("Hold payments")
    page.get_by_label("What it rests on").fill("Order of November 20, 2026")
    hand.button("Hold the payments")
    assert (hand.clicks, Hold.objects.get().payee) == (2, "9901")


@pytest.mark.browser
def test_the_pages_can_be_used_by_everyone(
    town: BankAccount, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    by = officer("treasury-certifier")
    second = bank_accounts.enter(
        "9901", "general", "Second Bank", "990000000", "87654321", on=date(2026, 11, 20),
        by=people.local("cfo", "9901"),
    )  # fmt: skip
    bank_accounts.confirm(second, on=date(2026, 11, 23), by=officer("clerk", municipality="9901"))
    bank_accounts.reveal(town, "The bank asks", on=world.TODAY, by=officer("dca-analyst"))
    holds.place("9901", "Order of November 20, 2026", on=date(2026, 11, 20), by=by)
    page = visit("/help/", by=people.sign_in_of(officer("dca-analyst")))
    start = page.url.removesuffix("/help/")
    for name, address in {
        "bank-accounts": reverse("bank_accounts"),
        "bank-account": reverse("bank_account", args=[town.pk]),
        "bank-account-call": reverse("bank_account", args=[second.pk]),
        "bank-account-reveal": reverse("bank_account_reveal", args=[second.pk]),
        "holds": reverse("holds"),
        "hold-place": reverse("hold_place"),
    }.items():
        assert page.goto(start + address).status == 200
        shot(page, f"payday-{name}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert axe(page) == [], name
            assert no_sideways_scroll(page), name
