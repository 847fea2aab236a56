"""Holds stop what they say, as long as they stand; another person lifts them; they move nothing."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds import receivables
from funds.models import Receivable
from funds.refusal import Refusal
from payments import holds, warrants
from payments.holds import Terms
from payments.models import Hold, Warrant
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released

pytestmark = pytest.mark.django_db

DAY, LATER = date(2026, 7, 15), date(2026, 9, 1)
ORDER = Hold.Category.ORDER


def due(*holders: str, on: date = DAY) -> None:
    allotted(dict.fromkeys(holders, "100.00"))
    released(on)
    for each in holders:
        account(each)


def certify(on: date = DAY) -> Warrant:
    return warrants.certify(RECEIPTS, pays_on=on, on=on, by=officer("treasury-certifier"))


def amounts(warrant: Warrant) -> list[str]:
    return [f"{each.amount}" for each in warrant.payments.order_by("trace")]


def test_a_hold_is_lifted_by_another_person() -> None:
    by = officer("treasury-certifier")
    hold = holds.place("0101", "Court order 1", on=DAY, by=by)
    with pytest.raises(Refusal, match="another person lifts it"):
        holds.lift(hold, on=DAY, by=by)
    with pytest.raises(IntegrityError), transaction.atomic():
        Hold.objects.filter(pk=hold.pk).update(lifted_by=by, lifted_on=DAY)
    lifted = holds.lift(hold, on=DAY, by=officer("budget-officer"), because="The order fell")
    assert (lifted.lifted_on, lifted.lifted_because) == (DAY, "The order fell")


def test_a_hold_of_more_than_an_amount_lets_smaller_payments_go() -> None:
    due("0101", on=LATER)
    terms = Terms("Order", ORDER, Hold.Rule.OVER, Decimal("30.00"))
    holds.place("0101", terms, on=DAY, by=officer("treasury-certifier"))
    warrant = certify(LATER)
    assert amounts(warrant) == ["10.00", "30.00"]
    assert [each["amount"] for each in warrant.left_out] == ["35.00"]


def test_a_hold_up_to_an_amount_takes_the_oldest_payments_first() -> None:
    due("0101", on=LATER)
    terms = Terms("Order", ORDER, Hold.Rule.UP_TO, Decimal("40.00"))
    holds.place("0101", terms, on=DAY, by=officer("treasury-certifier"))
    warrant = certify(LATER)
    assert [each["amount"] for each in warrant.left_out] == ["35.00", "10.00"]
    assert amounts(warrant) == ["30.00"]
    assert warrants.issue(warrant, on=LATER, by=officer("budget-officer")).warranted_on == LATER


def test_a_fund_is_held_as_a_whole() -> None:
    due("0101", "0102")
    terms = Terms("The appropriation is in question", ORDER)
    holds.place("", terms, on=DAY, by=officer("treasury-certifier"), fund=RECEIPTS)
    with pytest.raises(Refusal, match=r"Left out \(2\)"):
        certify()
    with pytest.raises(Refusal, match="names the payee or the fund"):
        holds.place("", terms, on=DAY, by=officer("treasury-certifier"))


def test_several_are_held_at_once_and_a_standing_hold_is_not_doubled() -> None:
    by = officer("treasury-analyst")
    terms = Terms("Audit of 2025 not filed", Hold.Category.AUDIT)
    for _ in range(2):
        made = holds.place_each(["0101", "0102", "0101"], terms, "B-1", on=DAY, by=by)
    assert [each.payee for each in made] == ["0101", "0102"]
    assert Hold.objects.filter(batch="B-1").count() == 2


def test_a_rule_has_the_amount_that_it_speaks_of() -> None:
    by = officer("treasury-certifier")
    for rule, amount in ((Hold.Rule.ALL, Decimal(1)), (Hold.Rule.OVER, None)):
        with pytest.raises(Refusal, match="names no amount"):
            holds.place("0101", Terms("Order", ORDER, rule, amount), on=DAY, by=by)
    with pytest.raises(Refusal, match="more than nothing"):
        holds.place("0101", Terms("Order", ORDER, Hold.Rule.OVER, Decimal(0)), on=DAY, by=by)


def test_what_a_recovery_lowered_is_held_by_itself() -> None:
    allotted({"0101": "100.00"})
    account("0101")
    receivables.open(
        RECEIPTS, Receivable.Kind.OVERPAYMENT, "0101", Decimal("5.00"), "owed", "none", "Too much",
        on=DAY, by=officer("treasury-certifier"),
    )  # fmt: skip
    released(DAY)
    hold = Hold.objects.get()
    assert (hold.payee, hold.category, hold.placed_by.office.title) == (
        "0101", Hold.Category.LOWERED, "system",
    )  # fmt: skip
    assert "$35.00 became $30.00" in hold.basis
    with pytest.raises(Refusal, match="By itself"):
        certify()
    holds.lift(hold, on=DAY, by=officer("treasury-certifier"), because="The recovery is right")
    assert amounts(certify()) == ["30.00"]
