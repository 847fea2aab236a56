"""The only home of the shape of a table: columns, rows, totals, and the words when it is empty.

A view fills one in; `{% table %}` of funds/templatetags/parts.py shows it, XLSX and CSV read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from municipalities.page_parts import Link, Tag

Kind = Literal[
    "text",
    "words",
    "money",
    "signed",
    "count",
    "percent",
    "percent_change",
    "date",
    "state",
    "bar",
    "change",
]
NUMBERS = frozenset({"money", "signed", "count", "percent", "percent_change", "date"})


@dataclass(frozen=True)
class Column:
    """A column: its head, what kind of thing stands in it, the clause under the head."""

    label: str
    kind: Kind = "text"
    cite: str = ""
    places: int | None = None  # of a percent
    on_wide: bool = False  # left out on a phone, because the linked amount repeats it
    sort: str = ""  # the address that sorts by it
    sorted: Literal["", "ascending", "descending"] = ""

    @property
    def is_number(self) -> bool:
        """Numbers stand at the right, in tabular figures."""
        return self.kind in NUMBERS


@dataclass(frozen=True)
class Cell:
    """What stands at a row and a column; `nothing` is None or None yet; blank only in a total."""

    value: object = None
    url: str = ""
    second: str = ""
    tag: Tag | None = None
    more: Link | None = None
    nothing: str = "None"
    blank: bool = False


BLANK = Cell(blank=True)


@dataclass(frozen=True)
class Row:
    """A row of cells, the first its head; lit only when it needs an eye."""

    cells: Sequence[Cell]
    lit: bool = False
    subtotal: bool = False


def row(*cells: object, lit: bool = False, subtotal: bool = False) -> Row:
    """Make a row of cells and plain values alike."""
    made = tuple(each if isinstance(each, Cell) else Cell(each) for each in cells)
    return Row(made, lit=lit, subtotal=subtotal)


@dataclass(frozen=True)
class Table:
    """A table: the caption says what it is and the unit, and the equation when numbers add up.

    `on_phone` is "blocks" for words, "frame" for figures (it scrolls in its own frame) or "plain"
    for three columns; `fund` gives its bars their hue; `empty` says why there is no row and what
    starts one.
    """

    caption: str
    columns: Sequence[Column]
    rows: Iterable[Row]
    totals: Sequence[Row] = field(default=())
    on_phone: Literal["blocks", "frame", "plain"] = "blocks"
    empty: str = ""
    fund: str = ""
    dense: bool = False  # the worksheet of ten columns
    caption_unseen: bool = False  # where the heading above says the same
