"""The same invoice twice: held with a link, and let on by a second person with a reason."""

from datetime import date, timedelta

import pytest

from funds.models import Encumbrance
from funds.refusal import Refusal
from payments import invoices, vouchers
from payments.queries import exceptions
from tests import places
from tests.offices import officer
from tests.zone_money import approved, cents, cfo, credit, encumber, pay, project, voucher

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)


@pytest.fixture
def bound() -> Encumbrance:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "500,000.00")
    return encumber(project(zone, {2024: "500,000"}, on=DAY), "250,000.00", on=DAY)


def test_the_same_invoice_is_held_with_a_link_to_the_first(bound: Encumbrance) -> None:
    first = approved(bound, "120,918.00", on=DAY, vendor="Vendor V", invoice="INV-0077")
    other = encumber(bound.project, "150,000.00", "E-2", on=DAY)
    later = DAY + timedelta(days=200)
    second = voucher(other, "100.00", "V-2", on=later, vendor="VENDOR-V ", invoice="inv 77 ")
    assert (second.held, second.duplicate_of) == (True, first)
    with pytest.raises(Refusal, match="looks like V-1"):
        vouchers.approve(second, on=later, by=cfo("9901"))


@pytest.mark.parametrize(("days", "held"), [(120, True), (121, False)])
def test_the_same_vendor_and_amount_are_held_within_120_days(
    bound: Encumbrance, days: int, held: bool
) -> None:
    approved(bound, "100.00", on=DAY, vendor="Vendor V", invoice="A1")
    later = DAY + timedelta(days=days)
    second = voucher(bound, "100.00", "V-2", on=later, vendor="Vendor V", invoice="B2")
    assert second.held is held


def test_another_amount_or_another_vendor_is_not_held(bound: Encumbrance) -> None:
    approved(bound, "100.00", on=DAY, vendor="Vendor V", invoice="A1")
    assert not voucher(bound, "100.01", "V-2", on=DAY, vendor="Vendor V", invoice="A2").held
    assert not voucher(bound, "100.00", "V-3", on=DAY, vendor="Vendor W", invoice="A1").held


def test_going_on_needs_a_second_person_and_a_reason(bound: Encumbrance) -> None:
    approved(bound, "100.00", on=DAY, vendor="Vendor V", invoice="A1")
    second = voucher(bound, "100.00", "V-2", on=DAY, vendor="Vendor V", invoice="A1")
    same = officer("cfo", place="acting", person="9901 preparer holder", municipality="9901")
    with pytest.raises(Refusal, match="another person"):
        vouchers.clear_duplicate(second, "two deliveries", on=DAY, by=same)
    with pytest.raises(Refusal, match="needs a reason"):
        vouchers.clear_duplicate(second, " ", on=DAY, by=cfo("9901"))
    vouchers.clear_duplicate(second, "two deliveries", on=DAY, by=cfo("9901"))
    assert vouchers.approve(second, on=DAY, by=cfo("9901")).posting is not None
    assert second.duplicate_of is not None


def test_an_invoice_that_was_voided_in_full_may_be_entered_again(bound: Encumbrance) -> None:
    first = approved(bound, "100.00", on=DAY, vendor="Vendor V", invoice="A1")
    vouchers.void(first, cents("99.99"), "wrong", "void/1", on=DAY, by=cfo("9901"))
    assert voucher(bound, "100.00", "V-2", on=DAY, vendor="Vendor V", invoice="A1").held
    vouchers.void(first, cents("0.01"), "wrong", "void/2", on=DAY, by=cfo("9901"))
    third = voucher(bound, "100.00", "V-3", on=DAY, vendor="Vendor V", invoice="A1")
    assert third.duplicate_of != first


def test_what_an_advance_paid_for_is_entered_again_when_it_is_spent(bound: Encumbrance) -> None:
    pay(approved(bound, "100.00", on=DAY, vendor="Vendor V", invoice="A1", kind="advance"), DAY)
    spent = voucher(bound, "100.00", "S-1", on=DAY, vendor="Vendor V", invoice="A1", kind="spent")
    assert not spent.held


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("INV-0077", "inv 77 ", True), ("No. 12", "12", True), ("1-23", "12-3", False),
     ("77", "770", False), ("A1", "a-1", True), ("INV", "INVOICE", False)],
)  # fmt: skip
def test_a_number_is_the_same_however_it_is_written(one: str, other: str, same: bool) -> None:
    assert (invoices.normalised(one) == invoices.normalised(other)) is same


@pytest.mark.parametrize(
    ("first", "second"), [("advance", "reimbursement"), ("reimbursement", "advance")]
)
def test_one_invoice_is_not_paid_as_an_advance_and_as_a_reimbursement(
    bound: Encumbrance, first: str, second: str
) -> None:
    made = approved(bound, "100.00", on=DAY, vendor="Vendor V", invoice="A1", kind=first)
    again = voucher(bound, "100.00", "V-2", on=DAY, vendor="Vendor V", invoice="A1", kind=second)
    assert (again.held, again.duplicate_of) == (True, made)
    texts = {each.text for each in exceptions.of_zone(bound.zone, DAY)}
    assert "V-2 looks like V-1; held" in texts
