"""The only home of `prove stalls`: work that nobody goes on with, and silence, seen in time.

Each is planted as it would lie after ten minutes; sound work beside it must raise no alarm.
"""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from django.db import connection, transaction
from django.db.models.functions import Now

from funds import heartbeats
from funds.models import Work
from funds.queries import work

PLANTED = 50
MINUTE = timedelta(minutes=1)
LONG_AGO = date(2026, 1, 2)
State = Work.State


def run(many: int, seed: int) -> tuple[int, list[str]]:
    """Plant so many stalls, one at a time; return how many and which raised no alarm."""
    random = Random(seed)  # noqa: S311
    for of in (heartbeats.BEAT, heartbeats.WORKER):
        heartbeats.leave(of)
    _sound()
    faults = [f"sound work raised: {each.what}" for each in work.alarms()]
    for number in range(many):
        way = WAYS[number % len(WAYS)]
        with transaction.atomic():
            name = way(number, random)
            alarms = [each.what for each in work.alarms()]
            transaction.set_rollback(True)
        if name not in alarms:
            faults.append(f"{way.__name__} of {number} raised no alarm")
    return many, faults


def _row(
    name: str, state: str, minutes: int, *, leased: timedelta | None = None, message: str = ""
) -> str:
    """Make a row that was touched so many minutes ago, with a lease until so long from now."""
    made = Work.objects.create(
        kind="rehearse", key=name, title=name, business_on=LONG_AGO, state=state, message=message
    )
    until = None if leased is None else Now() + leased
    Work.objects.filter(pk=made.pk).update(updated_at=Now() - minutes * MINUTE, leased_until=until)
    return name


def _sound() -> None:
    """Work that is in hand, just due, or done."""
    _row("in hand", State.RUNNING, 1, leased=MINUTE)
    _row("just due", State.DUE, 1)
    _row("done", State.DONE, 600)
    _row("resting", State.DUE, 30, leased=MINUTE)


def _killed(number: int, random: Random) -> str:
    """A worker died: its lease ran out."""
    gone = -timedelta(seconds=random.randint(1, 480))
    return _row(f"killed {number}", State.RUNNING, 10, leased=gone)


def _forgotten(number: int, random: Random) -> str:
    """A row is due and no worker takes it."""
    return _row(f"forgotten {number}", State.DUE, random.randint(11, 5000))


def _given_up(number: int, _random: Random) -> str:
    """A row was tried too often."""
    return _row(f"given up {number}", State.FAILED, 1, message="It failed five times.")


def _rested_too_long(number: int, random: Random) -> str:
    """A row paused before its next attempt, and nobody came back."""
    gone = -random.randint(11, 90) * MINUTE
    return _row(f"rested {number}", State.DUE, 120, leased=gone)


def _silent(of: str, random: Random) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE funds_heartbeat SET at = clock_timestamp() - %s * interval '1 second'"
            " WHERE of = %s", [random.randint(heartbeats.SILENT + 1, 600), of],
        )  # fmt: skip
    return f"No sign of the {of}"


def _beat_dead(_number: int, random: Random) -> str:
    """Beat died: O-20."""
    return _silent(heartbeats.BEAT, random)


def _workers_dead(_number: int, random: Random) -> str:
    """The workers or the broker are down."""
    return _silent(heartbeats.WORKER, random)


WAYS: tuple[Callable[[int, Random], str], ...] = (
    _killed, _forgotten, _given_up, _rested_too_long, _beat_dead, _workers_dead,
)  # fmt: skip
