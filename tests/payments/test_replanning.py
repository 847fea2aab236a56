"""A later total plans only what is unreleased; what is owed is taken from the next release."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from funds import allocation, receivables
from funds.models import Kind, Receivable, Run
from funds.refusal import Refusal
from municipalities import offices
from payments import installments
from payments.models import Installment
from tests.offices import officer
from tests.payments.aid import RECEIPTS, allotted, deposited, stands

pytestmark = pytest.mark.django_db


def planned(holder: str, **by: Any) -> list[tuple[date, Decimal]]:
    rows = Installment.objects.filter(holder=holder, replaced_by=None, **by)
    return [(row.statutory_on, row.amount) for row in rows.order_by("statutory_on")]


def release(on: date) -> installments.Released:
    return installments.release_due(on=on, by=offices.system())


def supersede(first: Run, amount: str) -> None:
    allotted({"0101": amount}, on=date(2026, 9, 2), supersedes=first)


def test_o69_a_revised_total_plans_only_what_is_unreleased() -> None:
    first = allotted({"0101": "99.99"}).run
    release(date(2026, 9, 1))
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("74.99")
    supersede(first, "90.00")
    unreleased = planned("0101", posting=None)
    assert [amount for _, amount in unreleased] == [
        Decimal("6.01"),
        Decimal("4.50"),
        Decimal("4.50"),
    ]
    release(date(2026, 12, 1))
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("90.00")
    assert stands(RECEIPTS, Kind.ENTITLED, "0101") == Decimal("0.00")


def test_o69_what_was_released_beyond_the_new_total_is_a_receivable() -> None:
    first = allotted({"0101": "99.99"}).run
    release(date(2026, 9, 1))
    supersede(first, "70.00")
    assert planned("0101", posting=None) == []
    (receivable,) = Receivable.objects.all()
    assert (receivable.holder, receivable.amount) == ("0101", Decimal("4.99"))
    assert receivable.kind == Receivable.Kind.OVERPAYMENT


def test_what_a_holder_owes_is_recovered_from_its_next_release() -> None:
    allotted({"0101": "100.00"})
    receivables.open(
        RECEIPTS,
        Receivable.Kind.OVERPAYMENT,
        "0101",
        Decimal("40.00"),
        "owed",
        "52:27D-439 b.",
        "paid twice",
        on=date(2026, 7, 1),
        by=officer("treasury-analyst"),
    )
    release(date(2026, 8, 3))
    rows = Installment.objects.exclude(posting=None).order_by("statutory_on")
    assert [(row.amount, row.recovered) for row in rows] == [
        (Decimal("35.00"), Decimal("35.00")),
        (Decimal("10.00"), Decimal("5.00")),
    ]
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("5.00")
    assert stands(RECEIPTS, Kind.POOL, "FUND", None) == Decimal("40.00")


def test_a_later_certification_marks_the_rows_it_replaced() -> None:
    first = allotted({"0101": "100.00"}).run
    supersede(first, "100.00")
    assert not Installment.objects.exclude(replaced_by=None).exists()
    latest = Run.objects.get(supersedes=first)
    allotted({"0101": "200.00"}, on=date(2026, 7, 2))
    supersede(latest, "50.00")
    assert sum(amount for _, amount in planned("0101")) == Decimal("250.00")


def test_what_is_released_can_neither_be_replaced_nor_changed() -> None:
    allotted({"0101": "100.00"})
    (row,) = release(date(2026, 7, 15)).released
    for change in ({"posting": None}, {"amount": Decimal(1)}, {"holder": "0102"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Installment.objects.filter(pk=row.pk).update(**change)


def test_aid_that_was_credited_without_a_plan_is_planned_when_the_day_comes() -> None:
    certification = allotted({"0101": "100.00"})
    fresh = allocation.allot(
        RECEIPTS,
        2027,
        {"0101": Decimal("200.00")},
        on=date(2026, 7, 1),
        by=officer("treasury-analyst"),
        supersedes=certification.run,
    )
    deposited(RECEIPTS, "200.00")
    by = officer("treasury-certifier")
    later = allocation.certify(fresh, on=date(2026, 7, 1), by=by)
    allocation.credit(later, on=date(2026, 7, 1), by=by)
    assert release(date(2026, 7, 15)).total == Decimal("70.00")


def test_a_certification_that_is_not_credited_is_not_planned() -> None:
    certification = allotted({"0101": "100.00"})
    fresh = allocation.allot(
        RECEIPTS, 2027, {"0101": Decimal(1)}, on=date(2026, 7, 1), by=officer("treasury-analyst")
    )
    later = allocation.certify(fresh, on=date(2026, 7, 1), by=officer("treasury-certifier"))
    with pytest.raises(Refusal, match="is not credited"):
        installments.plan(later, on=date(2026, 7, 1))
    assert certification.plan.planned_on == date(2026, 7, 1)


def test_what_is_taken_back_before_a_release_leaves_no_installment() -> None:
    certification = allotted({"0101": "100.00"})
    allocation.reopen(
        certification,
        reason="wrong sheet",
        on=date(2026, 7, 2),
        by=officer("treasury-certifier"),
    )
    assert release(date(2026, 7, 15)) == installments.Released()
    assert planned("0101") == []
