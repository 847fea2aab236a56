"""The only home of how a table is written as HTML: joined strings, no template a cell.

A template a cell takes a second for the 564 municipalities; these strings take milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from html import escape

from django.utils.safestring import SafeString

from funds import clause_links
from funds.bar_markup import change_bar, stacked_bar
from funds.templatetags import money
from municipalities.page_parts import Tag
from municipalities.tables import Cell, Column, Row, Table

CITE = re.compile(
    r"(?:N\.J\.S\.A\. |P\.L\.)?"
    r"(?:\d+:\d+[A-Z]?-\d+(?:\.\d+)?|(?<=P\.L\.)\d{4}, c\.\d+)"
    r"(?: [a-z]\.(?:\(\d+\)(?:\([a-z]\))?)?)?"
)
SPECIAL = re.compile("[&<>\"']").search
CLASSES = {
    "date": " date",
    "words": " words",
    "bar": " bar-column",
    "change": " change-column",
}
DRAWN = {"bar", "change"}
ZONE = "zone-assistance"

Write = Callable[[Cell], str]


def safe(text: object) -> str:
    """Escape a text, unless it is markup already; most texts hold nothing to escape."""
    words = text if isinstance(text, str) else str(text)
    if not SPECIAL(words) or isinstance(text, SafeString):
        return words
    return escape(words)


def cites(text: object) -> SafeString:
    """Keep every cite in a text on one line; all of it is escaped."""
    return SafeString(_cites(text))


def _cites(text: object) -> str:
    escaped = safe(text)
    if ":" not in escaped and "P.L." not in escaped:
        return escaped
    return CITE.sub(r'<span class="cite">\g<0></span>', escaped)


def linked_cites(text: object) -> SafeString:
    """Let every cite of a text lead to its clause's page; not for a text within a link."""
    return SafeString(CITE.sub(_linked, safe(text)))


def _linked(found: re.Match[str]) -> str:
    to = clause_links.address(found[0])
    if not to:
        return f'<span class="cite">{found[0]}</span>'
    return f'<a class="cite" href="{safe(to)}">{found[0]}</a>'


def tag(state: Tag | str, tone: str | None = None) -> SafeString:
    """Write a state as a tag; the tone follows from the words unless given."""
    shown = state if isinstance(state, Tag) else Tag(state)
    colour = shown.colour if tone is None else tone
    return SafeString(f'<span class="tag {colour}">{safe(shown.words)}</span>')


def table(shown: Table) -> SafeString:
    """Write a table, or the sentence that says why it is empty."""
    rows = list(shown.rows)
    if not rows and shown.empty:
        return SafeString(f'<p class="empty">{_cites(shown.empty)}</p>')
    writers = [_writer(column, rows, at, shown.fund) for at, column in enumerate(shown.columns)]
    starts = [_start(column) for column in shown.columns]
    written = _table(shown, [_row(each, writers, starts) for each in rows],
                     [_row(each, writers, starts) for each in shown.totals])  # fmt: skip
    if shown.on_phone == "frame":
        label = f"{safe(shown.caption)}, scrolls sideways on a small screen"
        written = (
            f'<div class="frame" role="region" tabindex="0" aria-label="{label}">{written}</div>'
        )
    return SafeString(written)


def _table(shown: Table, rows: Sequence[str], totals: Sequence[str]) -> str:
    unseen = ' class="unseen"' if shown.caption_unseen else ""
    foot = f'<tfoot role="rowgroup">{"".join(totals)}</tfoot>' if totals else ""
    heads = "".join(_head(column) for column in shown.columns)
    return (
        f'<table class="{_table_class(shown)}" role="table">\n'
        f"<caption{unseen}><span>{_cites(shown.caption)}</span></caption>\n"
        f'<thead role="rowgroup"><tr role="row">{heads}</tr></thead>\n'
        f'<tbody role="rowgroup">{"".join(rows)}</tbody>\n{foot}\n</table>'
    )


def _table_class(shown: Table) -> str:
    names = ["table"]
    if shown.on_phone == "blocks":
        names.append("blocks")
    elif shown.on_phone == "frame" and len(shown.columns) < 5:
        names.append("narrow")
    if shown.dense:
        names.append("worksheet")
    if shown.fund:
        names.append(f"hue-{safe(shown.fund)}")
    return " ".join(names)


