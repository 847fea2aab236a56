"""The only home of making a workbook (XLSX) of what a page shows.

A sheet is a `Table`: what it is stands in its first row, then the heads, the rows, the totals.
Amounts are numbers with two places, days are days, and no cell is a formula.
"""

import io
from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.http import HttpResponse
from openpyxl import Workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from municipalities.page_parts import Tag
from municipalities.tables import Cell, Table

MONEY, DAY = "#,##0.00;[Red]-#,##0.00", "yyyy-mm-dd"
BOLD = Font(bold=True)
DRAWN = {"bar", "change"}  # of a page alone: the figures stand in their own columns
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def answer(filename: str, sheets: Mapping[str, Table]) -> HttpResponse:
    """Answer a request with a workbook of these sheets by their names."""
    made = HttpResponse(content(sheets), content_type=TYPE)
    made["Content-Disposition"] = f'attachment; filename="{filename}"'
    return made


def content(sheets: Mapping[str, Table]) -> bytes:
    """Return the workbook as bytes."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, table in sheets.items():
        _fill(book.create_sheet(title[:31]), table)
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def _fill(sheet: Worksheet, table: Table) -> None:
    shown = [at for at, column in enumerate(table.columns) if column.kind not in DRAWN]
    heads = [table.columns[at].label for at in shown]
    sheet.cell(row=1, column=1, value=table.caption).font = BOLD
    for place, head in enumerate(heads, 1):
        sheet.cell(row=2, column=place, value=head).font = BOLD
        sheet.column_dimensions[get_column_letter(place)].width = max(16, min(len(head) + 4, 40))
    rows = list(table.rows)
    for number, row in enumerate([*rows, *table.totals]):
        for place, at in enumerate(shown, 1):
            cell = sheet.cell(row=number + 3, column=place)
            _write(cell, row.cells[at])
            if number >= len(rows):
                cell.font = BOLD
    sheet.freeze_panes = "B3"


def _write(cell: SheetCell, shown: object) -> None:
    """Write what a page's cell shows; text that begins like a formula stays text."""
    value = shown.value if isinstance(shown, Cell) else shown
    if isinstance(value, Tag):
        value = value.words
    if value is None or (isinstance(shown, Cell) and shown.blank):
        return
    if isinstance(value, Decimal):
        cell.value, cell.number_format = value, MONEY
    elif isinstance(value, date):
        cell.value, cell.number_format = value, DAY
    elif isinstance(value, int):
        cell.value = value
    else:
        cell.value = str(value)
        cell.data_type = "s"
