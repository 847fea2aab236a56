"""The only home of making a CSV file of what a page shows: the same table, comma-separated.

Amounts are plain numbers, days are 2026-11-30. A text that a spreadsheet would take for a formula
begins with an apostrophe, which `plain` takes away again: read back, the file is what was shown.
"""

import csv
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from django.http import StreamingHttpResponse

from municipalities.page_parts import Tag
from municipalities.tables import Table

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "'")
DRAWN = {"bar", "change"}  # of a page alone: the figures stand in their own columns
BOM = "\ufeff"  # so that a spreadsheet reads the letters as they are


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def answer(filename: str, table: Table) -> StreamingHttpResponse:
    """Answer a request with the table's heads and rows, written as they are made."""
    made = StreamingHttpResponse(lines(table), content_type="text/csv; charset=utf-8")
    made["Content-Disposition"] = f'attachment; filename="{filename}"'
    return made


def lines(table: Table) -> Iterator[str]:
    """Write the heads and the rows; totals are left out, so that a column adds up to them."""
    writer = csv.writer(_Echo())
    shown = [at for at, column in enumerate(table.columns) if column.kind not in DRAWN]
    yield BOM + str(writer.writerow([table.columns[at].label for at in shown]))
    for row in table.rows:
        yield str(writer.writerow([spelled(row.cells[at].value) for at in shown]))


def spelled(value: object) -> str:
    """Spell a value for a file: a number plain, a day by its digits, a text safe."""
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, date):
        return value.isoformat()
    text = value.words if isinstance(value, Tag) else str(value)
    return f"'{text}" if text.startswith(FORMULAS) else text


def plain(text: str) -> str:
    """Read a text back as it was before it was made safe."""
    return text.removeprefix("'")
