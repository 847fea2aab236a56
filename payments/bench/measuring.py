"""How a measurement is taken: interleaved, repeated, asserted, judged by a ratio."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

from django.db import connection

from payments.invariants import identities

RELAXED = Decimal("1.5")  # by how much a quick run on a busy machine may be off its goal
LEDGER = ("zero", "balances", "declared", "digests", "chain", "dispositions", "lapses")


@dataclass(frozen=True)
class Goal:
    """A ratio that must be at most, or at least, a number; or a number of milliseconds."""

    number: Decimal
    at_least: bool = False
    unit: str = "x"

    def met(self, found: Decimal, relaxed: Decimal) -> bool:
        """Say whether a figure meets the goal, relaxed by a factor."""
        return found >= self.number / relaxed if self.at_least else found <= self.number * relaxed

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.number}{self.unit}"


@dataclass(frozen=True)
class Measured:
    """One line of the table; without a figure it was not run, which is no success."""

    number: str
    case: str
    ours: str = ""
    floor: str = ""
    peer: str = ""
    ratio: Decimal | None = None
    goal: Goal | None = None
    why_not: str = ""
    size: int = 0
    ms: Decimal = Decimal(0)

    def verdict(self, relaxed: Decimal) -> str:
        """Return ok, MISS or not run."""
        if self.ratio is None or self.goal is None:
            return "not run"
        return "ok" if self.goal.met(self.ratio, relaxed) else "MISS"


Timed = Callable[[], object]


def milliseconds(do: Timed, clock: Callable[[], int] = time.perf_counter_ns) -> Decimal:
    """Time one call, in thousandths of a second."""
    began = clock()
    do()
    return Decimal(clock() - began) / 1_000_000


def interleaved(
    cases: Mapping[str, Callable[[], Timed]],
    times: int,
    clock: Callable[[], int] = time.perf_counter_ns,
) -> dict[str, Decimal]:
    """Run each case so many times, in turning order; return each one's median milliseconds.

    A case is prepared first, by what gives it, and the disk is quiet before it is timed. What
    only computes is timed by the processor's clock, which a busy machine doesn't disturb.
    """
    names = list(cases)
    taken: dict[str, list[Decimal]] = {name: [] for name in names}
    for turn in range(times):
        for place in range(len(names)):
            name = names[(turn + place) % len(names)]
            do = cases[name]()
            taken[name].append(milliseconds(do, clock))
    return {name: median(each) for name, each in taken.items()}


def settle(*tables: str) -> None:
    """Let statistics be fresh and nothing wait to be written."""
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"VACUUM ANALYZE {table}")
        cursor.execute("CHECKPOINT")


def assert_true() -> None:
    """Refuse a figure from a ledger that is fast and wrong."""
    broken = [i.line()[1] for i in identities() if i.name in LEDGER and i.find()]
    if broken:
        raise AssertionError("; ".join(broken))


def shown(ms: Decimal) -> str:
    """Milliseconds as the table shows them."""
    return f"{ms:,.1f} ms" if ms < 1000 else f"{ms / 1000:,.2f} s"


def ratio(above: Decimal, below: Decimal) -> Decimal:
    """One median over another, to two places."""
    return (above / below).quantize(Decimal("0.01"))
