"""The only home of finding a table on its sheets: the row of its heads, in any order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from municipalities.reading.cells import Cells, Finding, Findings, Sheet, address, letters, quoted
from municipalities.reading.layouts import Column, Layout
from municipalities.reading.tables import FIRST, heading
from municipalities.reading.text import Unreadable, whole

MOST_ROWS = 20_000
EXACT = "Heads are looked for by their exact names, in any order"
Rows = list[tuple[int, Cells]]


@dataclass(frozen=True)
class Table:
    """A table found on a sheet: where each column stands, what stands above, and its rows."""

    sheet: Sheet
    head_row: int
    columns: dict[int, Column]
    above: list[str]
    rows: Rows


def find(sheets: Sequence[Sheet], layout: Layout, findings: Findings) -> Table:
    """Return the one table that has the layout's heads. Raises Unreadable when there is none."""
    matches = [each for sheet in sheets if (each := _best(sheet, layout)) is not None]
    shown = [each for each in matches if not each[0].hidden]
    found = [each for each in shown if not each[1].lacks]
    for sheet, match, _ in matches:
        if sheet.hidden and not match.lacks:
            findings.check.append(_of_hidden(sheet, match))
    if not found:
        raise Unreadable(_nothing(shown, sheets, layout))
    if len(found) > 1:
        names = ", ".join(sheet.name for sheet, _, _ in found)
        raise whole("Workbook", f"the table on {len(found)} sheets: {names}", "Send one of them.")
    return _table(*found[0], layout, findings)


def _best(sheet: Sheet, layout: Layout) -> "tuple[Sheet, _Match, Rows] | None":
    """Return a sheet with the row that serves best as its row of heads."""
    rows = list(islice(sheet.rows, MOST_ROWS + 1))
    if len(rows) > MOST_ROWS:
        raise whole(sheet.name, f"more than {MOST_ROWS:,} rows", "A smaller table is needed.")
    tried = [_match(rows[:at], rows[at], sheet, layout) for at in range(min(FIRST, len(rows)))]
    return (sheet, max(tried, key=lambda match: match.score), rows) if tried else None


@dataclass(frozen=True)
class _Match:
    """How well a row serves as the row of heads."""

    at: int  # place among the rows that hold something
    row: int
    places: dict[str, list[int]]  # by head of our own, the columns under which it stands
    lacks: list[str]

    @property
    def score(self) -> tuple[int, int]:
        return len(self.places), -self.row


def _match(above: Rows, row: tuple[int, Cells], sheet: Sheet, layout: Layout) -> _Match:
    number, cells = row
    stands: dict[str, list[int]] = {}
    for at, cell in cells.items():
        for name in _names(above, number, at, cell.text, sheet):
            stands.setdefault(name, []).append(at)
    places = {}
    for column in layout.columns:
        found = sorted({a for head in column.heads for a in stands.get(heading(head), ())})
        if found:
            places[column.head] = found
    lacks = [c.head for c in layout.columns if c.needed and c.head not in places]
    who = [c.head for c in layout.columns if c.role in ("code", "name")]
    lacks += who[:1] if who and not set(who) & set(places) else []
    return _Match(len(above), number, places, lacks)


def _names(above: Rows, row: int, column: int, text: str, sheet: Sheet) -> list[str]:
    """Return a head alone, and below what is merged over it: "2025 / Ratio"."""
    own = heading(text)
    names = [own]
    for first_row, first, last_row, last in sheet.merged:
        if last_row < row and first <= column <= last:
            parent = next((c[first].text for n, c in above if n == first_row and first in c), "")
            names += [f"{heading(parent)} / {own}"] if parent else []
    return names


def _table(sheet: Sheet, match: _Match, rows: Rows, layout: Layout, findings: Findings) -> Table:
    columns: dict[int, Column] = {}
    for column in layout.columns:
        places = match.places.get(column.head, [])
        if len(places) > 1:
            both = " and ".join(address(match.row, at) for at in places)
            found = f"the head {quoted(column.head)} at {both}"
            needed = "Each column stands once."
            findings.must.append(
                Finding(sheet.name, address(match.row, places[0]), found, needed, layout.cite)
            )
        elif places:
            columns[places[0]] = column
    for at in sorted(set(columns) & sheet.hidden_columns):
        words = f"{quoted(columns[at].head)} in a column that is not shown"
        needed = "It was read: look whether it should be."
        findings.check.append(Finding(sheet.name, f"column {letters(at)}", words, needed))
    above = [c.text for _, cells in rows[: match.at] for c in cells.values()] + [sheet.name]
    return Table(sheet, match.row, columns, above, rows[match.at + 1 :])


def _of_hidden(sheet: Sheet, match: _Match) -> Finding:
    return Finding(
        sheet.name,
        f"row {match.row}",
        "a table on a sheet that is not shown",
        "It was not read: show the sheet if it should be.",
    )


def _nothing(
    nearest: list[tuple[Sheet, _Match, Rows]], sheets: Sequence[Sheet], layout: Layout
) -> Finding:
    """Say which heads are missing in the row that has most of them."""
    needed = ", ".join(quoted(c.head) for c in layout.columns if c.needed or c.role == "code")
    best = max(nearest, key=lambda each: each[1].score, default=None)
    if best is None or not best[1].places:
        name = sheets[0].name if sheets else "Workbook"
        return Finding(
            name, f"rows 1 to {FIRST}", "no row with the heads", f"{EXACT}: {needed}.", layout.cite
        )
    sheet, match, rows = best
    there = ", ".join(quoted(c.text) for c in rows[match.at][1].values())
    lacks = ", ".join(quoted(head) for head in match.lacks)
    return Finding(
        sheet.name,
        f"row {match.row}",
        f"the heads {there[:300]}",
        f"{EXACT}; {lacks} must stand there too.",
        layout.cite,
    )


def years(texts: Sequence[str]) -> set[str]:
    """Return the years that the texts above a table name."""
    return {found for text in texts for found in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", text)}
