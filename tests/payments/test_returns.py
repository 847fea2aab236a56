"""What the bank sends back is matched by its trace number, once, and is payable again."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds.models import Kind
from funds.refusal import Refusal
from payments import returns, warrants
from payments.models import BankReturn
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent, stands

pytestmark = pytest.mark.django_db

DAY = date(2026, 7, 15)


def due(holder: str) -> None:
    """Make 35.00 of 100.00 due, with an account to pay it to."""
    allotted({holder: "100.00"})
    released(DAY)
    account(holder)


def test_a_returned_payment_is_payable_again_and_its_reissue_is_chained() -> None:
    due("0101")
    first = sent(RECEIPTS, DAY).payments.get()
    by = officer("treasury-releaser")
    returned = returns.record(first, "R03", on=date(2026, 7, 17), by=by)
    assert returned.posting.total == Decimal("35.00")
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("35.00")
    account("0101", on=date(2026, 7, 17))
    again = sent(RECEIPTS, date(2026, 7, 28)).payments.get()
    assert again.reissues == first and again.trace != first.trace
    assert stands(RECEIPTS, Kind.PAID, "0101") == Decimal("35.00")


def test_o71_each_return_counts_once_and_a_second_reason_is_an_exception() -> None:
    allotted({"0101": "100.00"})
    released(date(2026, 8, 3))
    account("0101")
    one, two = sent(RECEIPTS, date(2026, 8, 3)).payments.order_by("trace")
    by, on = officer("treasury-releaser"), date(2026, 8, 5)
    for _ in range(2):
        returns.record(returns.with_trace(one.trace), "R03", on=on, by=by)
        returns.record(returns.with_trace(two.trace), "R03", on=on, by=by)
        with pytest.raises(Refusal, match="already returned as R03"):
            returns.record(returns.with_trace(one.trace), "R01", on=on, by=by)
    assert BankReturn.objects.count() == 2
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("45.00")
    with pytest.raises(Refusal, match="No payment bears"):
        returns.with_trace("123")


def test_what_was_not_sent_is_not_returned() -> None:
    due("0101")
    payment = warrants.certify(
        RECEIPTS, pays_on=DAY, on=DAY, by=officer("treasury-certifier")
    ).payments.get()
    by = officer("treasury-releaser")
    with pytest.raises(Refusal, match="was not sent"):
        returns.record(payment, "R03", on=DAY, by=by)
    with pytest.raises(Refusal, match="R and two digits"):
        returns.record(payment, "bounced", on=DAY, by=by)


def test_o15_what_the_bank_returned_is_linked_and_is_not_returned_twice() -> None:
    due("0101")
    payment = sent(RECEIPTS, DAY).payments.get()
    by = officer("treasury-releaser")
    first = returns.record(payment, "R01", on=DAY, by=by)
    assert returns.record(payment, "R01", on=DAY, by=by) == first
    with pytest.raises(IntegrityError), transaction.atomic():
        BankReturn.objects.create(
            payment=payment, code="R01", returned_on=DAY, recorded_by=by, posting=first.posting
        )
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("35.00")
