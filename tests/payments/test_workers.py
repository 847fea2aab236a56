"""Real workers and a broker of their own: what it repeats or forgets is done once all the same."""

from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from funds.one_at_a_time import alone
from payments import scratch
from payments.clockwork import flood, hasty_broker
from payments.races.clients import crowd


@pytest.fixture(autouse=True)
def unblocked(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def test_o17_messages_handed_on_after_a_second_release_once_and_none_before_its_day() -> None:
    assert hasty_broker.repeated(1, 3) == (1, [])


def test_o22_workers_stopped_and_killed_and_a_broker_that_forgets_lose_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hasty_broker, "BETWEEN", 1)
    assert hasty_broker.stopped(150, 3) == (150, [])


def test_o72_a_flood_of_messages_is_worked_off_while_pages_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Times are the proof's, on a machine that does nothing else; here each page answers."""
    monkeypatch.setattr(flood, "TIMES", 20)
    monkeypatch.setattr(flood, "QUIET", 20)
    monkeypatch.setattr(flood.looks, "SECONDS", 32_000)
    tried, faults, p95 = flood.run(300, 3)
    assert (tried, faults) == (300, [])
    assert p95


def test_o72_of_two_who_look_at_once_one_is_at_work() -> None:
    with scratch.database(), crowd() as others, alone("release/2026-07-15") as ours:
        assert ours

        def look() -> None:
            with alone("release/2026-07-15") as theirs, alone("release/2026-07-16") as another_day:
                assert (theirs, another_day) == (False, True)
            connection.close()

        assert [each.outcome for each in others.act([look])] == ["done"]
