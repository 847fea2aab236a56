"""The only home of how the parts of a page are shown: tags, cites that never break, tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from municipalities.page_parts import Tag
from municipalities.tables import Cell, Column, Row, Table

register = template.Library()

CITE = re.compile(
    r"(?:N\.J\.S\.A\. |P\.L\.)?"
    r"(?:\d+:\d+[A-Z]?-\d+(?:\.\d+)?|(?<=P\.L\.)\d{4}, c\.\d+)"
    r"(?: [a-z]\.(?:\(\d+\)(?:\([a-z]\))?)?)?"
)


IN_OUR_WORDS = [
    (re.compile(pattern), ours)
    for pattern, ours in (
        (r"^This field is required\.$", "Left empty; it is needed."),
        (r"^Enter a valid date\.$", "This is not a date. Write it as 11/30/2026."),
        (r"^Enter a number\.$", "This is not a number. Write an amount as 4820.00."),
        (r"^Enter a whole number\.$", "This is not a whole number."),
        (r"^Enter a valid email address\.$", "This is not an e-mail address."),
        (r"^Select a valid choice\. (.*) is not one of .*$", r"\1 is not on the list. Choose one."),
        (r"^Select a valid choice\..*$", "This is not on the list. Choose one."),
        (r"^Ensure this value is greater than or equal to (.*)\.$", r"At least \1 is needed."),
        (r"^Ensure this value is less than or equal to (.*)\.$", r"At most \1 may stand here."),
        (r"^Ensure that there are no more than (\d+) decimal places?\.$", r"At most \1 decimals."),
        (r"^Ensure this value has at most (\d+) characters? \(it has (\d+)\)\.$",
         r"\2 characters stand here; at most \1 fit."),
        (r"^The submitted file is empty\.$", "The file is empty."),
    )
]  # fmt: skip


@register.filter
def cites(text: object) -> SafeString:
    """Keep every cite in a text on one line: {{ task.about|cites }}."""
    kept = CITE.sub(
        r'<span class="cite">\g<0></span>',
        conditional_escape(str(text) if not isinstance(text, str) else text),
    )
    return mark_safe(kept)  # noqa: S308  escaped just above; only the spans are ours


@register.filter
def in_our_words(error: object) -> str:
    """Say what Django found in our own words: what stands there, what is needed."""
    words = str(error)
    for pattern, ours in IN_OUR_WORDS:
        if pattern.search(words):
            return pattern.sub(ours, words)
    return words


@register.filter
def leads(label: object) -> str:
    """Make a label lead into an error: no full stop before the colon."""
    return str(label).rstrip(".")


@register.simple_tag
def tag(state: Tag | str, tone: str | None = None) -> SafeString:
    """Write a state as a tag: {% tag "Held" %}; the tone follows from the words unless given."""
    shown = state if isinstance(state, Tag) else Tag(state)
    colour = shown.colour if tone is None else tone
    return format_html('<span class="tag {}">{}</span>', colour, shown.words)


@dataclass(frozen=True)
class ShownCell:
    """A cell beside its column, as _table.html reads it."""

    column: Column
    cell: Cell
    largest: Decimal  # of its column, for bars


@dataclass(frozen=True)
class ShownRow:
    """A row split into its head and the cells after it."""

    head: ShownCell
    cells: Sequence[ShownCell]
    row: Row


@register.inclusion_tag("_table.html")
def table(shown: Table) -> dict[str, object]:
    """Show a municipalities.tables.Table: {% table dispositions %}."""
    rows = list(shown.rows)
    largest = [_largest(rows, at) for at in range(len(shown.columns))]
    return {
        "table": shown,
        "rows": [_beside_columns(each, shown.columns, largest) for each in rows],
        "totals": [_beside_columns(each, shown.columns, largest) for each in shown.totals],
    }


def _largest(rows: Sequence[Row], at: int) -> Decimal:
    """The largest size in a column, on whose scale its bars are drawn."""
    sizes = [_size(row.cells[at].value) for row in rows if at < len(row.cells)]
    return max(sizes, default=Decimal(0))


def _size(value: object) -> Decimal:
    """How long a bar for this value is: an amount, or parts stacked one after another."""
    if isinstance(value, (tuple, list)):
        return sum((abs(part) for part in value if isinstance(part, Decimal)), Decimal(0))
    return abs(value) if isinstance(value, Decimal) else Decimal(0)


def _beside_columns(row: Row, columns: Sequence[Column], largest: Sequence[Decimal]) -> ShownRow:
    """Pair each cell with its column; a row with too few or too many cells is a fault."""
    cells = [
        ShownCell(column, cell, size)
        for column, cell, size in zip(columns, row.cells, largest, strict=True)
    ]
    return ShownRow(cells[0], cells[1:], row)
