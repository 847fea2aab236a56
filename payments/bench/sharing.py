"""A1 and A2: a pot shared exactly, and no slower than by the decimals that are not exact."""

import time
from collections.abc import Callable, Mapping
from decimal import ROUND_FLOOR, Decimal, localcontext
from random import Random

from funds.proofs import allocation
from funds.rules.money import apportion
from payments.bench.measuring import Goal, Measured, Timed, interleaved, ratio, shown

NONE_OFF = Goal(Decimal(0), unit=" cents off")
FASTER = Goal(Decimal(2), at_least=True)
CENT = Decimal("0.01")


def measure(sizes: list[int], times: int, trials: int) -> list[Measured]:
    """Measure exactness over random trials, and speed at each size."""
    off = Decimal(allocation.run(trials, seed=1998))
    exact = Measured("A1", f"{trials:,} random shares", f"{off} off", ratio=off, goal=NONE_OFF)
    return [exact, *(_speed(size, times) for size in sizes)]


def _speed(size: int, times: int) -> Measured:
    random = Random(size)  # noqa: S311  weights, not secrets
    weights = {f"{n:06}": Decimal(random.randint(1, 10**9)) / 100 for n in range(size)}
    pot = Decimal("788492000.01")
    calls = range(max(1, 10_000 // size))

    def repeat(share: Callable[[Decimal, dict[str, Decimal]], object]) -> Timed:
        return lambda: [share(pot, weights) for _ in calls]

    took = interleaved(
        {"ours": lambda: repeat(apportion), "decimal": lambda: repeat(by_decimal)},
        times,
        clock=time.process_time_ns,
    )
    return Measured("A2", f"share among {size:,}: Decimal(28) / ours", shown(took["ours"]),
                    peer=shown(took["decimal"]), ratio=ratio(took["decimal"], took["ours"]),
                    goal=FASTER)  # fmt: skip


def by_decimal(pot: Decimal, weights: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """Share by 28 digits under the same contract, as is usual: fast enough, and wrong at ties."""
    keys = sorted(weights)
    if any(weights[key].is_nan() or weights[key] < 0 for key in keys):
        raise ValueError("a weight is missing or negative")
    with localcontext(prec=28, rounding=ROUND_FLOOR):
        total = sum(weights.values(), Decimal(0))
        exact = {key: pot * weights[key] / total for key in keys}
        shares = {key: exact[key].quantize(CENT) for key in keys}
        left = int((pot - sum(shares.values())) / CENT)
        for key in sorted(keys, key=lambda key: (shares[key] - exact[key], key))[:left]:
            shares[key] += CENT
    return shares
