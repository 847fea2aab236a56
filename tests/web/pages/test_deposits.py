"""A chief financial officer finds a deposit by its amount, confirms it, or asks and is answered."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from municipalities.models import Notice
from payments.models import DepositAnswer, Payment
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent
from tests.places import municipality
from tests.web.looks import WIDTHS
from tests.web.pages import people
from tests.web.pages.clicks import Hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def paid(db: None) -> Payment:
    """Exampleton's first installment, and another town's."""
    municipality("9901", "Exampleton")
    municipality("9902", "Specimen")
    allotted({"9901": "1000000.00", "9902": "2000000.00"})
    released(date(2026, 7, 15))
    account("9901")
    account("9902")
    return sent(RECEIPTS, date(2026, 7, 15)).payments.get(payee="9901")


def cfo(reading: Any) -> Any:
    return reading(people.local("cfo", "9901"))


def test_every_paid_line_is_found_by_its_amount_or_day_alone(paid: Payment, reading: Any) -> None:
    state = reading(officer("auditor"))
    for payment in Payment.objects.all():
        for asked in ({"amount": f"{payment.amount:,.2f}"}, {"on": "2026-07-16"}):
            page = state.get(reverse("deposits"), asked).content.decode()
            assert f"trace {payment.trace}" in page
    whole = state.get(reverse("deposits"), {"amount": "350,000"}).content.decode()
    assert f"trace {paid.trace}" in whole
    assert "trace" not in state.get(reverse("deposits"), {"amount": "1.00"}).content.decode()
    assert "trace" not in state.get(reverse("deposits"), {"on": "2026-09-16"}).content.decode()


def test_a_town_finds_its_own_deposits_and_no_others(paid: Payment, reading: Any) -> None:
    page = cfo(reading).get(reverse("deposits")).content.decode()
    other = Payment.objects.get(payee="9902")
    assert paid.trace in page and other.trace not in page
    assert cfo(reading).get(reverse("deposit_seen", args=[other.pk])).status_code == 404
    assert reading(officer("county-board", county="99")).get(
        reverse("deposit_seen", args=[paid.pk])
    ).status_code == 404  # fmt: skip


def test_the_advice_says_fund_installment_clause_and_parts(paid: Payment, reading: Any) -> None:
    page = cfo(reading).get(reverse("deposit_seen", args=[paid.pk])).content.decode()
    for words in ("350,000.00", "1,000,000.00", "52:27D-439 c.", "installment 1", "35%"):
        assert words in page
    to = cfo(reading).post(reverse("remittance", args=[paid.pk]))["Location"]
    assert "350,000.00" in cfo(reading).get(to).content.decode()


def test_a_deposit_is_confirmed_once_and_by_its_payee(paid: Payment, reading: Any) -> None:
    for _ in range(2):
        cfo(reading).post(reverse("deposit_confirm", args=[paid.pk]))
    assert DepositAnswer.objects.get().said_by == people.local("cfo", "9901")
    assert "Accepted" in cfo(reading).get(reverse("deposits")).content.decode()


def test_a_question_is_answered_and_who_asked_is_told(paid: Payment, reading: Any) -> None:
    to = reverse("deposit_ask", args=[paid.pk])
    cfo(reading).post(to, {"words": "Why is it less than last year?"})
    asked = DepositAnswer.objects.get()
    treasury = reading(officer("treasury-analyst"))
    assert "Why is it less than last year?" in treasury.get(reverse("deposits")).content.decode()
    assert "Answer Exampleton about a deposit" in treasury.get("/").content.decode()
    treasury.post(reverse("deposit_answer", args=[asked.pk]), {"words": "The index fell"})
    page = cfo(reading).get(reverse("deposit_seen", args=[paid.pk])).content.decode()
    assert "The index fell" in page
    assert Notice.objects.filter(kind="deposit", office=asked.said_by.office).exists()


@pytest.mark.browser
def test_a_deposit_is_found_from_home_with_one_search(
    paid: Payment, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit("/", by=people.sign_in_of(people.local("cfo", "9901")))
    page.get_by_label("Amount on the bank statement").fill("350,000.00")
    hand = Hand(page).button("Find the deposit")
    assert hand.clicks == 1 and "installment 1" in page.content()
    for name, go in (("deposits", None), ("deposit", "Jul 15, 2026")):
        if go:
            hand.link(go)
        shot(page, f"payday-{name}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert axe(page) == [], name
            assert no_sideways_scroll(page), name
        page.set_viewport_size({"width": 1280, "height": 900})
