"""The only home of a chart's geometry: amounts in, widths in percent out, no pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from municipalities.page_parts import Tag

HUNDRED = Decimal(100)
ROOM_FOR_THE_LIMIT = Decimal(98)  # the track ends here, so that an excess stays in sight
HOT = Decimal(98)  # percent of a cap
IN_ORDER = ("spent", "encumbered", "unencumbered", "lapsed")  # how the parts of a stack are drawn


def percent_of(part: Decimal, whole: Decimal, full: Decimal = HUNDRED) -> Decimal:
    """What part of the whole it is, when the whole is `full` long; nothing of nothing is zero."""
    return part * full / whole if whole else Decimal(0)


def width(length: Decimal) -> str:
    """Write a length as an SVG attribute."""
    return f"{length:.2f}%"


@dataclass(frozen=True)
class Mark:
    """A rectangle of a bar: where it starts, how long it is, what it stands for."""

    x: str
    width: str
    kind: Literal["spent", "encumbered", "unencumbered", "lapsed", "up", "down", "used", "hot"]


@dataclass(frozen=True)
class CreditYear:
    """One year's credit and its last usable day.

    Credited = spent + encumbered + unencumbered + lapsed + forfeited + recovered.
    """

    sfy: int
    spent: Decimal
    encumbered: Decimal
    unencumbered: Decimal
    lapsed: Decimal
    usable_through: date
    note: str = ""
    tag: Tag | None = None
    forfeited: Decimal = Decimal(0)
    recovered: Decimal = Decimal(0)

    @property
    def credited(self) -> Decimal:
        """What was credited is what became of it."""
        left = self.spent + self.encumbered + self.unencumbered
        return left + self.lapsed + self.forfeited + self.recovered

    def marks(self, largest: Decimal) -> list[Mark]:
        """The bar of the year, on the scale of the largest credit."""
        kinds = (*IN_ORDER, "forfeited", "recovered")
        return _stacked([(kind, getattr(self, kind)) for kind in kinds], largest)


@dataclass(frozen=True)
class LapseDay:
    """What lapses on a last usable day: not encumbered (h.) and not spent (i.), in dollars."""

    on: date
    unencumbered: Decimal
    encumbered: Decimal
    note: str = ""
    tag: Tag | None = None

    @property
    def total(self) -> Decimal:
        """Both together."""
        return self.unencumbered + self.encumbered

    def marks(self, largest: Decimal) -> list[Mark]:
        """The bar of the day, on the scale of the largest."""
        parts = (("unencumbered", self.unencumbered), ("encumbered", self.encumbered))
        return _stacked(parts, largest)


def _stacked(parts: Sequence[tuple[str, Decimal]], largest: Decimal) -> list[Mark]:
    marks, start = [], Decimal(0)
    for kind, amount in parts:
        length = percent_of(amount, largest)
        if length:
            marks.append(Mark(width(start), width(length), kind))  # type: ignore[arg-type]
        start += length
    return marks


def stacked(amounts: Sequence[Decimal], largest: Decimal) -> list[Mark]:
    """A bar of one to four amounts after one another: solid alone; else pale, hatched and so on."""
    kinds = ("spent",) if len(amounts) == 1 else ("unencumbered", "encumbered", "spent", "lapsed")
    return _stacked(list(zip(kinds, amounts, strict=False)), largest)


@dataclass(frozen=True)
class Stack:
    """A bar of at most four parts in a fixed order, each with its words, in dollars."""

    label: str
    parts: Sequence[tuple[str, Decimal]]
    url: str = ""

    @property
    def total(self) -> Decimal:
        """All parts together."""
        return sum((amount for _, amount in self.parts), Decimal(0))

    def marks(self, largest: Decimal) -> list[Mark]:
        """The bar, on the scale of the largest."""
        return _stacked(
            list(zip(IN_ORDER, (amount for _, amount in self.parts), strict=False)), largest
        )


@dataclass(frozen=True)
class Gauge:
    """A cap: what is spent and encumbered against the limit on one year's credit."""

    label: str
    rate: str
    used: Decimal
    limit: Decimal
    url: str = ""

    @property
    def left(self) -> Decimal:
        """What may still be committed; negative when a credit was reduced afterwards."""
        return self.limit - self.used

    @property
    def percent_used(self) -> Decimal:
        """The part of the limit that is used; all of a limit of nothing, once anything is used."""
        return percent_of(self.used, self.limit) if self.limit else HUNDRED * bool(self.used)

    @property
    def tag(self) -> Tag | None:
        """A word of warning from 98% on, and a stronger one past the limit."""
        if self.used > self.limit:
            return Tag("Over the limit", "bad")
        if self.percent_used >= HOT:
            return Tag(f"{self.percent_used:.1f}% used", "warn")
        return None

    @property
    def mark(self) -> Mark:
        """The bar on its track."""
        length = min(self.percent_used * ROOM_FOR_THE_LIMIT / HUNDRED, HUNDRED)
        return Mark("0%", width(length), "hot" if self.tag else "used")


@dataclass(frozen=True)
class BridgePart:
    """A reason for a change, and its amount."""

    label: str
    amount: Decimal
    note: str = ""
    url: str = ""


@dataclass(frozen=True)
class Bridge:
    """Why an amount changed: the old one, the reasons, the new one; they add up to the cent."""

    old_label: str
    old: Decimal
    parts: Sequence[BridgePart]
    new_label: str
    new: Decimal
    old_url: str = ""
    new_url: str = ""

    def __post_init__(self) -> None:
        """Refuse reasons that do not add up: such a bridge explains nothing."""
        gap = self.old + sum(part.amount for part in self.parts) - self.new
        if gap:
            raise ValueError(f"the reasons miss the new amount by {gap}")

    @property
    def zero(self) -> str:
        """Where the one zero line stands."""
        return width(self._zero())

    def bars(self) -> list[tuple[BridgePart, Mark]]:
        """Each reason with its bar, on one scale, from one zero line."""
        return [(part, self._mark(part.amount)) for part in self.parts]

    def _span(self) -> tuple[Decimal, Decimal]:
        amounts = [part.amount for part in self.parts] + [Decimal(0)]
        return -min(amounts), max(amounts)

    def _zero(self) -> Decimal:
        down, up = self._span()
        return percent_of(down, down + up)

    def _mark(self, amount: Decimal) -> Mark:
        length = percent_of(abs(amount), sum(self._span(), Decimal(0)))
        if amount < 0:
            return Mark(width(self._zero() - length), width(length), "down")
        return Mark(width(self._zero()), width(length), "up")


def change(amount: Decimal, largest: Decimal) -> Mark:
    """A signed bar in a table, from a zero line in the middle of its column."""
    length = percent_of(abs(amount), largest, HUNDRED / 2)
    start = HUNDRED / 2 - (length if amount < 0 else 0)
    return Mark(width(start), width(length), "down" if amount < 0 else "up")


@dataclass(frozen=True)
class Due:
    """An installment on its line: the deposit day, the part it is, the amount, the state.

    `due_on` is the statutory day where it differs from the deposit day.
    """

    on: date
    part: str
    amount: Decimal | None
    state: str
    place: Literal["", "sent", "due", "late"] = ""
    due_on: date | None = None
    url: str = ""


@dataclass(frozen=True)
class Stage:
    """A year of a step-down: the percentage that stays."""

    sfy: int
    rate: Decimal
    current: bool = False
    note: str = ""

    @property
    def mark(self) -> Mark:
        """The bar of what stays, on a track of all."""
        return Mark("0%", width(self.rate), "spent")
