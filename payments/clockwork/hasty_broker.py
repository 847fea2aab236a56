"""The only home of `prove workers`: real workers, a broker that repeats and forgets, nothing lost.

O-17: messages are handed on after a second while their first worker still has them, before and
after what they look for is due. O-22: workers are stopped and killed every two seconds while
imports and releases wait, and the broker forgets everything on the way.
"""

import signal
import time
from collections.abc import Iterator
from random import Random

from django.db.models import Count, QuerySet, Sum

from funds import work
from funds.models import Posting, Work
from municipalities.models import Municipality
from payments import scratch
from payments.clockwork import workers
from payments.clockwork.workers import DOLLAR, DUE, KIND, RELEASE, ROWS, Broker
from payments.models import Installment
from payments.reconciling import scene

BEFORE, AFTER, HELD = 8, 3, 3  # messages, messages, seconds
BETWEEN = 2  # seconds after which a worker is stopped, from when it is ready
SIGNALS = (signal.SIGTERM, signal.SIGKILL)


def repeated(seeds: int, seed: int) -> tuple[int, list[str]]:
    """Have what is due in a while looked for by messages that are handed on after a second."""
    faults: list[str] = []
    for number in range(seeds):
        with scratch.database(), workers.broker() as broker:
            scene.credited(Random(seed + number))  # noqa: S311
            faults += [f"seed {seed + number}: {each}" for each in _repeated(broker)]
    return seeds, faults


def _repeated(broker: Broker) -> Iterator[str]:
    broker.look(RELEASE, BEFORE)
    broker.begin(held=HELD)
    workers.patiently(lambda: broker.told(" received") > BEFORE, "a message to be handed on")
    if _released().exists():
        yield "released before it was due"
    broker.day_comes()
    broker.look(RELEASE, AFTER)
    workers.patiently(lambda: broker.waiting == 0, "the queue to drain")
    yield from _not_once()


def stopped(rows: int, seed: int) -> tuple[int, list[str]]:
    """Stop and kill workers while so many imports and a release of every municipality wait."""
    with scratch.database(reference=True), workers.broker() as broker:
        towns = list(Municipality.objects.filter(made_up=False).values_list("code", flat=True))
        scene.credit(scene.RECEIPTS, Random(seed), towns)  # noqa: S311
        by = scene.state("treasury-analyst")
        for number in range(rows):
            work.offer(KIND, f"import/{number}", "A file", DUE, {"by": by.pk})
        broker.look(ROWS, rows)
        broker.look(RELEASE, len(towns))
        turns = _turns(broker)
        faults = [*_not_once(), *_imported(rows)]
    return rows, faults if turns > 1 else [f"workers were stopped {turns} times only", *faults]


def _turns(broker: Broker) -> int:
    """Stop and kill workers until all is done; return how often. The first lose all messages."""
    turns = 0
    while _open() or _due().filter(posting=None).exists():
        broker.begin()
        if not turns:
            time.sleep(BETWEEN)
            broker.forget()
        broker.look(ROWS)  # as beat does every minute
        broker.look(RELEASE)
        time.sleep(BETWEEN)
        broker.end(SIGNALS[turns % len(SIGNALS)])
        turns += 1
    return turns


def _open() -> int:
    return Work.objects.exclude(state=Work.State.DONE).count()


def _due() -> QuerySet[Installment]:
    return Installment.objects.filter(deposit_on__lte=DUE)


def _released() -> QuerySet[Installment]:
    return Installment.objects.filter(posting__isnull=False)


def _not_once() -> Iterator[str]:
    """Say what of the day's releases is not there, or there twice."""
    wanted = _due().aggregate(count=Count("pk"), total=Sum("amount"))
    found = _released().aggregate(count=Count("pk"), total=Sum("amount"))
    if found != wanted:
        yield f"{found} are released, {wanted} were due"
    days = _due().values("deposit_on").distinct().count()
    posted = Posting.objects.filter(act="release").aggregate(count=Count("pk"), total=Sum("total"))
    if posted != {"count": days, "total": wanted["total"]}:
        yield f"{posted} is posted for {days} days' {wanted['total']}"


def _imported(rows: int) -> Iterator[str]:
    """Say what of the imports is not there, or there twice."""
    posted = Posting.objects.filter(key__startswith="import/")
    total = posted.aggregate(total=Sum("total"))["total"]
    if (posted.count(), total) != (rows, rows * DOLLAR):
        yield f"{posted.count()} imports of ${total} are posted, {rows} were asked for"
    if _open():
        yield f"{_open()} rows are not done"
