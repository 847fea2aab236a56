"""The only module that rounds.

Amounts are `Decimal` dollars with two places. A share is cut from exact integers, a ratio is an
exact `Fraction` until the one place where it becomes cents; a float is refused everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from math import lcm
from typing import NamedTuple, cast

from funds.refusal import Refusal

NOT_MONEY = "money is Decimal, Fraction or int, never {}"
Exact = Decimal | Fraction | int

CENT = Decimal("0.01")
HALF = Decimal("0.5")
ZERO = Decimal("0.00")
HUNDRED = 100
# Wide enough that no sum, product or quantize of dollars is ever cut to Decimal's usual 28 digits.
WIDE = Context(prec=20_000, rounding=ROUND_HALF_UP)


class Replanned(NamedTuple):
    """What is still to be released, and what was released beyond the new total."""

    amounts: tuple[Decimal, ...]
    receivable: Decimal


class HalfPercent(NamedTuple):
    """A rate to the nearest half percent; `other` is the losing neighbour of an exact tie."""

    rate: Decimal
    other: Decimal | None


def exact(value: Exact) -> Fraction:
    """The value as an exact ratio; a float is refused because it has already lost its cents."""
    if isinstance(value, bool) or not isinstance(value, Decimal | Fraction | int):
        raise TypeError(NOT_MONEY.format(type(value).__name__))
    return Fraction(value)


def rounded(value: Exact, places: int, rounding: str = ROUND_HALF_UP) -> Decimal:
    """The exact value to so many decimal places: half-up (away from zero) unless floored."""
    ratio = exact(value) * 10**places
    if rounding == ROUND_FLOOR:
        whole = ratio.numerator // ratio.denominator
    else:
        size = (2 * abs(ratio.numerator) + ratio.denominator) // (2 * ratio.denominator)
        whole = -size if ratio < 0 else size
    return Decimal(whole).scaleb(-places, context=WIDE)


def to_cents(value: Exact) -> Decimal:
    """A single amount: half-up to the cent."""
    return rounded(value, 2)


def to_dollars(value: Exact) -> Decimal:
    """A true value: half-up to the whole dollar."""
    return rounded(value, 0)


def floor_cents(value: Exact) -> Decimal:
    """A ceiling the law sets: down to the cent, so that a cap is never exceeded by rounding."""
    return rounded(value, 2, ROUND_FLOOR)


def percent_of(amount: Exact, percent: Exact) -> Fraction:
    """So many percent of an amount, exact; the caller says how it is rounded."""
    return exact(amount) * exact(percent) / HUNDRED


def apportion(
    pot: Decimal,
    weights: Mapping[str, Exact | None],
    factor: str = "weight",
    cite: str = "",
) -> dict[str, Decimal]:
    """Share a pot by weight, to the cent and summing to the pot.

    Exact shares are cut to cents; the cents left over go to the largest remainders, ties to the
    lowest key. A zero weight gets 0.00, whatever the order of the rows. Refused, naming the row:
    a missing or negative weight; and weights that sum to zero.
    """
    cents = _whole_cents(pot)
    keys = sorted(weights)
    parts = _integers(keys, weights, factor, cite)
    total = sum(parts)
    if not total:
        raise Refusal(f"cannot allocate: {factor} sums to zero", cite)
    shares = [cents * part // total for part in parts]
    remainders = [cents * part % total for part in parts]
    left = cents - sum(shares)
    # The sort is stable and the keys are in order, so equal remainders go to the lowest key.
    for row in sorted(range(len(keys)), key=remainders.__getitem__, reverse=True)[:left]:
        shares[row] += 1
    with localcontext(WIDE):
        return dict(zip(keys, map(CENT.__mul__, shares), strict=True))


def installments(total: Decimal, percents: Sequence[Exact]) -> tuple[Decimal, ...]:
    """Cut a total into installments by percent: each is the rounded running total less the rest."""
    return replan(total, percents, ()).amounts


def replan(total: Decimal, percents: Sequence[Exact], released: Sequence[Decimal]) -> Replanned:
    """Plan again what is unreleased after the total changed; what was released stays as it is.

    Each later installment tops the released sum up to its own running percent, never below zero.
    What was released beyond the whole new total becomes a receivable.
    """
    _whole_cents(total)
    if sum(exact(each) for each in percents) != HUNDRED:
        raise Refusal("the percents of the installments must sum to 100")
    with localcontext(WIDE):
        paid = sum(released, ZERO)
        planned = []
        running = sum((exact(each) for each in percents[: len(released)]), Fraction(0))
        for percent in percents[len(released) :]:
            running += exact(percent)
            amount = max(to_cents(percent_of(total, running)) - paid, ZERO)
            planned.append(amount)
            paid += amount
        return Replanned(tuple(planned), max(paid - total, ZERO))


def two_equal(total: Decimal) -> tuple[Decimal, Decimal]:
    """Two equal halves: the first rounded down, the odd cent in the second."""
    cents = _whole_cents(total)
    first = rounded(Fraction(cents // 2, HUNDRED), 2)
    with localcontext(WIDE):
        return first, rounded(total, 2) - first


def to_half_percent(percent: Exact) -> HalfPercent:
    """A rate to the nearest half percent, half-up on the unrounded ratio; a tie shows both."""
    doubled = exact(percent) * 2
    rate = rounded(doubled, 0) * HALF
    tie = doubled.denominator == 2
    step = HALF if percent > 0 else -HALF
    return HalfPercent(rate, rate - step if tie else None)


def _whole_cents(amount: Decimal) -> int:
    cents = exact(amount) * HUNDRED
    if cents < 0 or cents.denominator != 1:
        raise Refusal(f"{amount} is not an amount of dollars and cents, zero or more")
    return cents.numerator


def _integers(
    keys: Sequence[str], weights: Mapping[str, Exact | None], factor: str, cite: str
) -> list[int]:
    """The weights as integers in the same proportion, however many decimals they have."""
    values = [weights[key] for key in keys]
    given = [value for value in values if value is not None]
    if len(given) < len(values):
        raise Refusal(f"cannot allocate: {factor} is missing for {keys[values.index(None)]}", cite)
    kinds = set(map(type, given))
    for kind in kinds - {Decimal, Fraction, int}:
        raise TypeError(NOT_MONEY.format(kind.__name__))
    if given and not min(given) >= 0:
        row = next(row for row, value in enumerate(given) if not value >= 0)
        raise Refusal(f"cannot allocate: {factor} is negative for {keys[row]}: {given[row]}", cite)
    if kinds == {Decimal}:
        return _scaled(cast("list[Decimal]", given))
    ratios = [value.as_integer_ratio() for value in given]
    common = lcm(*{below for _, below in ratios})
    scale = {below: common // below for _, below in ratios}
    return [above * scale[below] for above, below in ratios]


def _scaled(values: list[Decimal]) -> list[int]:
    """Decimals as integers: their sum has as many decimals as the longest of them."""
    with localcontext(WIDE):
        scale = Decimal(10) ** -int(sum(values, Decimal(0)).as_tuple().exponent)
        return list(map(int, map(scale.__mul__, values)))
