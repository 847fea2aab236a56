"""A payment day from due to sent within its clicks; a return by file, and its reissue."""

from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from payments import bank_files, holds
from payments.models import BankReturn, Payment, ReturnFile, Warrant
from payments.reconciling import daily
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent
from tests.places import municipality
from tests.web.looks import WIDTHS
from tests.web.pages import people, world
from tests.web.pages.clicks import Hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def due(db: None) -> None:
    """Two made-up towns are paid, one is held, one has no account."""
    for code, name in (("9901", "Exampleton"), ("9902", "Specimen"), ("9903", "Sampleton"),
                       ("9904", "Modelton")):  # fmt: skip
        municipality(code, name)
    allotted(dict.fromkeys(("9901", "9902", "9903", "9904"), "1000.00"))
    released(date(2026, 7, 15))
    for code in ("9901", "9902", "9903"):
        account(code)
    holds.place("9903", "Order 7", on=world.TODAY, by=officer("treasury-analyst"))


def certify_at(reading: Any, **more: str) -> Any:
    client = reading(officer("treasury-certifier"))
    return client.post(
        reverse("warrant_certify", args=[RECEIPTS]), {"pays_on": "2026-11-30"} | more
    )


def test_the_day_says_what_is_paid_and_what_is_left_out_and_why(due: None, reading: Any) -> None:
    client = reading(officer("treasury-certifier"))
    page = client.get(reverse("payment_day")).content.decode()
    assert "Order 7" in page and "none is on record" in page and "700.00" in page
    assert "2 left out; 2 in order" in page
    door = client.get(reverse("warrant_certify", args=[RECEIPTS])).content.decode()
    assert "Certify $700.00" in door and "Order 7" in door


def test_what_changed_since_the_page_was_opened_is_not_certified(due: None, reading: Any) -> None:
    stale = certify_at(reading, seen="3 payments of $1,050.00")
    assert "it became 2 payments of $700.00" in stale.content.decode()
    assert not Warrant.objects.exists()
    assert certify_at(reading, seen="2 payments of $700.00").status_code == 302


def test_the_register_is_a_workbook_and_a_paper(due: None, reading: Any) -> None:
    warrant = sent(RECEIPTS, world.TODAY)
    client = reading(officer("auditor"))
    answer = client.get(reverse("warrant_register", args=[warrant.pk]))
    assert answer["Content-Type"].endswith("spreadsheetml.sheet") and answer.content[:2] == b"PK"
    to = client.post(reverse("warrant_letter", args=[warrant.pk]))["Location"]
    page = client.get(to).content.decode()
    assert "900-DEMO-ER" in page and "ending 1234" in page


def test_a_return_file_is_read_confirmed_and_its_payment_reissued(due: None, reading: Any) -> None:
    warrant = sent(RECEIPTS, world.TODAY)
    payment = warrant.payments.order_by("trace")[0]
    client = reading(officer("treasury-analyst"))
    text = f"trace,amount,code\n{payment.trace},350.00,R01\n999,1.00,R03\n"

    def send(token: str) -> str:
        file = SimpleUploadedFile("returns.csv", text.encode(), "text/csv")
        to = reverse("return_file_load")
        return str(client.post(to, {"token": token, "file": file})["Location"])

    to = send("a" * 32)
    page = client.get(to).content.decode()
    assert "Record 1 return of $350.00" in page and "No payment bears" in page
    assert not BankReturn.objects.exists()
    file = ReturnFile.objects.get()
    client.post(reverse("return_file_confirm", args=[file.pk]), {"read": "on"})
    assert BankReturn.objects.get().payment == payment
    assert send("b" * 32) == to and ReturnFile.objects.count() == 1
    line = file.lines.get(trace="999")
    client.post(reverse("return_line_settle", args=[line.pk]), {"because": "Another’s return"})
    waiting = client.get(reverse("returns")).content.decode()
    assert "Insufficient funds (R01)" in waiting
    certify_at(reading)
    assert Payment.objects.get(reissues=payment).warrant != warrant


@pytest.mark.browser
def test_a_payment_day_from_due_to_sent_takes_three_clicks_a_person(due: None, visit: Any) -> None:
    def at(title: str, path: str = "/") -> Hand:
        return Hand(visit(path, by=people.sign_in_of(officer(title))))

    certifier = at("treasury-certifier").link("Payments").link("Certify $700.00")
    certifier.button("Certify $700.00")
    assert certifier.clicks == 3
    made = Warrant.objects.get()
    for title, word in (("budget-officer", "Issue"), ("treasury-releaser", "Send")):
        hand = at(title, reverse("warrant", args=[made.pk]))
        hand.tick("I have read the payments").button(f"{word} $700.00")
        assert hand.clicks <= 3
    made.refresh_from_db()
    assert made.posting is not None and made.sent_by == officer("treasury-releaser")


@pytest.mark.browser
def test_the_pages_of_a_payment_day_can_be_used_by_everyone(
    due: None, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    warrant = sent(RECEIPTS, world.TODAY)
    bank_files.take(warrant, on=world.TODAY, by=officer("treasury-releaser"))
    file = ReturnFile.objects.create(
        sha256="0" * 64, filename="returns.csv", layout="table", sent_on=world.TODAY,
        sent_by=officer("treasury-analyst"),
    )  # fmt: skip
    daily.reconcile(on=world.TODAY, by=officer("treasury-analyst"))
    page = visit("/help/", by=people.sign_in_of(officer("treasury-certifier")))
    start = page.url.removesuffix("/help/")
    for name, address in {
        "payment-day": reverse("payment_day"),
        "certify": reverse("warrant_certify", args=[RECEIPTS]),
        "warrant": reverse("warrant", args=[warrant.pk]),
        "reconciliation": reverse("reconciliation"),
        "tie": reverse("tie", args=[warrant.pk]),
        "returns": reverse("returns"),
        "return-file": reverse("return_file", args=[file.pk]),
    }.items():
        assert page.goto(start + address).status == 200
        shot(page, f"payday-{name}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert axe(page) == [], name
            assert no_sideways_scroll(page), name


def test_a_warrant_that_is_sent_asks_for_its_file_until_it_is_taken(
    due: None, reading: Any
) -> None:
    warrant = sent(RECEIPTS, world.TODAY)
    client = reading(officer("treasury-releaser"))
    task = f"Take the bank file of warrant {warrant.number}"
    page = reverse("warrant", args=[warrant.pk])
    assert task in client.get("/").content.decode()
    shown = client.get(page).content.decode()
    assert "before that the bank has nothing" in shown and "Exampleton" in shown
    bank_files.take(warrant, on=world.TODAY, by=officer("treasury-releaser"))
    assert task not in client.get("/").content.decode()
    assert "Nothing is left to do" in client.get(page).content.decode()
