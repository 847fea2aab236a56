"""The only home of the oracle for sharing a pot: exact fractions, written another way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import floor
from random import Random

from funds.rules.money import apportion

Weights = dict[str, Decimal | Fraction | int | None]
SMALL, LARGE = 12, 600
EVERY_LARGE = 200
MOST_CENTS = 100_000_000_000


def run(cases: int, seed: int) -> int:
    """The number of cents that are off over so many random cases; 0 is the proof.

    Cases hold 2 to 600 rows, ties, zero weights and weights of any number of decimals; each is
    also shared with its rows shuffled.
    """
    random = Random(seed)  # noqa: S311 - cases, not secrets
    return sum(_cents_off(random, number) for number in range(cases))


def oracle(pot: Decimal, weights: Mapping[str, Decimal | Fraction | int | None]) -> dict[str, int]:
    """The shares in cents: whole cents first, then a cent each to the largest remainders."""
    exact = {key: Fraction(weight or 0) for key, weight in weights.items()}
    total = sum(exact.values(), Fraction(0))
    cents = Fraction(pot) * 100
    due = {key: cents * weight / total for key, weight in exact.items()}
    shares = {key: floor(amount) for key, amount in due.items()}
    order = sorted(due, key=lambda key: (shares[key] - due[key], key))
    for key in order[: int(cents) - sum(shares.values())]:
        shares[key] += 1
    return shares


def _cents_off(random: Random, number: int) -> int:
    rows = random.randint(2, LARGE if number % EVERY_LARGE == 0 else SMALL)
    weigh = random.choice(KINDS)
    weights: Weights = {f"{row:04}": weigh(random) for row in range(1, rows + 1)}
    weights["0001"] = Decimal("0.1")
    pot = Decimal(random.randint(0, random.choice((99, 99_999, MOST_CENTS)))) / 100
    expected = oracle(pot, weights)
    keys = list(weights)
    random.shuffle(keys)
    return sum(
        abs(int(shares[key] * 100) - expected[key])
        for shares in (
            apportion(pot, weights),
            apportion(pot, {key: weights[key] for key in keys}),
        )
        for key in keys
    )


def _same(random: Random) -> Decimal:
    return Decimal("0.1")


def _few(random: Random) -> Decimal:
    return Decimal(random.randint(0, 3)) / 10


def _dollars(random: Random) -> Decimal:
    return Decimal(random.choice((0, random.randint(1, MOST_CENTS)))) / 100


def _long(random: Random) -> Decimal:
    return Decimal(random.randint(0, 10**24)).scaleb(-random.randint(0, 24))


def _ratio(random: Random) -> Fraction:
    return Fraction(random.randint(0, 99), random.randint(1, 99))


KINDS: tuple[Callable[[Random], Decimal | Fraction], ...] = (_same, _few, _dollars, _long, _ratio)
