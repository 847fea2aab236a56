"""The only reader of law/*.yaml: the legislature's numbers and the product's readings, dated.

A figure has a unit, a reference and dated values. A reading (`reading: true`) is a figure that the
statute leaves open; it also says why it is read so and which alternatives stand beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from funds.refusal import Refusal

LAW = Path(__file__).parent / "law"
FUNDS = ("zone_assistance", "energy_receipts", "highlands")

Number = Decimal | Fraction | int
Value = Number | str | tuple[Any, ...]


@dataclass(frozen=True)
class Alternative:
    """Another value the same words can bear, and the reason for it."""

    value: Value
    because: str


@dataclass(frozen=True)
class Figure:
    """A named figure: what it is, where it stands, its values by the day each begins."""

    name: str
    title: str
    unit: str
    reference: str
    values: tuple[tuple[date, Value], ...]
    because: str = ""
    reading: bool = False
    alternatives: tuple[Alternative, ...] = ()

    def on(self, day: date) -> Value:
        """The value in force on a day; refused before its first dated line."""
        begun = [value for begins, value in self.values if begins <= day]
        if not begun:
            first = self.values[0][0]
            raise Refusal(f"{self.title}: nothing is on record before {first}", self.reference)
        return begun[-1]

    def given(self, lines: Mapping[date, Value]) -> Figure:
        """The figure with further dated lines; a line of the same day replaces the older."""
        return replace(self, values=tuple(sorted({**dict(self.values), **lines}.items())))


@dataclass(frozen=True)
class Figures:
    """Every figure, with what a what-if puts in the place of some of them."""

    figures: Mapping[str, Figure]
    overrides: Mapping[str, Value] = field(default_factory=dict)

    def figure(self, name: str) -> Figure:
        """The figure of that name; a name nobody wrote down is refused."""
        if name not in self.figures:
            raise Refusal(f"no figure is named {name}")
        return self.figures[name]

    def override(self, values: Mapping[str, Value]) -> Figures:
        """The same law with some figures replaced on every day: a what-if."""
        for name in values:
            self.figure(name)
        return replace(self, overrides={**self.overrides, **values})

    def with_lines(self, lines: Mapping[str, Mapping[date, Value]]) -> Figures:
        """The same law with further dated lines, as two persons recorded them."""
        changed = {name: self.figure(name).given(dated) for name, dated in lines.items()}
        return replace(self, figures={**self.figures, **changed})

    def value(self, name: str, on: date) -> Value:
        """The value in force on a day."""
        figure = self.figure(name)
        return self.overrides[name] if name in self.overrides else figure.on(on)

    def first(self, name: str, on: date) -> int:
        """A first year; what came before the figure's first line is told by that line."""
        return self.whole(name, max(on, self.figure(name).values[0][0]))

    def number(self, name: str, on: date) -> Number:
        """A figure that is one number."""
        value = self.value(name, on)
        if isinstance(value, str | tuple):
            raise TypeError(f"{name} is not a number: {value!r}")
        return value

    def whole(self, name: str, on: date) -> int:
        """A figure that counts: years, or the name of a year."""
        return int(self.number(name, on))

    def word(self, name: str, on: date) -> str:
        """A figure that is a choice between named ways."""
        return str(self.value(name, on))

    def row(self, name: str, on: date) -> tuple[Any, ...]:
        """A figure that is a list."""
        value = self.value(name, on)
        if not isinstance(value, tuple):
            raise TypeError(f"{name} is not a list: {value!r}")
        return value

    def readings(self) -> list[Figure]:
        """What the statute leaves open, by name."""
        return sorted((f for f in self.figures.values() if f.reading), key=lambda f: f.name)


class _ExactLoader(yaml.SafeLoader):
    """YAML in which a number with a point is a Decimal, so that no figure is ever a float."""


_ExactLoader.add_constructor(
    "tag:yaml.org,2002:float",
    lambda loader, node: Decimal(str(node.value)),
)


@cache
def law() -> Figures:
    """The figures as the law files give them."""
    figures: dict[str, Figure] = {}
    for fund in FUNDS:
        figures |= stored(LAW / f"{fund}.yaml", fund)
    return Figures(figures)


def stored(path: Path, prefix: str) -> dict[str, Figure]:
    """Read a file of dated figures, each by the prefix and its name."""
    bodies = yaml.load(path.read_text("utf-8"), _ExactLoader)  # noqa: S506
    return {f"{prefix}.{name}": _figure(f"{prefix}.{name}", body) for name, body in bodies.items()}


def parse_value(given: Any) -> Value:
    """A stored value as the rules use it: "1/6" is a ratio, a list is a tuple, words stay words."""
    if isinstance(given, list | tuple):
        return tuple(parse_value(each) for each in given)
    if isinstance(given, str) and "/" in given:
        return Fraction(given)
    if isinstance(given, int | Decimal | Fraction | str):
        return given
    raise TypeError(f"a figure is a number, a word or a list, not {given!r}")


def _figure(name: str, body: dict[str, Any]) -> Figure:
    alternatives = tuple(
        Alternative(parse_value(each["value"]), each["because"])
        for each in body.get("alternatives", ())
    )
    return Figure(
        name=name,
        title=body["title"],
        unit=body["unit"],
        reference=body["reference"],
        values=tuple(sorted((day, parse_value(value)) for day, value in body["values"].items())),
        because=body.get("because", ""),
        reading=body.get("reading", False),
        alternatives=alternatives,
    )