def _class(column: Column) -> str:
    number = "num" if column.is_number else ""
    return f"{number}{CLASSES.get(column.kind, '')}{' on-wide' if column.on_wide else ''}"


def _head(column: Column) -> str:
    label = safe(column.label)
    if column.kind in DRAWN:
        label = f'<span class="unseen">{label}</span>'
    elif column.sort:
        label = f'<a href="{safe(column.sort)}">{label}</a>'
    order = f' aria-sort="{column.sorted}"' if column.sorted else ""
    cite = f'<span class="cite">{safe(column.cite)}</span>' if column.cite else ""
    return f'<th scope="col" role="columnheader"{order} class="{_class(column)}">{label}{cite}</th>'


def _start(column: Column) -> tuple[str, str]:
    """Return how a cell of the column begins, and how a blank one does."""
    begins = f'<td role="cell" class="{_class(column)}'
    label = f'data-label="{safe(column.label)}"'
    return f'{begins}" {label}><span class="value">', f'{begins} blank" {label}></td>'


def _row(row: Row, writers: Sequence[Write], starts: Sequence[tuple[str, str]]) -> str:
    """Write a row; one with too few or too many cells is a fault."""
    lit = ' class="lit"' if row.lit else ' class="subtotal"' if row.subtotal else ""
    cells = [
        blank if cell.blank else f"{start}{write(cell)}</span></td>"
        for write, (start, blank), cell in zip(writers, starts, row.cells, strict=True)
    ]
    head = f'<th scope="row" role="rowheader">{writers[0](row.cells[0])}</th>'
    return f'<tr role="row"{lit}>{head}{"".join(cells[1:])}</tr>'


def _writer(column: Column, rows: Sequence[Row], at: int, fund: str) -> Write:
    """Return what writes the cells of a column, with their second line."""
    largest = _largest(rows, at) if column.kind in DRAWN else Decimal(0)
    write = _writers(column, largest, fund or ZONE)[column.kind]
    if column.kind in MAY_BE_NONE:
        write = _or_nothing(write)

    def whole(cell: Cell) -> str:
        written = write(cell)
        return written + _besides(cell) if cell.more or cell.second or cell.tag else written

    return whole


MAY_BE_NONE = {"text", "words", "count", "percent", "percent_change", "date"}


def _writers(column: Column, largest: Decimal, fund: str) -> dict[str, Write]:
    places = column.places
    return {
        "text": _words,
        "words": _words,
        "money": lambda cell: money.amount(cell.value, cell.url, "money", cell.nothing),
        "signed": lambda cell: money.amount(cell.value, cell.url, "signed", cell.nothing),
        "count": lambda cell: money.count(cell.value),
        "percent": lambda cell: money.percent(cell.value, places),
        "percent_change": lambda cell: money.percent_change(cell.value, places),
        "date": lambda cell: money.ondate(cell.value),
        "state": lambda cell: tag(cell.value) if cell.value else "",
        "bar": lambda cell: stacked_bar(cell.value, largest, fund),
        "change": lambda cell: change_bar(cell.value, largest),
    }


def _or_nothing(write: Write) -> Write:
    return lambda cell: (
        f'<span class="nothing">{safe(cell.nothing)}</span>' if cell.value is None else write(cell)
    )


def _words(cell: Cell) -> str:
    words = _cites(cell.value)
    return f'<a href="{safe(cell.url)}">{words}</a>' if cell.url else words


def _besides(cell: Cell) -> str:
    """Write a cell's further link and its second line."""
    more = ""
    if cell.more:
        more = f' <a class="beside" href="{safe(cell.more.url)}">{safe(cell.more.label)}</a>'
    if not (cell.second or cell.tag):
        return more
    tagged = f" {tag(cell.tag)}" if cell.tag else ""
    return f'{more}<span class="line-two">{_cites(cell.second)}{tagged}</span>'


def _largest(rows: Sequence[Row], at: int) -> Decimal:
    """The largest size in a column, on whose scale its bars are drawn."""
    sizes = [_size(row.cells[at].value) for row in rows if at < len(row.cells)]
    return max(sizes, default=Decimal(0))


def _size(value: object) -> Decimal:
    """How long a bar for this value is: an amount, or parts stacked one after another."""
    if isinstance(value, (tuple, list)):
        return sum((abs(part) for part in value if isinstance(part, Decimal)), Decimal(0))
    return abs(value) if isinstance(value, Decimal) else Decimal(0)
