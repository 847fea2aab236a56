"""The only home of how what a finding made owed is expected to be made good. 52:27H-88 j."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from funds.rules.money import ZERO

YEARS = 10  # a plan that no credit meets by then is not drawn further


@dataclass(frozen=True)
class Source:
    """Money that a forfeiture can take, in dollars: on hand, or of a credit to come."""

    label: str
    amount: Decimal
    expected: bool = False


@dataclass(frozen=True)
class Step:
    """What is taken of a source, and what is owed after it, in dollars."""

    source: Source
    taken: Decimal
    left: Decimal


def plan(owed: Decimal, on_hand: Sequence[Source], sfy: int, yearly: Decimal) -> list[Step]:
    """Return the steps by which a debt is expected to be met; the last leaves what none meets.

    First what is on hand, in its order; then a credit of `yearly` dollars in each year after
    `sfy`, an assumption that is said as such. Nothing is taken beyond what is owed.
    """
    coming = (
        Source(f"SFY{sfy + each} credit", yearly, expected=True) for each in range(1, YEARS + 1)
    )
    steps: list[Step] = []
    for source in (*on_hand, *coming):
        taken = min(source.amount, owed)
        if taken > 0:
            owed -= taken
            steps.append(Step(source, taken, owed))
        if owed <= ZERO:
            break
    return steps
