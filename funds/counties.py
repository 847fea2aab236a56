"""The only home of the map of New Jersey's 21 counties: outlines, middles, five steps of colour."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path

OUTLINES = Path(__file__).with_name("county_paths.json")
DARK = 4  # from this step on, a number on the map is white
STEPS = (1, 2, 4, 6)  # of the unit: under one unit, 1 to 2, 2 to 4, 4 to 6, 6 and over
SIXTHS = Decimal(6)

Point = tuple[Decimal, Decimal]


@dataclass(frozen=True)
class Shape:
    """A county's outline and the point at its middle."""

    name: str
    outline: str
    middle: Point


@dataclass(frozen=True)
class Place:
    """A county on the map: its step of colour and its rank in the table beside it."""

    shape: Shape
    step: int
    rank: int | None

    @property
    def on_dark(self) -> bool:
        """Whether the rank must be white to be read."""
        return self.step >= DARK


@dataclass(frozen=True)
class CountyMap:
    """The map with its key; a county without an amount is grey."""

    places: Sequence[Place]
    key: Sequence[tuple[int, str]]


@cache
def shapes() -> tuple[Shape, ...]:
    """Read the outlines once."""
    drawn = json.loads(OUTLINES.read_text(encoding="utf-8"), parse_float=Decimal)
    return tuple(Shape(c["name"], c["d"], _middle(c["d"])) for c in drawn["counties"])


def county_map(amounts: Mapping[str, Decimal], none: str = "None") -> CountyMap:
    """Colour the counties by their amounts, largest ranked 1; `none` names the grey ones.

    A county that the map does not know is refused: its amount would vanish unseen.
    """
    known = {shape.name for shape in shapes()}
    if strangers := sorted(set(amounts) - known):
        raise ValueError(f"not a county of New Jersey: {', '.join(strangers)}")
    ranked = sorted((name for name in amounts if amounts[name]), key=lambda n: -amounts[n])
    unit = _unit(max(amounts.values(), default=Decimal(0)))
    ranks = {name: rank for rank, name in enumerate(ranked, 1)}
    places = [
        Place(shape, _step(amounts.get(shape.name, Decimal(0)), unit), ranks.get(shape.name))
        for shape in shapes()
    ]
    return CountyMap(places, _key(unit, none))


def _step(amount: Decimal, unit: Decimal) -> int:
    if not amount:
        return 0
    return 1 + sum(amount >= unit * times for times in STEPS)


def _unit(largest: Decimal) -> Decimal:
    """A round 1, 2 or 5 of some power of ten, not above a sixth of the largest amount."""
    if largest <= 0:
        return Decimal(1)
    sixth = largest / SIXTHS
    power = Decimal(10) ** sixth.adjusted()
    return power * max(times for times in (1, 2, 5) if times * power <= sixth)


def _key(unit: Decimal, none: str) -> list[tuple[int, str]]:
    limits = [_short(unit * times) for times in STEPS]
    between = [f"{low} to {high}" for low, high in pairwise(limits)]
    return list(enumerate([none, f"Under {limits[0]}", *between, f"{limits[-1]} and over"]))


def _short(amount: Decimal) -> str:
    """Classes of a map alone may be shortened: $2M, $500K."""
    for size, letter in ((Decimal(10**6), "M"), (Decimal(10**3), "K")):
        if amount >= size:
            return f"${(amount / size).normalize():f}{letter}"
    return f"${amount:,.0f}"


def _middle(outline: str) -> Point:
    """The centre of area of the largest ring of an outline."""
    rings = [_points(ring) for ring in outline.split("M") if ring]
    ring = max(rings, key=lambda points: abs(_area(points)))
    area = _area(ring)
    x = sum((a[0] + b[0]) * _cross(a, b) for a, b in _sides(ring)) / (6 * area)
    y = sum((a[1] + b[1]) * _cross(a, b) for a, b in _sides(ring)) / (6 * area)
    return x.quantize(Decimal("0.1")), y.quantize(Decimal("0.1"))


def _points(ring: str) -> list[Point]:
    numbers = [Decimal(number) for number in re.findall(r"-?\d+(?:\.\d+)?", ring)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _sides(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def _cross(a: Point, b: Point) -> Decimal:
    return a[0] * b[1] - b[0] * a[1]


def _area(ring: Sequence[Point]) -> Decimal:
    return sum((_cross(a, b) for a, b in _sides(ring)), Decimal(0)) / 2
