"""The proofs of what the calendar wakes hold in small, and a fault of theirs would be seen."""

import pytest

from payments.clockwork import clock, delivery, stalls


@pytest.mark.django_db
def test_every_planted_stall_raises_its_alarm_and_sound_work_none() -> None:
    assert stalls.run(len(stalls.WAYS), 3) == (len(stalls.WAYS), [])


@pytest.mark.django_db
def test_o19_o20_a_date_is_new_yorks_to_the_second_on_every_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "EDGES", ())
    monkeypatch.setattr(clock, "CHANGES", clock.CHANGES[1:2])
    monkeypatch.setattr(clock, "SERVERS", ("Pacific/Auckland",))
    tried, faults = clock.run(1, 3)
    assert tried and faults == []


def test_o11_o18_messages_repeated_and_at_once_leave_the_same_behind(
    scratch_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "DAYS", delivery.DAYS[:1])
    assert delivery.run(1, 3) == (1, [])
