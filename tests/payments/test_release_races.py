"""At-least-once delivery: whoever is told to release an installment again releases it once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal

import pytest
from django.db import connection

from funds.models import Kind, Posting
from municipalities import offices
from payments import installments
from payments.models import Installment
from tests.payments.aid import RECEIPTS, allotted, stands

pytestmark = pytest.mark.django_db(transaction=True)

ON = date(2026, 7, 15)


def deliver(pk: int, gate: threading.Barrier | None) -> int | None:
    """Do what the task does, on a connection of its own; with a gate, all at once."""
    try:
        by = offices.system()
        if gate is not None:
            gate.wait(timeout=10)
        return installments.release(Installment.objects.get(pk=pk), on=ON, by=by).posting_id
    finally:
        connection.close()


def test_o11_a_release_delivered_five_times_three_at_once_posts_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", logger="payments.releases")
    allotted({"0101": "100.00"})
    offices.system()
    pk = Installment.objects.get(statutory_on=ON).pk
    gate = threading.Barrier(3)
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda _: deliver(pk, gate), range(3)))
    answers += [deliver(pk, None) for _ in range(2)]
    posting = Posting.objects.get(key=f"installment/{pk}/release")
    assert answers == [posting.pk] * 5
    told = [each.getMessage() for each in caplog.records if "Already done" in each.getMessage()]
    assert len(told) == 4 and all(f"by posting {posting.pk}" in words for words in told)
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("35.00")


def test_two_days_runs_at_once_release_each_installment_once() -> None:
    allotted({f"{code:04d}": "100.00" for code in range(101, 121)})
    offices.system()
    gate = threading.Barrier(2)

    def run(_: int) -> int:
        try:
            by = offices.system()
            gate.wait(timeout=10)
            return len(installments.release_due(on=ON, by=by).released)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(run, range(2)))
    assert sum(counts) == 20
    assert Posting.objects.filter(act="release").count() == 1
    assert not Installment.objects.filter(deposit_on=ON, posting=None).exists()
