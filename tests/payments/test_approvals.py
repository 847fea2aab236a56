"""What is large is approved by more persons before it is issued, each of them another."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds.refusal import Refusal
from payments import accounting, approvals, practice, registers, warrants
from payments.models import Warrant, WarrantApproval
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released

pytestmark = pytest.mark.django_db

DAY = date(2026, 7, 15)


def certified(amount: str) -> Warrant:
    allotted({"0101": amount})
    released(DAY)
    account("0101")
    return warrants.certify(RECEIPTS, pays_on=DAY, on=DAY, by=officer("treasury-certifier"))


@pytest.mark.parametrize(
    ("total", "needed"), [("0.01", 1), ("49999999.99", 1), ("50000000.00", 2), ("900000000", 2)]
)
def test_the_bands_are_data(total: str, needed: int) -> None:
    assert practice.approvals_needed(Decimal(total), DAY) == needed


def test_what_is_large_needs_a_second_certifier_before_it_is_issued() -> None:
    warrant = certified("142857143.00")
    assert (warrant.total, warrant.approvals_needed) == (Decimal("50000000.05"), 2)
    budget = officer("budget-officer")
    with pytest.raises(Refusal, match="needs 2 approvals; 1 given"):
        warrants.issue(warrant, on=DAY, by=budget)
    with pytest.raises(IntegrityError, match="after its approvals"), transaction.atomic():
        Warrant.objects.filter(pk=warrant.pk).update(warranted_by=budget, warranted_on=DAY)
    with pytest.raises(Refusal, match="another person approves it"):
        approvals.approve(warrant, on=DAY, by=officer("treasury-certifier"))
    second = officer("treasury-certifier", place="Second")
    assert approvals.approve(warrant, on=DAY, by=second) == approvals.approve(
        warrant, on=DAY, by=second
    )
    assert warrants.issue(warrant, on=DAY, by=budget).warranted_by == budget


def test_who_approved_neither_issues_nor_sends_in_whatever_office() -> None:
    warrant = certified("142857143.00")
    second = officer("treasury-certifier", place="Second")
    approvals.approve(warrant, on=DAY, by=second)
    same = officer("budget-officer", place="Acting", person=second.person.label)
    with pytest.raises(IntegrityError, match="sign a warrant twice"), transaction.atomic():
        Warrant.objects.filter(pk=warrant.pk).update(warranted_by=same, warranted_on=DAY)
    again = officer("treasury-certifier", place="Third", person=second.person.label)
    with pytest.raises(IntegrityError, match="sign a warrant twice"), transaction.atomic():
        WarrantApproval.objects.create(warrant=warrant, approved_by=again, approved_on=DAY)


def test_a_small_one_takes_no_second_approval() -> None:
    warrant = certified("100.00")
    with pytest.raises(Refusal, match="has the 1 approvals"):
        approvals.approve(warrant, on=DAY, by=officer("treasury-certifier", place="Second"))


def test_the_accounting_strings_sum_to_the_warrant() -> None:
    warrant = certified("100.00")
    found = accounting.lines(warrant, list(warrant.payments.select_related("installment")))
    assert sum(each.amount for each in found) == warrant.total
    assert [each.string for each in found] == ["900-DEMO-ER-2027-2027-REG-W-2027-0001"]


def test_the_register_is_set_once_and_only_of_an_issued_warrant() -> None:
    warrant = certified("100.00")
    with pytest.raises(Refusal, match="not issued"):
        registers.issue(warrant, on=DAY, by=officer("auditor"))
    warrant = warrants.issue(warrant, on=DAY, by=officer("budget-officer"))
    paper = registers.issue(warrant, on=DAY, by=officer("auditor"))
    assert registers.issue(warrant, on=DAY, by=officer("auditor")) == paper
    tables = {each["caption"]: each for each in paper.letter["tables"]}
    assert tables["Payments"]["total"][-1] == "35.00"
    assert "ending 1234" in tables["Payments"]["rows"][0]
