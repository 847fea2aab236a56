"""The only home of what 50 and 564 rows may cost beside an empty page and bare rows: W2 to W4.

In one process, one after the other in turning order, so that a busy machine slows all alike.
"""

import time
from decimal import Decimal
from statistics import median

from django.test import Client
from django.test.utils import override_settings

from payments.page_proof import floors, readers

RELAXED = Decimal("1.5")  # by how much a quick run on a busy machine may be off its goal
FIFTY, ROWS, NAIVE = Decimal(25), Decimal(12), Decimal(2)
PAGES = {
    "nothing": "/measured/nothing",
    "fifty": "/municipalities/",
    "bare": "/measured/bare",
    "ours": "/measured/ours",
    "naive": "/measured/naive",
}


def measure(times: int) -> dict[str, Decimal]:
    """Time each page in turning order and return the median milliseconds of each."""
    nobody, auditor = Client(SERVER_NAME="localhost"), readers.state()["auditor"]
    names = list(PAGES)
    taken: dict[str, list[Decimal]] = {name: [] for name in names}
    with readers.as_pages_do(), override_settings(ROOT_URLCONF=floors.__name__):
        for turn in range(times + 1):
            for place in range(len(names)):
                name = names[(turn + place) % len(names)]
                client = nobody if name == "nothing" else auditor
                taken[name].append(_milliseconds(client, name))
    return {name: median(each[1:]) for name, each in taken.items()}


def _milliseconds(client: Client, name: str) -> Decimal:
    began = time.perf_counter_ns()
    answer = client.get(PAGES[name])
    taken = time.perf_counter_ns() - began
    if answer.status_code != 200:
        raise AssertionError(f"{PAGES[name]} does not open")
    if name == "bare":
        taken, rows = map(int, answer.content.split())
        if rows != floors.MANY:
            raise AssertionError(f"{rows} rows are there, not {floors.MANY}")
    return Decimal(taken) / 1_000_000


def judged(found: dict[str, Decimal], relaxed: Decimal = Decimal(1)) -> list[tuple[str, bool]]:
    """Say each ratio in words, and whether it meets its goal."""
    fifty = found["fifty"] / found["nothing"]
    rows = found["ours"] / found["bare"]
    naive = found["naive"] / found["ours"]
    return [
        (f"50 rows take {fifty:.1f} times an empty page (at most 25)", fifty <= FIFTY * relaxed),
        (f"564 rows take {rows:.1f} times their bare rows (at most 12)", rows <= ROWS * relaxed),
        (f"564 rows in a template take {naive:.1f} times ours (at least 2)",
         naive >= NAIVE / relaxed),
    ]  # fmt: skip
