"""The only home of emptying the broker, in the middle of what real workers do.

Messages say "look"; all of them are lost at a moment by chance, and beat sends the next. The
workers finish what had waited, and nothing else.
"""

import time
from collections.abc import Iterator
from random import Random

from funds.models import Work
from payments import scratch
from payments.clockwork import workers
from payments.clockwork.workers import RELEASE, ROWS, Broker
from payments.faults import record, trials
from payments.faults.acts import ACTS

OF_WORKERS = [act for act in ACTS if act.name in {"release", "close", "import"}]
LOOKS, LONGEST = 6, 400  # messages of each kind; ms until all of them are lost


def run(count: int, seed: int) -> tuple[int, list[str]]:
    """Empty the broker so often, in the middle of each act in turn."""
    tried, faults = 0, []
    with workers.broker() as broker:
        for act, times in trials.shared(count, OF_WORKERS):
            random = Random(f"{seed} {act.name}")  # noqa: S311
            with trials.readied(act, random) as ready:
                for _ in range(times):
                    tried += 1
                    faults += [f"{act.name}, emptied, seed {seed}: {each}"
                               for each in _emptied(ready, broker, random)]  # fmt: skip
    return tried, faults


def _emptied(ready: trials.Readied, broker: Broker, random: Random) -> Iterator[str]:
    with scratch.copy(ready.database):
        broker.begin(processes=2, day=ready.act.on)
        ready.ask.press()
        broker.look(RELEASE, LOOKS)
        broker.look(ROWS, LOOKS)
        time.sleep(random.randint(0, LONGEST) / 1_000)
        broker.forget()
        broker.look(RELEASE)
        broker.look(ROWS)
        workers.patiently(lambda: not (broker.waiting or _open()), "the work to be done")
        broker.end()
        yield from record.different(record.read(), ready.wanted)


def _open() -> bool:
    return Work.objects.exclude(state__in=[Work.State.DONE, Work.State.FAILED]).exists()
