"""The only home of how a bar in a table is written as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from funds import charts

SHAPES = {"spent": "bar-solid", "unencumbered": "bar-pale", "lapsed": "bar-gone"}
ZERO = '<line class="bar-zero" x1="50%" x2="50%" y1="0" y2="16"/>'


def stacked_bar(amounts: object, largest: Decimal, fund: str) -> str:
    """Draw one amount solid, or two and more stacked in different patterns."""
    parts = [amounts] if isinstance(amounts, Decimal) else _parts(amounts)
    return _bar("".join(_mark(mark, fund) for mark in charts.stacked(parts, largest)))


def _parts(amounts: object) -> Sequence[Decimal]:
    return list(amounts) if isinstance(amounts, (tuple, list)) else []


def change_bar(amount: object, largest: Decimal) -> str:
    """Draw a signed bar from a zero line in its middle."""
    drawn = isinstance(amount, Decimal) and amount
    return _bar((_mark(charts.change(amount, largest), "") if drawn else "") + ZERO)  # type: ignore[arg-type]


def _bar(marks: str) -> str:
    return f'<span class="bar-cell"><svg height="16" aria-hidden="true">{marks}</svg></span>'


def _mark(mark: charts.Mark, fund: str) -> str:
    hatched = mark.kind == "encumbered"
    name = "" if hatched else SHAPES.get(mark.kind, f"bar-{mark.kind}")
    fill = f' fill="url(#hatch-{fund})"' if hatched else ""
    return f'<rect class="{name}"{fill} x="{mark.x}" y="2" width="{mark.width}" height="12"/>'
