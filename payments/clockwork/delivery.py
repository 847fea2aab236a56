"""The only home of `prove delivery`: messages repeated, reordered, at once; the same comes of it.

For each seed the calendar's messages of three days come from three beats, each one to five times,
in random order to four workers. What a broker does when its visibility timeout ends is part of
it: a message is given to a second worker while the first still has it.
"""

import random as chance
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from random import Random
from typing import Any
from unittest.mock import patch

from django.db import connection

from funds import tasks as of_funds
from funds.models import Posting, Work
from municipalities.models import Notice
from payments import scratch, tasks
from payments.models import Installment, Reconciliation
from payments.reconciling import scene

WORKERS, BEATS, MOST = 4, 3, 5
DAYS = (date(2026, 7, 15), date(2026, 8, 3), date(2026, 9, 1))
MESSAGES: tuple[Callable[[], object], ...] = (
    tasks.release_due_installments,
    tasks.reconcile_payments,
    tasks.forfeit_what_is_owed,
    of_funds.announce,
    of_funds.prepare_year_end_rehearsal,
    of_funds.work_through_rows,
)
State = dict[str, list[Any]]


def run(seeds: int, seed: int) -> tuple[int, list[str]]:
    """Compare what comes of each seed's deliveries with what comes of one in order."""
    wanted = _undisturbed()
    faults = []
    for number in range(seeds):
        found = _disturbed(Random(seed + number))  # noqa: S311
        faults += [
            f"seed {seed + number}: {name}: {len(found[name])} for {len(wanted[name])}"
            for name in wanted
            if found[name] != wanted[name]
        ]
    return seeds, faults


def _undisturbed() -> State:
    with scratch.database():
        scene.credited(Random(0))  # noqa: S311
        for day in DAYS:
            _day(day, list(MESSAGES), 1)
        return _state()


def _disturbed(random: chance.Random) -> State:
    with scratch.database():
        scene.credited(Random(0))  # noqa: S311
        for day in DAYS:
            sent = [
                each
                for each in MESSAGES
                for _beat in range(BEATS)
                for _time in range(random.randint(1, MOST))
            ]
            random.shuffle(sent)
            _day(day, sent, WORKERS)
        return _state()


def _day(day: date, messages: list[Callable[[], object]], workers: int) -> None:
    """Let the workers take a day's messages, and then look once more for what waits."""
    with (
        patch("payments.tasks.localdate", lambda: day),
        patch("funds.tasks.localdate", lambda: day),
        ThreadPoolExecutor(workers) as pool,
    ):
        list(pool.map(_take, messages))
        list(pool.map(_take, [of_funds.work_through_rows]))
        list(pool.map(lambda _: connection.close(), range(4 * workers)))


def _take(message: Callable[[], object]) -> None:
    """Run a message as a worker does, on this thread's own connection."""
    try:
        message()
    finally:
        connection.close()


def _state() -> State:
    """What is on record, without the order in which it came."""
    return {
        "postings": sorted(
            Posting.objects.values_list("fund", "act", "key", "total", "effective_on")
        ),
        "released": sorted(
            Installment.objects.values_list(
                "holder", "number", "posting__key", "released_late", "recovered"
            ).filter(posting__isnull=False)
        ),
        "reconciliations": sorted(Reconciliation.objects.values_list("on", "payments")),
        "work": sorted(Work.objects.values_list("key", "state")),
        "notices": sorted(Notice.objects.values_list("key", flat=True)),
    }
