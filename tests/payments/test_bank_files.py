"""A warrant's bank file: after it is sent, the same to the byte, and never with another payment."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import InternalError, connection

from funds.refusal import Refusal
from payments import account_numbers, bank_accounts, bank_files, holds, warrants
from payments.bank_file.reading import read
from payments.bank_file.records import Origin, write
from payments.models import BankAccount, BankFile, Warrant
from tests.offices import officer
from tests.payments import aid

pytestmark = pytest.mark.django_db
DAY = date(2026, 8, 3)


@pytest.fixture
def warrant() -> Warrant:
    """Two towns' first installment, sent by three persons."""
    aid.allotted({"0101": "300.00", "0102": "100.00"})
    for code in ("0101", "0102"):
        aid.account(code)
    aid.released(DAY)
    return aid.sent("energy-receipts", DAY)


def take(warrant: Warrant, on: date = DAY) -> str:
    return bank_files.take(warrant, on=on, by=officer("treasury-releaser"))


def test_the_file_pays_what_was_certified_and_says_for_what(warrant: Warrant) -> None:
    lines, control = read(take(warrant))
    file = BankFile.objects.get()
    assert (control.count, control.total) == (warrant.payments_count, warrant.total)
    assert (file.payments_count, file.total) == (control.count, control.total)
    assert [each.payment for each in lines] == list(
        warrant.payments.order_by("trace").values_list("trace", flat=True)
    )
    assert lines[0].note == "ER SFY2027 REGULAR INSTALLMENT 1 N.J.S.A. 52:27D-439"
    assert lines[0].number == "1234"


def test_o36_made_again_after_a_hold_it_is_the_same_to_the_byte(warrant: Warrant) -> None:
    first = take(warrant)
    by = officer("treasury-certifier")
    holds.place("0101", "A question", on=date(2026, 8, 4), by=by)
    assert take(warrant, on=date(2026, 8, 4)) == first
    assert [each.taken_on for each in BankFile.objects.get().takings.all()] == [
        DAY,
        date(2026, 8, 4),
    ]


def test_before_the_warrant_is_sent_there_is_no_file() -> None:
    aid.allotted({"0101": "300.00"})
    aid.account("0101")
    aid.released(DAY)
    certified = warrants.certify(
        "energy-receipts", pays_on=DAY, on=DAY, by=officer("treasury-certifier")
    )
    with pytest.raises(Refusal, match="was not sent"):
        take(certified)


def test_o10_a_payment_that_stands_twice_in_it_stops_the_file(
    warrant: Warrant,
) -> None:
    one = bank_files._credit(warrant.payments.latest("pk"), "Exampleton", warrant)
    twice = write(
        Origin("990000000", "Bank", "1990000000", "State"), [one, one],
        pays_on=DAY, written_on=DAY, purpose="ENERGY TAX", reference="1",
    )  # fmt: skip
    with pytest.raises(Refusal, match="certified are 4 of"):
        bank_files.checked(warrant, twice)
    with pytest.raises(Refusal, match="has a payment twice"):
        bank_files.checked(Warrant(payments_count=2, total=2 * one.amount), twice)


def test_o10_two_funds_two_accounts_and_three_installments_are_one_line_each() -> None:
    """The first account was superseded by the second; each fund has a file of its own."""
    on = date(2026, 9, 1)
    aid.allotted({"0101": "300.00"})
    aid.allotted({"0101": "80.00"}, fund=aid.HIGHLANDS, sfy=2010, on=date(2010, 2, 1))
    first = aid.account("0101", on=date(2026, 1, 2))
    aid.verified(_second_account(), on=date(2026, 1, 20))
    aid.released(on)
    lines = []
    for fund, many in (("energy-receipts", 3), (aid.HIGHLANDS, 2)):
        sent = aid.sent(fund, on)
        found, control = read(take(sent, on))
        assert len(found) == len({each.payment for each in found}) == many
        assert (control.count, control.total) == (sent.payments_count, sent.total)
        assert control.total == sum(each.amount for each in found)
        lines += found
    assert len({each.payment for each in lines}) == 5
    assert {each.number for each in lines} == {"5678"} and first.last_four == "1234"


def _second_account() -> BankAccount:
    return bank_accounts.enter(
        "0101", "general", "Second Bank", "990000000", "5678",
        on=date(2026, 1, 20), by=officer("treasury-analyst"),
    )  # fmt: skip


def test_another_account_number_in_the_database_is_not_paid(warrant: Warrant) -> None:
    take(warrant)
    BankAccount.objects.filter(payee="0101").update(sealed_number=account_numbers.seal("99999"))
    with pytest.raises(Refusal, match="with other content"):
        take(warrant)


def test_who_may_not_send_takes_no_file(warrant: Warrant) -> None:
    with pytest.raises(Refusal, match="send-warrant"):
        bank_files.take(warrant, on=DAY, by=officer("auditor"))


def test_a_file_is_never_changed(warrant: Warrant) -> None:
    take(warrant)
    with pytest.raises(InternalError), connection.cursor() as cursor:
        cursor.execute("UPDATE payments_bankfile SET total = total + 1")


def test_a_number_is_kept_sealed_and_opens_with_an_older_key(
    settings: Any, warrant: Warrant
) -> None:
    sealed = BankAccount.objects.get(payee="0101").sealed_number
    assert sealed != BankAccount.objects.get(payee="0102").sealed_number  # of the same number
    settings.ACCOUNT_NUMBER_KEYS = ["another", *settings.ACCOUNT_NUMBER_KEYS]
    assert account_numbers.unseal(sealed) == "1234"
    settings.ACCOUNT_NUMBER_KEYS = ["another"]
    with pytest.raises(Refusal, match="can't be opened"):
        account_numbers.unseal(sealed)


def test_what_no_file_can_hold_is_left_out_with_its_reason() -> None:
    aid.allotted({"0101": "400000000.00", "0102": "100.00"})
    for code in ("0101", "0102"):
        aid.account(code)
    aid.released(DAY)
    made = warrants.certify(
        "energy-receipts", pays_on=DAY, on=DAY, by=officer("treasury-certifier")
    )
    (left,) = made.left_out
    assert left["payee"] == "0101"
    assert "pay it by wire" in left["why"]
    assert Decimal(left["amount"]) > Decimal("99999999.99") > made.total
