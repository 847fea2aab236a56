"""The only home of what lapses when, and what would save it: a forecast, not an act. h., i.

Two clocks run. What is credited and not encumbered ends with its vintage's window (h.); what is
encumbered, or advanced to a trust, with the window of its encumbrance (i.).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from funds.rules.carry_forward import ENCUMBERED, UNENCUMBERED
from funds.rules.fiscal_year import last_day_encumbered, last_day_unencumbered, sfy_of
from funds.rules.money import ZERO
from funds.rules.parameters import Figures

MONTHS = 12  # before its last usable day, money is at risk


@dataclass(frozen=True)
class Unused:
    """Money that a clock runs on, in dollars, of one vintage.

    `encumbered_in` is the SFY of its encumbrance, None while it is not encumbered; `in_trust` says
    that the municipality's trust has it.
    """

    amount: Decimal
    vintage: int
    encumbered_in: int | None = None
    in_trust: bool = False
    name: str = ""  # of its encumbrance


@dataclass(frozen=True)
class Remedy:
    """What saves a part of it: in words, how much in dollars, by when, until when it then lasts."""

    words: str
    amount: Decimal
    by: date
    until: date | None = None


@dataclass(frozen=True)
class Lapse:
    """What lapses unless it is used: the money, its last usable day, the clause, the remedies."""

    of: Unused
    last_on: date
    cite: str
    remedies: tuple[Remedy, ...]

    def days(self, on: date) -> int:
        """Days left to use it, none on the last day, below zero once it waits for the close."""
        return (self.last_on - on).days


def last_usable_on(of: Unused, figures: Figures | None = None) -> date:
    """The last day on which the money can be used: encumbered (h.), or spent (i.)."""
    if of.encumbered_in is None:
        return last_day_unencumbered(of.vintage, figures)
    return last_day_encumbered(of.encumbered_in, figures)


def forecast(
    unused: Iterable[Unused],
    on: date,
    ready: Decimal = ZERO,
    waiting: Decimal = ZERO,
    figures: Figures | None = None,
) -> list[Lapse]:
    """What lapses of this money, the first to lapse on top, each with what would save it.

    `ready` is what approved projects may still encumber, `waiting` what projects before the
    Authority ask for, in dollars; the money that lapses first is counted on first. What is past
    its last usable day has no remedy left.
    """
    found = [each for each in unused if each.amount > ZERO]
    found.sort(key=lambda each: (last_usable_on(each, figures), each.vintage, each.name))
    lapses = []
    for each in found:
        last = last_usable_on(each, figures)
        remedies: list[Remedy] = []
        if on <= last and each.encumbered_in is None:
            remedies = _to_encumber(each, on, last, ready, waiting, figures)
            ready -= min(ready, each.amount)
            waiting -= min(waiting, sum((r.amount for r in remedies[1:2]), ZERO))
        elif on <= last:
            remedies = _to_spend(each, on, last, figures)
        cite = UNENCUMBERED if each.encumbered_in is None else ENCUMBERED
        lapses.append(Lapse(each, last, cite, tuple(remedies)))
    return lapses


def _to_encumber(
    each: Unused, on: date, last: date, ready: Decimal, waiting: Decimal, figures: Figures | None
) -> list[Remedy]:
    """h.: it is saved by an encumbrance; said by how far a project for it is."""
    until = last_day_encumbered(sfy_of(on), figures)
    now = min(each.amount, ready)
    decided = min(each.amount - now, waiting)
    rest = each.amount - now - decided
    words = (
        ("Encumber it for a project that is approved", now),
        ("Have the Authority determine the project that waits, and encumber it", decided),
        ("Propose a project for it, and encumber it once it is approved", rest),
    )
    return [Remedy(said, amount, last, until) for said, amount in words]


def _to_spend(each: Unused, on: date, last: date, figures: Figures | None) -> list[Remedy]:
    """i.: it is saved by spending, or while its vintage lasts by encumbering it anew."""
    word = "Spend it out of the trust" if each.in_trust else "Spend it: a service by that day"
    remedies = [Remedy(word, each.amount, last)]
    window = last_day_unencumbered(each.vintage, figures)
    anew = last_day_encumbered(sfy_of(on), figures)
    if on <= window and anew > last:
        given = "Give it back, release it" if each.in_trust else "Release it"
        words = f"{given} and encumber it anew"
        remedies.append(Remedy(words, each.amount, min(window, last), anew))
    return remedies


def by_day(lapses: Sequence[Lapse]) -> dict[date, tuple[Decimal, Decimal]]:
    """Sum what lapses by its last usable day: not encumbered (h.), and not spent (i.), dollars."""
    sums: dict[date, tuple[Decimal, Decimal]] = {}
    for each in lapses:
        free, bound = sums.get(each.last_on, (ZERO, ZERO))
        if each.of.encumbered_in is None:
            sums[each.last_on] = (free + each.of.amount, bound)
        else:
            sums[each.last_on] = (free, bound + each.of.amount)
    return dict(sorted(sums.items()))
