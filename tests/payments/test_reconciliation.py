"""Certified, ledger, warrant and bank tie; each planted difference shows."""

from datetime import date
from decimal import Decimal

import pytest

from funds.refusal import Refusal
from municipalities import offices
from payments import bank_files, returns, tasks, warrants
from payments.models import BankCopy, BankFile, Payment, Reconciliation, Warrant
from payments.reconciling import compare, copies, daily, proof, sides
from payments.reconciling.differences import Kind
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent

pytestmark = pytest.mark.django_db

DAY = date(2026, 8, 3)


def paid(*holders: str) -> Warrant:
    allotted(dict.fromkeys(holders, "100.00"))
    released(DAY)
    for each in holders:
        account(each)
    warrant = sent(RECEIPTS, DAY)
    bank_files.take(warrant, on=DAY, by=officer("treasury-releaser"))
    return warrant


def test_what_is_the_same_four_ways_ties() -> None:
    warrant = paid("0101", "0102")
    read = sides.read(warrant)
    ties = compare.ties(read)
    assert [(each.payee, each.certified, each.bank, each.ties) for each in ties][:1] == [
        ("0101", Decimal("35.00"), Decimal("35.00"), True)
    ]
    assert len(ties) == 4 and all(each.ties for each in ties)
    assert compare.compare(read) == []


def test_a_file_that_was_not_taken_by_its_day_is_missing() -> None:
    allotted({"0101": "100.00"})
    released(DAY)
    account("0101")
    sent(RECEIPTS, DAY)
    assert daily.look(DAY).differences == []
    (found,) = daily.look(date(2026, 8, 4)).differences
    assert found.kind == Kind.MISSING and "no bank file was taken" in found.words


def test_o10_a_line_twice_in_the_banks_file_is_found() -> None:
    warrant = paid("0101", "0102")
    content = bank_files.content_of(warrant)
    lines = content.split("\n")
    altered = "\n".join([*lines[:4], *lines[2:4], *lines[4:]])
    kinds = {each.kind for each in daily.look(DAY, {warrant.number: altered}).differences}
    assert Kind.ALTERED_FILE in kinds


@pytest.mark.parametrize(("day", "late"), [(date(2026, 8, 5), False), (date(2026, 8, 6), True)])
def test_a_return_after_its_banking_days_is_late(day: date, late: bool) -> None:
    payment = paid("0101").payments.order_by("trace")[0]
    returns.record(payment, "R01", on=day, by=officer("treasury-releaser"))
    kinds = [each.kind for each in daily.look(day).differences]
    assert kinds == ([Kind.LATE_RETURN] if late else [])


def test_the_daily_task_keeps_one_result_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    warrant = paid("0101")
    monkeypatch.setattr("payments.tasks.localdate", lambda: DAY)
    for _ in range(3):
        tasks.reconcile_payments()
    kept = Reconciliation.objects.get()
    assert (kept.on, kept.payments, kept.total) == (DAY, 2, Decimal("45.00"))
    assert kept.differences == [] and kept.by == offices.system()
    BankFile.objects.none()
    assert warrant.bank_file.total == Decimal("45.00")


def test_a_reissued_payment_ties_again() -> None:
    payment = paid("0101").payments.order_by("trace")[0]
    returns.record(payment, "R01", on=DAY, by=officer("treasury-releaser"))
    again = sent(RECEIPTS, date(2026, 8, 4))
    bank_files.take(again, on=date(2026, 8, 4), by=officer("treasury-releaser"))
    assert Payment.objects.get(reissues=payment).warrant == again
    assert daily.look(date(2026, 8, 5)).differences == []


def test_a_late_return_ties_once_it_was_paid_again_on_a_warrant_that_was_sent() -> None:
    payment = paid("0101").payments.order_by("trace")[0]
    late, day = date(2026, 8, 10), date(2026, 8, 11)
    returns.record(payment, "R01", on=late, by=officer("treasury-releaser"))
    (found,) = daily.look(late).differences
    assert found.kind == Kind.LATE_RETURN
    assert "came back on August 10, 2026, later than August 5, 2026" in found.words
    again = warrants.certify(RECEIPTS, pays_on=day, on=day, by=officer("treasury-certifier"))
    assert [each.kind for each in daily.look(day).differences] == [Kind.LATE_RETURN]
    warrants.issue(again, on=day, by=officer("budget-officer"))
    warrants.send(again, on=day, by=officer("treasury-releaser"))
    assert daily.look(day).differences == []


def test_one_difference_of_each_kind_is_found_and_nothing_without_one() -> None:
    assert proof.run(1, 7) == (10, [])


def test_the_banks_own_copy_is_compared_kept_and_named_every_morning() -> None:
    warrant, by = paid("0101", "0102"), officer("treasury-analyst")
    text = bank_files.content_of(warrant)
    same = copies.load(warrant, text.encode(), "copy.ach", on=DAY, by=by)
    assert same.differences == [] and daily.look(DAY).differences == []
    assert copies.load(warrant, text.encode(), "copy.ach", on=DAY, by=by) == same
    altered = text.replace("0000003500", "0000003501", 1).encode()
    made = copies.load(warrant, altered, "copy.ach", on=DAY, by=by)
    assert {each["kind"] for each in made.differences} >= {"altered file"}
    assert all("(the bank’s copy)" in each.words for each in daily.look(DAY).differences)
    copies.load(warrant, text.encode(), "copy.ach", on=DAY, by=by)
    assert daily.look(DAY).differences == []


def test_what_is_no_bank_file_is_refused_in_words() -> None:
    warrant, by = paid("0101"), officer("treasury-analyst")
    with pytest.raises(Refusal, match="begins with “trace,amou”; a bank file begins with"):
        copies.load(warrant, b"trace,amount\n", "x.csv", on=DAY, by=by)
    with pytest.raises(Refusal, match="byte 3 can’t be read"):
        copies.load(warrant, b"101\xff", "x.ach", on=DAY, by=by)
    assert not BankCopy.objects.exists()
