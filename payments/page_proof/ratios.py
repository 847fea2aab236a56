"""The only home of what 50 and 564 rows may cost beside an empty page and bare rows: W2 to W4."""

import time
from collections.abc import Callable
from decimal import Decimal
from statistics import median

from django.test import Client
from django.test.utils import override_settings

from payments.page_proof import floors, readers

RELAXED = Decimal("1.5")  # by how much a quick run on a busy machine may be off its goal
FIFTY, ROWS, NAIVE = Decimal(25), Decimal(12), Decimal(2)
Do = Callable[[], object]


def measure(times: int) -> dict[str, Decimal]:
    """Time each page in turning order and return the median milliseconds of each."""
    client = readers.state()["auditor"]
    with readers.as_pages_do(), override_settings(ROOT_URLCONF=floors.__name__):
        cases: dict[str, Do] = {
            "nothing": _opening(Client(SERVER_NAME="localhost"), "/measured/nothing"),
            "fifty": _opening(client, "/municipalities/"),
            "ours": _opening(client, "/measured/ours"),
            "naive": _opening(client, "/measured/naive"),
        }
        taken = {name: [_milliseconds(do) for _ in range(2)][2:] for name, do in cases.items()}
        for turn in range(times):
            for place in range(len(cases)):
                name = list(cases)[(turn + place) % len(cases)]
                taken[name].append(_milliseconds(cases[name]))
    taken["bare"] = [_milliseconds(_bare) for _ in range(times)]
    return {name: median(each) for name, each in taken.items()}


def _bare() -> object:
    return list(floors.rows_of().values_list(*floors.NAMES))


def _opening(client: Client, address: str) -> Do:
    def open_() -> None:
        if client.get(address).status_code != 200:
            raise AssertionError(f"{address} does not open")

    return open_


def _milliseconds(do: Do) -> Decimal:
    began = time.perf_counter_ns()
    do()
    return Decimal(time.perf_counter_ns() - began) / 1_000_000


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
