"""The only reader of workbooks: openpyxl opens them, and every cell is taken as it is written.

Numbers are never made binary: a cell's text becomes a decimal of the fifteen digits that a
spreadsheet keeps. Only cells that hold something are kept, so a stray one in the last row of a
sheet costs nothing.
"""

import io
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from openpyxl import load_workbook
from openpyxl.cell.text import Text
from openpyxl.styles.numbers import BUILTIN_FORMATS
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.utils.datetime import MAC_EPOCH
from openpyxl.worksheet._reader import (
    FORMULA_TAG,
    INLINE_STRING,
    VALUE_TAG,
    WorkSheetParser,
)

from municipalities.reading.cells import Cell, Cells, Finding, Sheet
from municipalities.reading.text import Unreadable, whole

DAYS_OF_1904 = 1462  # between the days from which the two calendars count
FIRST_OWN_FORMAT = 164
LARGEST = Decimal(10) ** 15
LEADS_OUT = ("HYPERLINK(", "IMPORT", "WEBSERVICE(", "[")
DAMAGED = "Open the workbook in a spreadsheet, save it anew as .xlsx and send that."


def sheets(content: bytes) -> list[Sheet]:
    """Return the sheets of a workbook. Raises Unreadable."""
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        return [_sheet(book, each) for each in book.worksheets]
    except Unreadable:
        raise
    except MemoryError:
        raise
    except Exception as error:  # whatever a damaged part makes the library raise
        raise whole("Workbook", f"parts that can’t be read ({_name(error)})", DAMAGED) from error


def _name(error: Exception) -> str:
    return type(error).__name__


def _sheet(book: Any, sheet: Any) -> Sheet:
    made = Sheet(sheet.title, (), hidden=sheet.sheet_state != "visible")
    if book.epoch == MAC_EPOCH:
        made.serial_day = DAYS_OF_1904
    made.rows = _rows(book, sheet, made)
    return made


def _rows(book: Any, sheet: Any, made: Sheet) -> Iterator[tuple[int, Cells]]:
    """Yield the rows that hold something; what is merged or hidden is known at the end."""
    at = 0
    try:
        with sheet._get_source() as source:  # noqa: SLF001 - read-only sheets have no other way
            parser = _Parser(source, sheet._shared_strings, book)  # noqa: SLF001
            for at, cells in parser.parse():
                found = {column: cell for column, cell in cells if not cell.is_blank}
                if found:
                    yield at, found
            made.hidden_columns |= parser.hidden()
            made.merged += parser.merged()
    except MemoryError:
        raise
    except Exception as error:
        found_ = f"a part that can’t be read ({_name(error)})"
        raise Unreadable(Finding(made.name, f"below row {at}", found_, DAMAGED)) from error


class _Parser(WorkSheetParser):  # type: ignore[misc]
    """Reads cells as they are written: with the formula's presence, and without binary numbers."""

    def __init__(self, source: Any, strings: Any, book: Any) -> None:
        super().__init__(source, strings, data_only=True)
        self.styles = book._cell_styles  # noqa: SLF001 - the library has no public name for these
        self.formats = book._number_formats  # noqa: SLF001
        self.dates = book._date_formats  # noqa: SLF001

    def parse_row(self, row: Any) -> tuple[int, list[tuple[int, Cell]]]:
        """Return a row's number and its cells."""
        self.row_counter: int = int(row.get("r", self.row_counter + 1))
        self.col_counter = 0
        return self.row_counter, [self.parse_cell(each) for each in row]

    def parse_cell(self, element: Any) -> tuple[int, Cell]:
        """Return a cell with its column."""
        coordinate = element.get("r")
        self.col_counter = (
            coordinate_to_tuple(coordinate)[1] if coordinate else self.col_counter + 1
        )
        return self.col_counter, self._cell(element)

    def _cell(self, element: Any) -> Cell:
        formula, kind = element.find(FORMULA_TAG), element.get("t", "n")
        written = element.findtext(VALUE_TAG)
        if formula is not None:
            asked = (formula.text or "").lstrip("=+ ").upper()
            if asked.startswith(LEADS_OUT):
                return Cell(f"={formula.text}", "leads out")
            if written in (None, ""):
                return Cell(f"={formula.text or ''}", "no value")
        if kind == "inlineStr":
            inline = element.find(INLINE_STRING)
            return Cell("" if inline is None else str(Text.from_tree(inline).content or ""))
        reads = {
            "s": self._shared,
            "str": self._string,
            "b": self._truth,
            "e": self._error,
            "d": self._iso_date,
        }
        return reads.get(kind, self._number)(element, written or "")

    def _number(self, element: Any, written: str) -> Cell:
        if not written.strip():
            return Cell("")
        style = int(element.get("s", 0) or 0)
        try:
            number = Decimal(written.strip())
        except InvalidOperation:
            return Cell(written, "error")
        if not number.is_finite() or abs(number) >= LARGEST:
            return Cell(written, "error")
        number = Decimal(f"{number:.15g}")
        what = "date" if style in self.dates else "number"
        return Cell(_plain(number), what, number, self._format(style))  # type: ignore[arg-type]

    def _shared(self, _element: Any, written: str) -> Cell:
        return Cell(str(self.shared_strings[int(written)])) if written else Cell("")

    def _string(self, _element: Any, written: str) -> Cell:
        return Cell(written)

    def _truth(self, _element: Any, written: str) -> Cell:
        return Cell("TRUE" if written == "1" else "FALSE", "truth")

    def _error(self, _element: Any, written: str) -> Cell:
        return Cell(written or "#ERROR", "error")

    def _iso_date(self, _element: Any, written: str) -> Cell:
        return Cell(written.partition("T")[0])

    def _format(self, style: int) -> str:
        if style >= len(self.styles):
            return "General"
        number = self.styles[style].numFmtId
        if number < FIRST_OWN_FORMAT:
            return str(BUILTIN_FORMATS.get(number, "General"))
        own = number - FIRST_OWN_FORMAT
        return str(self.formats[own]) if own < len(self.formats) else "General"

    def hidden(self) -> set[int]:
        """Return the columns that are not shown."""
        return {
            column
            for each in self.column_dimensions.values()
            if str(each.get("hidden", "")) in ("1", "true")
            for column in range(int(each["min"]), min(int(each["max"]), 500) + 1)
        }

    def merged(self) -> list[tuple[int, int, int, int]]:
        """Return the areas that are one cell."""
        areas = self.merged_cells.mergeCell if self.merged_cells else []
        return [(a.min_row, a.min_col, a.max_row, a.max_col) for a in areas]


def _plain(number: Decimal) -> str:
    """Spell a number without an exponent."""
    return f"{number:f}"
