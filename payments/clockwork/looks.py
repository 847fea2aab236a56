"""The only home of `prove looks`: one message sent 32,000 times does what it does once, in time.

O-72: a daily task was judged due several times a second and sent about 32,000 times.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from random import Random
from unittest.mock import patch

from django.db import connection

from funds.models import Posting
from payments import scratch, tasks
from payments.reconciling import scene

WORKERS = 4
MANY, SECONDS = 32_000, 300  # so many are through within so many seconds
MAKING = 10  # seconds that the scratch database of a part may take
DAY = date(2026, 7, 15)


def timed(count: int, seed: int) -> tuple[int, list[str]]:
    """Look so many times at once; to take longer than its part of the five minutes is a fault."""
    began = time.monotonic()
    tried, faults = run(count, seed)
    took, may = time.monotonic() - began, SECONDS * count / MANY + MAKING
    if took > may:
        faults.append(f"{count} looks took {took:.0f} seconds, more than {may:.0f}")
    return tried, faults


def run(count: int, seed: int) -> tuple[int, list[str]]:
    """Look so many times at once; return how many, and what is not as after the first look."""
    with scratch.database(), patch("payments.tasks.localdate", lambda: DAY):
        scene.credited(Random(seed))  # noqa: S311
        tasks.release_due_installments()
        wanted = hashes()
        with ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(_look, range(count)))
            list(pool.map(lambda _: connection.close(), range(4 * WORKERS)))
        return count, [] if hashes() == wanted else ["other postings than after one look"]


def _look(_number: int) -> None:
    """Take a message as a worker does, whose connection stays open between two."""
    tasks.release_due_installments()


def hashes() -> list[str]:
    """Return the chain of the postings."""
    return list(Posting.objects.order_by("pk").values_list("hash", flat=True))
