"""The only home of `prove clock`: each date to the second, on every server's clock, is New York's.

Dates with the seconds around their midnight: every deposit day of two years, the days on which
clocks change from 2026 to 2028, leap day and the edges of fiscal years.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from random import Random
from unittest.mock import patch
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from funds.rules.fiscal_year import sfy_of
from payments import tasks
from payments.models import Installment
from payments.reconciling import scene

NEW_YORK = ZoneInfo("America/New_York")
SERVERS = ("UTC", "America/New_York", "Pacific/Auckland")
CHANGES = (
    date(2026, 3, 8), date(2026, 11, 1), date(2027, 3, 14), date(2027, 11, 7),
    date(2028, 3, 12), date(2028, 11, 5),
)  # fmt: skip
EDGES = (date(2026, 6, 30), date(2026, 7, 1), date(2027, 7, 1), date(2028, 2, 29), date(2028, 7, 1))
AROUND = (-1, 0, 1)
WHAT_DAY = timezone.localdate  # the one clock of doors and tasks, asked about a given moment


def run(_count: int, seed: int) -> tuple[int, list[str]]:
    """Look at every date to the second on every server; return how many looks and the faults."""
    scene.credited(Random(seed))  # noqa: S311
    due = sorted(set(Installment.objects.values_list("deposit_on", flat=True)))
    days = sorted({*due, *CHANGES, *EDGES})
    faults, tried = [], 0
    for server in SERVERS:
        with _server(server):
            for day in days:
                for seconds in AROUND:
                    tried += 1
                    faults += _wrong(server, day, seconds)
    return tried, faults


def _wrong(server: str, day: date, seconds: int) -> list[str]:
    """Compare what the product takes for today, its fiscal year, and what it releases."""
    moment = datetime(day.year, day.month, day.day, tzinfo=NEW_YORK).astimezone(UTC)
    moment += timedelta(seconds=seconds)
    today = day if seconds >= 0 else day - timedelta(days=1)
    with patch.object(timezone, "now", lambda: moment), transaction.atomic():
        found = WHAT_DAY()
        tasks.release_due_installments()
        released = _released()
        transaction.set_rollback(True)
    wanted = sorted(
        Installment.objects.filter(deposit_on__lte=today).values_list("pk", "deposit_on")
    )
    late = [(pk, on < today) for pk, on in wanted]
    where = f"{server}, {day} {seconds:+d} s"
    faults = [] if (found, sfy_of(found)) == (today, sfy_of(today)) else [f"{where}: it is {found}"]
    if released != late:
        faults.append(f"{where}: released {len(released)}, due are {len(late)}, or late by another")
    return faults


def _released() -> list[tuple[int, bool]]:
    rows = Installment.objects.filter(posting__isnull=False).order_by("pk")
    return list(rows.values_list("pk", "released_late"))


@contextmanager
def _server(name: str) -> Iterator[None]:
    """Let the process believe that its machine stands elsewhere."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = name
    time.tzset()
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("TZ", None)
        else:
            os.environ["TZ"] = before
        time.tzset()
