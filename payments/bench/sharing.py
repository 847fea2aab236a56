"""A1 and A2: a pot shared exactly, and no slower than by the decimals that are not exact."""

from collections.abc import Callable
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
        {"ours": lambda: repeat(apportion), "decimal": lambda: repeat(by_decimal)}, times
    )
    return Measured("A2", f"share among {size:,}: Decimal(28) / ours", shown(took["ours"]),
                    peer=shown(took["decimal"]), ratio=ratio(took["decimal"], took["ours"]),
                    goal=FASTER)  # fmt: skip


def by_decimal(pot: Decimal, weights: dict[str, Decimal]) -> dict[str, Decimal]:
    """Share by 28 digits, as is usual: fast enough, and wrong at ties."""
    with localcontext(prec=28, rounding=ROUND_FLOOR):
        total = sum(weights.values())
        exact = {key: pot * weight / total for key, weight in weights.items()}
        shares = {key: amount.quantize(CENT) for key, amount in exact.items()}
        left = int((pot - sum(shares.values())) / CENT)
        order = sorted(exact, key=lambda key: (shares[key] - exact[key], key))
        for key in order[:left]:
            shares[key] += CENT
    return shares
