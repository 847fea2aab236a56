"""A warrant is certified, warranted and sent by three persons, and pays each obligation once."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds.models import Kind, Posting
from funds.refusal import Refusal
from payments import bank_accounts, holds, warrants
from payments.models import Payment, Warrant
from tests.offices import officer
from tests.payments.aid import HIGHLANDS, RECEIPTS, account, allotted, call, released, sent, stands

pytestmark = pytest.mark.django_db

DAY = date(2026, 7, 15)


def certify(fund: str = RECEIPTS, pays_on: date = DAY, on: date = DAY) -> Warrant:
    return warrants.certify(fund, pays_on=pays_on, on=on, by=officer("treasury-certifier"))


def due(*holders: str) -> None:
    """Make 35.00 of 100.00 due to each holder."""
    allotted(dict.fromkeys(holders, "100.00"))
    released(DAY)


def test_what_is_released_is_paid_once_by_three_persons() -> None:
    due("0101", "0102")
    account("0101")
    account("0102")
    warrant = sent(RECEIPTS, DAY)
    assert (warrant.number, warrant.total, warrant.payments_count) == (
        "ER-W-2027-0001",
        Decimal("70.00"),
        2,
    )
    assert stands(RECEIPTS, Kind.PAID, "0101") == Decimal("35.00")
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("0.00")
    assert len(set(warrant.payments.values_list("trace", flat=True))) == 2
    with pytest.raises(Refusal, match="nothing is released or approved"):
        certify()


def test_a_warrant_sent_again_answers_with_the_same_posting() -> None:
    due("0101")
    account("0101")
    warrant = sent(RECEIPTS, DAY)
    again = warrants.send(warrant, on=DAY, by=officer("treasury-releaser"))
    assert again.posting_id == warrant.posting_id
    assert Posting.objects.filter(act="pay").count() == 1


def test_o59_no_person_signs_a_warrant_twice_in_whatever_office() -> None:
    due("0101")
    account("0101")
    warrant = certify()
    certifier = warrant.certified_by.person.label
    same = officer("budget-officer", place="Acting", person=certifier)
    with pytest.raises(Refusal, match="another person warrants it"):
        warrants.issue(warrant, on=DAY, by=same)
    with pytest.raises(Refusal, match="not warranted yet"):
        warrants.send(warrant, on=DAY, by=officer("treasury-releaser"))
    issued = warrants.issue(warrant, on=DAY, by=officer("budget-officer"))
    for person in (certifier, issued.warranted_by.person.label if issued.warranted_by else ""):
        twice = officer("treasury-releaser", place=person, person=person)
        with pytest.raises(Refusal, match="a third person sends it"):
            warrants.send(warrant, on=DAY, by=twice)
        with pytest.raises(IntegrityError), transaction.atomic():
            Warrant.objects.filter(pk=warrant.pk).update(sent_by=twice)


def test_a_payee_without_a_usable_account_is_left_out_with_its_reason() -> None:
    due("0101", "0102", "0103")
    account("0101")
    bank_accounts.enter(
        "0102", "general", "First Bank", "990000000", "9999", on=DAY, by=officer("treasury-analyst")
    )
    warrant = certify()
    assert list(warrant.payments.values_list("payee", flat=True)) == ["0101"]
    reasons = {each["payee"]: each["why"] for each in warrant.left_out}
    assert "is not verified" in reasons["0102"]
    assert "none is on record" in reasons["0103"]
    assert {each["amount"] for each in warrant.left_out} == {"35.00"}


def test_an_account_is_usable_after_its_hold_of_days_and_not_the_day_before() -> None:
    due("0101")
    found = account("0101", on=date(2026, 7, 10))
    assert found.usable_on == date(2026, 7, 20)
    with pytest.raises(Refusal, match="usable from July 20, 2026"):
        certify(pays_on=date(2026, 7, 17))
    assert certify(pays_on=date(2026, 7, 20)).payments_count == 1


def test_who_entered_an_account_does_not_verify_it() -> None:
    entered = bank_accounts.enter(
        "0101", "general", "First Bank", "990000000", "1234", on=DAY, by=officer("treasury-analyst")
    )
    bank_accounts.confirm(entered, on=DAY, by=officer("treasury-releaser"))
    same = officer("dca-analyst", place="Other", person=entered.entered_by.person.label)
    with pytest.raises(Refusal, match="another person verifies it"):
        bank_accounts.verify(entered, call(DAY), on=DAY, by=same)


def test_a_municipal_officer_enters_only_their_own_municipalitys_account() -> None:
    due("0101", "0102")
    cfo = officer("cfo", municipality="0101")
    assert bank_accounts.enter(
        "0101", "general", "First Bank", "990000000", "1234", on=DAY, by=cfo
    ).pk
    with pytest.raises(Refusal, match="of 0101, not of 0102"):
        bank_accounts.enter("0102", "general", "First Bank", "990000000", "1234", on=DAY, by=cfo)
    with pytest.raises(Refusal, match="4 to 17 digits"):
        bank_accounts.enter("0101", "general", "First Bank", "990000000", "123", on=DAY, by=cfo)


def test_a_held_payee_is_left_out_until_the_hold_is_lifted() -> None:
    due("0101", "0102")
    account("0101")
    account("0102")
    by = officer("treasury-certifier")
    hold = holds.place("0101", "Court order 1", on=DAY, by=by)
    first = certify()
    assert [each["why"] for each in first.left_out] == [
        "is held since July 15, 2026: Court order 1"
    ]
    assert list(first.payments.values_list("payee", flat=True)) == ["0102"]
    holds.lift(hold, on=DAY, by=officer("budget-officer"))
    assert list(certify().payments.values_list("payee", flat=True)) == ["0101"]


def test_a_hold_of_one_fund_does_not_stop_another() -> None:
    due("0101")
    allotted({"0101": "10.00"}, fund=HIGHLANDS, sfy=2026)
    released(DAY)
    account("0101")
    holds.place("0101", "Order", on=DAY, by=officer("treasury-certifier"), fund=HIGHLANDS)
    assert certify(RECEIPTS).payments_count == 1
    with pytest.raises(Refusal, match="is held since"):
        certify(HIGHLANDS)


def test_a_hold_placed_before_sending_stops_the_warrant_which_is_withdrawn_and_made_anew() -> None:
    due("0101", "0102")
    account("0101")
    account("0102")
    warrant = certify()
    by = officer("treasury-certifier")
    holds.place("0101", "Court order 2", on=DAY, by=by)
    with pytest.raises(Refusal, match="0101 is held since"):
        warrants.issue(warrant, on=DAY, by=officer("budget-officer"))
    with pytest.raises(Refusal, match="says why"):
        warrants.withdraw(warrant, "", on=DAY, by=by)
    warrants.withdraw(warrant, "a payee is held", on=DAY, by=by)
    with pytest.raises(Refusal, match="was withdrawn on"):
        warrants.issue(warrant, on=DAY, by=officer("budget-officer"))
    assert list(certify().payments.values_list("payee", flat=True)) == ["0102"]


def test_o36_a_hold_after_sending_changes_nothing_on_the_warrant_sent() -> None:
    due("0101")
    account("0101")
    warrant = sent(RECEIPTS, DAY)
    by = officer("treasury-certifier")
    holds.place("0101", "Court order 3", on=DAY, by=by)
    with pytest.raises(Refusal, match="what was sent is not recalled"):
        warrants.withdraw(warrant, "too late", on=DAY, by=by)
    assert stands(RECEIPTS, Kind.PAID, "0101") == Decimal("35.00")
    assert warrant.payments.get().returned is False
    released(date(2026, 8, 3))
    with pytest.raises(Refusal, match="is held since"):
        certify(pays_on=date(2026, 8, 3), on=date(2026, 8, 3))


def test_o10_one_payment_an_obligation_whatever_accounts_are_on_file() -> None:
    due("0101")
    old = account("0101")
    account("0101", "first-generation")
    by = officer("treasury-analyst")
    bank_accounts.enter(
        "0101", "general", "Second Bank", "990000000", "5678", on=date(2026, 1, 3), by=by
    )
    old.refresh_from_db()
    assert old.closed_on == date(2026, 1, 3)
    account("0101")
    released(date(2026, 9, 1))
    day = date(2026, 9, 1)
    warrant = certify(pays_on=day, on=day)
    assert (warrant.payments_count, warrant.total) == (3, Decimal("75.00"))
    first = warrant.payments.order_by("pk").first()
    assert first is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.create(
            warrant=warrant,
            installment=first.installment,
            payable=first.payable,
            payee=first.payee,
            bank_account=first.bank_account,
            amount=first.amount,
            trace="9" * 15,
        )


def test_o10_a_count_or_sum_that_differs_from_the_certified_one_is_not_sent() -> None:
    due("0101", "0102")
    account("0101")
    account("0102")
    warrant = certify()
    Warrant.objects.filter(pk=warrant.pk).update(payments_count=3)
    with pytest.raises(Refusal, match=r"2 payments of \$70\.00 are not the certified 3"):
        warrants.issue(warrant, on=DAY, by=officer("budget-officer"))


def test_a_warrant_is_paid_on_a_banking_day() -> None:
    due("0101")
    account("0101")
    with pytest.raises(Refusal, match="the next one is July 20, 2026"):
        certify(pays_on=date(2026, 7, 18))
    assert certify(pays_on=date(2026, 7, 20)).pays_on == date(2026, 7, 20)
