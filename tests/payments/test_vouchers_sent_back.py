"""A voucher that is not right goes back with a reason, stays on record, and binds nothing."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from funds.models import Encumbrance
from funds.refusal import Refusal
from payments import vouchers
from payments.models import Voucher
from tests import places
from tests.offices import officer
from tests.zone_money import cents, cfo, credit, encumber, project, voucher

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)


@pytest.fixture
def bound() -> Encumbrance:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "500,000.00")
    return encumber(project(zone, {2024: "500,000"}, on=DAY), "250,000.00", on=DAY)


def test_the_cfo_sends_it_back_with_a_reason_and_approves_it_no_more(bound: Encumbrance) -> None:
    made = voucher(bound, "100.00", on=DAY)
    with pytest.raises(Refusal, match="says why"):
        vouchers.send_back(made, " ", on=DAY, by=cfo("9901"))
    vouchers.send_back(made, "the wrong amount", on=DAY, by=cfo("9901"))
    with pytest.raises(Refusal, match="was sent back: the wrong amount"):
        vouchers.approve(made, on=DAY, by=cfo("9901"))


def test_its_preparer_takes_it_back_and_nobody_else_who_only_prepares(bound: Encumbrance) -> None:
    made = voucher(bound, "100.00", on=DAY)
    other = officer("preparer", place="second", municipality="9901")
    with pytest.raises(Refusal, match="may not"):
        vouchers.send_back(made, "not mine", on=DAY, by=other)
    by = officer("preparer", municipality="9901")
    assert vouchers.send_back(made, "typed twice", on=DAY, by=by).sent_back_by == by


def test_what_was_sent_back_may_be_entered_anew_without_being_held(bound: Encumbrance) -> None:
    first = voucher(bound, "100.00", on=DAY, vendor="Vendor V", invoice="A1")
    held = voucher(bound, "100.00", "V-2", on=DAY, vendor="Vendor V", invoice="A1")
    assert held.duplicate_of == first
    for each in (first, held):
        vouchers.send_back(each, "entered wrong", on=DAY, by=cfo("9901"))
    third = voucher(bound, "100.00", "V-3", on=DAY, vendor="Vendor V", invoice="A1")
    assert not third.held


def test_an_approved_one_is_voided_instead(bound: Encumbrance) -> None:
    made = vouchers.approve(voucher(bound, "100.00", on=DAY), on=DAY, by=cfo("9901"))
    with pytest.raises(Refusal, match="voided, not sent back"):
        vouchers.send_back(made, "late", on=DAY, by=cfo("9901"))


def test_the_database_keeps_a_voucher_from_being_both(bound: Encumbrance) -> None:
    made = vouchers.approve(voucher(bound, "100.00", on=DAY), on=DAY, by=cfo("9901"))
    with pytest.raises(IntegrityError, match="sent_back_is_not_posted"), transaction.atomic():
        Voucher.objects.filter(pk=made.pk).update(
            sent_back_by=cfo("9901"), sent_back_on=DAY, sent_back_reason="late"
        )


def test_many_invoices_are_compared_by_one_statement(
    bound: Encumbrance, django_assert_max_num_queries: object
) -> None:
    for number in range(3):
        voucher(bound, f"{number + 1}.00", f"V-{number}", on=DAY, vendor="Vendor V")
    made = Voucher(
        vendor_key="vendorv", invoice_key="v-1", entered_on=DAY, amount=cents("7"), number="X"
    )
    with django_assert_max_num_queries(1):  # type: ignore[operator]
        assert vouchers.invoices.likely_duplicate(made) is not None
