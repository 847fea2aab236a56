"""Messages only say "look": one held back, lost, or sent a thousand times changes nothing."""

from datetime import UTC, date, datetime

import pytest

from funds import work
from funds.models import Posting, Work
from funds.work import Progress
from payments import tasks
from payments.clockwork import looks
from payments.models import Installment
from tests.payments.aid import allotted

pytestmark = pytest.mark.django_db

DUE = date(2026, 7, 15)
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def look(monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    monkeypatch.setattr("payments.tasks.localdate", lambda: day)
    tasks.release_due_installments()


def released() -> int:
    return Installment.objects.filter(posting__isnull=False).count()


def test_o17_a_look_before_the_day_releases_nothing_and_each_later_one_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allotted({"0101": "100.00"})
    look(monkeypatch, date(2026, 7, 14))
    assert released() == 0
    for _ in range(4):
        look(monkeypatch, DUE)
    assert released() == 1
    assert Posting.objects.filter(act="release").count() == 1


@pytest.mark.django_db(transaction=True)
def test_o72_looks_at_once_leave_the_same() -> None:
    assert looks.run(400, 7) == (400, [])


def test_o72_three_hundred_looks_are_one_release(monkeypatch: pytest.MonkeyPatch) -> None:
    allotted({"0101": "100.00", "0102": "50.00"})
    look(monkeypatch, DUE)
    postings = list(Posting.objects.values_list("hash", flat=True))
    for _ in range(300):
        look(monkeypatch, DUE)
    assert list(Posting.objects.values_list("hash", flat=True)) == postings


def test_o22_workers_that_stop_again_and_again_leave_nothing_undone_and_nothing_done_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2,000 imports and 564 releases; no message arrives, and every 250th row kills its worker."""
    done: list[str] = []

    def unit(row: Work) -> Progress:
        if row.arguments["number"] % 250 == 0 and row.attempts == 1:
            raise SystemExit  # the worker is stopped in the middle
        done.append(row.key)
        return Progress(1, 1)

    allotted({f"{1 + n // 99:02}{1 + n % 99:02}": "100.00" for n in range(564)})
    monkeypatch.setitem(work._units, "sample", unit)
    with work.announced_to_nobody():
        for number in range(2000):
            work.offer("sample", f"sample/{number}", "A sample", DUE, {"number": number})
    stops = 0
    while Work.objects.exclude(state=Work.State.DONE).exists():
        try:
            work.run_due(on=DUE, most=300)
        except SystemExit:
            stops += 1
            Work.objects.filter(state=Work.State.RUNNING).update(leased_until=LONG_AGO)
            look(monkeypatch, DUE)
    assert stops == 8
    assert len(done) == len(set(done)) == 2000
    assert released() == 564
    assert Posting.objects.filter(act="release").count() == 1


def test_o22_work_whose_message_is_lost_is_found_by_the_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []

    def unit(row: Work) -> Progress:
        done.append(row.key)
        return Progress(1, 1)

    monkeypatch.setitem(work._units, "sample", unit)
    with work.announced_to_nobody():
        work.offer("sample", "sample/1", "A sample", DUE, {})
    assert Work.objects.get(key="sample/1").state == Work.State.DUE
    work.run_due(on=DUE)
    work.run_due(on=DUE)
    assert done == ["sample/1"]
    assert Work.objects.get(key="sample/1").state == Work.State.DONE
