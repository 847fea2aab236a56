import threading
from datetime import UTC, datetime, timedelta
from importlib import import_module
from zoneinfo import ZoneInfo

import pytest
from celery.schedules import crontab
from django.db import connection

from config.celery import HARD_LIMIT, app
from config.single_beat import BeatLock, SingleBeat


def test_every_line_of_the_calendar_names_a_task_that_exists() -> None:
    for line in app.conf.beat_schedule.values():
        module, _, name = line["task"].rpartition(".")
        assert getattr(import_module(module), name).name == line["task"]


def test_a_message_is_redelivered_only_after_its_task_must_have_ended() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.broker_transport_options["visibility_timeout"] > HARD_LIMIT
    assert app.conf.task_time_limit == HARD_LIMIT
    assert app.conf.worker_prefetch_multiplier == 1


def test_no_result_is_kept_and_nothing_but_json_is_read() -> None:
    assert app.conf.task_ignore_result
    assert app.conf.result_backend is None
    assert app.conf.accept_content == ["json"]


@pytest.mark.parametrize(("month", "utc_hour"), [(1, 5), (7, 4)])
def test_midnight_is_new_yorks_in_both_halves_of_the_year(month: int, utc_hour: int) -> None:
    line = app.conf.beat_schedule["rehearse the year's end"]["schedule"]
    assert line.app is None or line.tz == ZoneInfo("America/New_York")
    before = datetime(2027, month, 1, utc_hour, 14, tzinfo=UTC)
    line.nowfun = lambda: before.astimezone(ZoneInfo("America/New_York"))
    try:
        due_in = line.remaining_estimate(before.astimezone(ZoneInfo("America/New_York")))
    finally:
        line.nowfun = None
    assert due_in.total_seconds() == 60


def test_o20_no_line_of_the_calendar_fails_in_the_hour_that_comes_twice() -> None:
    """Beat asks each line every minute from 0:55 to 3:05 on November 1, 2026."""
    new_york = ZoneInfo("America/New_York")
    begun = datetime(2026, 11, 1, 4, 55, tzinfo=UTC)
    for name, line in app.conf.beat_schedule.items():
        schedule, last, fired = line["schedule"], begun - timedelta(days=1), []
        for minute in range(191):
            now = (begun + timedelta(minutes=minute)).astimezone(new_york)
            schedule.nowfun = lambda now=now: now
            try:
                due, _ = schedule.is_due(last)
            finally:
                schedule.nowfun = None
            if due:
                last = now
                fired.append(now)
        assert len(fired) <= 191, name
        if schedule == crontab():
            assert len(fired) >= 130, name  # at least once a minute of the clock on the wall


@pytest.mark.django_db(transaction=True)
def test_of_two_beats_one_has_the_lock_until_its_connection_ends() -> None:
    first, second = BeatLock(), BeatLock()
    assert first.take()
    assert not second.take()
    assert first.is_held()
    first.give_back()
    assert second.take()
    second.give_back()


@pytest.mark.django_db(transaction=True)
def test_a_beat_whose_connection_was_cut_knows_that_it_lost_the_lock() -> None:
    lock = BeatLock()
    assert lock.take()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_locks"
            " WHERE locktype = 'advisory' AND objid = 5227 AND pid <> pg_backend_pid()"
        )
    threading.Event().wait(0.2)
    assert not lock.is_held()


@pytest.mark.django_db(transaction=True)
def test_a_second_beat_sends_nothing_and_the_first_sends_everything_at_its_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(
        SingleBeat, "apply_async", lambda self, entry, **_: sent.append(entry.task) or entry
    )
    first, second = SingleBeat(app=app), SingleBeat(app=app)
    expected = {line["task"] for line in app.conf.beat_schedule.values()}
    for _ in range(len(expected)):
        first.tick()
        assert second.tick() > 1
    assert set(sent) == expected
    assert len(sent) == len(expected)
    first.lock.give_back()
    second.lock.give_back()
