"""Work as rows: offered once, claimed by one, run unit by unit, taken over, stopped in words."""

from collections.abc import Iterator
from datetime import date
from threading import Thread

import pytest
from django.db import connection, connections, transaction

from funds import work
from funds.models import Fund, Work
from funds.refusal import Refusal
from funds.work import Progress

DAY = date(2026, 11, 1)
RAN: list[str] = []


@pytest.fixture(autouse=True)
def _kinds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the kinds of these tests, and wake nobody."""
    monkeypatch.setattr(work, "_units", dict(work._units))
    monkeypatch.setattr(work, "_announcers", [])
    monkeypatch.setattr(work, "PAUSE", 0)
    RAN.clear()
    work.register("thrice", lambda row: _ran(row, 3))
    work.register("once", lambda row: _ran(row, 1))
    return


def _ran(row: Work, of: int) -> Progress:
    RAN.append(f"{row.key}/{row.done + 1}")
    return Progress(row.done + 1, of)


def offer(key: str, kind: str = "once", on: date = DAY) -> Work:
    return work.offer(kind, key, f"Test {key}", on)


@pytest.mark.django_db
def test_the_same_key_offered_twice_is_one_row() -> None:
    assert offer("a") == offer("a")
    assert Work.objects.count() == 1


@pytest.mark.django_db
def test_a_key_stands_for_one_kind_of_work() -> None:
    offer("a")
    with pytest.raises(Refusal, match="already stands for other work: Test a"):
        offer("a", "thrice")


@pytest.mark.django_db
def test_work_is_run_oldest_first_a_unit_at_a_time_and_then_done() -> None:
    offer("new", on=DAY)
    offer("old", "thrice", on=date(2026, 7, 15))
    work.run_due(on=DAY)
    assert RAN == ["old/1", "old/2", "old/3", "new/1"]
    assert set(Work.objects.values_list("state", flat=True)) == {"done"}


@pytest.mark.django_db
def test_work_of_a_later_day_waits() -> None:
    row = offer("a", on=date(2026, 11, 2))
    assert work.run_due(on=DAY) == []
    assert work.run_due(on=date(2026, 11, 2)) == [row]


@pytest.mark.django_db
def test_looking_hundreds_of_times_runs_it_once() -> None:
    offer("a")
    for _ in range(200):
        work.run_due(on=DAY)
    assert RAN == ["a/1"]


@pytest.mark.django_db
def test_a_lawful_no_stops_the_work_in_its_own_words() -> None:
    def refuse(row: Work) -> Progress:
        raise Refusal("SFY2025 comes first.")

    work.register("refused", refuse)
    row = offer("a", "refused")
    work.run_due(on=DAY)
    row.refresh_from_db()
    assert (row.state, row.message, row.attempts) == ("failed", "SFY2025 comes first.", 1)


@pytest.mark.django_db
def test_a_fault_is_tried_again_and_after_the_last_attempt_needs_a_person() -> None:
    def break_down(row: Work) -> Progress:
        Fund.objects.filter(pk="highlands").update(name="changed")
        raise ValueError("a disk is full")

    work.register("broken", break_down)
    row = offer("a", "broken")
    work.run_due(on=DAY)
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("failed", work.ATTEMPTS)
    assert row.message == f"Tried {work.ATTEMPTS} times. ValueError: a disk is full"
    assert Fund.objects.get(pk="highlands").name != "changed"


@pytest.mark.django_db
def test_a_second_attempt_waits_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(row: Work) -> Progress:
        raise ValueError

    monkeypatch.setattr(work, "PAUSE", 60)
    work.register("broken", break_down)
    row = offer("a", "broken")
    work.run_due(on=DAY)
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("due", 1)


@pytest.mark.django_db
def test_stopped_work_is_offered_again_by_a_person_only() -> None:
    row = offer("a", "nobody-knows")
    work.run_due(on=DAY)
    row.refresh_from_db()
    assert row.message == "Nobody here knows how to do “nobody-knows”."
    assert work.run_due(on=DAY) == []
    assert work.offer_again(row).state == "due"
    with pytest.raises(Refusal, match="only work that stopped"):
        work.offer_again(row)


@pytest.mark.django_db
def test_a_worker_that_is_gone_is_taken_over_where_it_left_off() -> None:
    row = offer("a", "thrice")
    claimed = work.claim(on=DAY, worker="gone")
    assert claimed is not None
    work._advance(claimed, "gone")
    assert work.claim(on=DAY, worker="next") is None
    lease_runs_out(row)
    work.run_due(on=DAY, worker="next")
    assert RAN == ["a/1", "a/2", "a/3"]


@pytest.mark.django_db
def test_a_worker_that_was_taken_over_does_nothing_more() -> None:
    row = offer("a", "thrice")
    slow = work.claim(on=DAY, worker="slow")
    lease_runs_out(row)
    assert slow is not None
    assert work.claim(on=DAY, worker="next") is not None
    assert work._advance(slow, "slow") is False
    assert RAN == []


@pytest.mark.django_db
def test_work_that_kills_its_worker_every_time_needs_a_person() -> None:
    row = offer("a")
    for _ in range(work.ATTEMPTS):
        assert work.claim(on=DAY, worker="killed") is not None
        lease_runs_out(row)
    work.run_due(on=DAY)
    row.refresh_from_db()
    assert (row.state, RAN) == ("failed", [])
    assert row.message == f"Begun {work.ATTEMPTS} times and never finished."


def lease_runs_out(row: Work) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE funds_work SET leased_until = clock_timestamp() - interval '1 second'"
            " WHERE id = %s",
            [row.pk],
        )


def test_four_workers_share_the_rows_and_run_each_once(scratch_database: str) -> None:
    for n in range(12):
        offer(f"row-{n}", "thrice")

    def look() -> None:
        work.run_due(on=DAY)
        connections["default"].close()

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(RAN) == sorted(f"row-{n}/{unit}" for n in range(12) for unit in (1, 2, 3))
    assert Work.objects.filter(state="done", done=3).count() == 12


def test_progress_is_seen_from_outside_between_units(scratch_database: str) -> None:
    seen: list[int] = []
    row = offer("a", "thrice")

    def watch(row_: Work) -> Progress:
        thread = Thread(target=lambda: seen.append(_done(row.pk)))
        thread.start()
        thread.join(10)
        return _ran(row_, 3)

    work.register("thrice", watch)
    work.run_due(on=DAY)
    assert seen == [0, 1, 2]


def _done(pk: int) -> int:
    done = Work.objects.get(pk=pk).done
    connections["default"].close()
    return done


def test_o23_workers_are_woken_after_the_commit_and_not_after_a_rollback(
    scratch_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[int] = []
    monkeypatch.setattr(work, "_announcers", [lambda: woken.append(Work.objects.count())])
    with transaction.atomic():
        offer("a")
        assert woken == []
    assert woken == [1]
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        offer("b")
        _ = 1 // 0
    assert (woken, Work.objects.count()) == ([1], 1)


def test_a_broker_that_is_down_or_flushed_leaves_the_row(
    scratch_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable() -> None:
        raise OSError("connection refused")

    monkeypatch.setattr(work, "_announcers", [unreachable])
    row = offer("a")
    assert Work.objects.get(pk=row.pk).state == "due"
    assert work.run_due(on=DAY) == [row]
    assert RAN == ["a/1"]
