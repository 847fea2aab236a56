"""The only home of reading a table's rows: each of a municipality, whole, once."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from municipalities.reading.cells import Cell, Cells, Finding, Findings, address, quoted
from municipalities.reading.header import Table
from municipalities.reading.layouts import Column, Layout
from municipalities.reading.places import Place, Register, is_total
from municipalities.reading.values import Asked, How, Unread, Value

NOBODY = "There is no municipality of this code."
Values = dict[str, Decimal]


@dataclass
class Row:
    """A row with its cells by the head of their column, and the values that were read."""

    number: int
    cells: dict[str, Cell]
    at: dict[str, int]
    values: dict[str, Value]

    def cell(self, head: str) -> str:
        """Return the address of a column's cell."""
        return address(self.number, self.at[head])


class RowReader:
    """Reads one table; what is wrong is noted with its cell, and reading goes on."""

    def __init__(self, table: Table, layout: Layout, places: Register, findings: Findings) -> None:
        """Take what every row needs."""
        self.table, self.layout, self.places, self.findings = table, layout, places, findings
        self.by_role = {
            role: [c for c in table.columns.values() if c.role == role]
            for role in ("code", "name", "county", "figure", "period", "dated", "note")
        }
        self.first_column = min(table.columns, default=0)
        self.notes = 0
        sheet = table.sheet
        self.serial_day, self.has_serials = sheet.serial_day, sheet.has_serials

    def rows(self) -> Iterator[Row]:
        """Yield the rows that say something in one of our columns."""
        heads = {column.head: at for at, column in self.table.columns.items()}
        for number, cells in self.table.rows:
            ours = {c.head: cells[at] for at, c in self.table.columns.items() if at in cells}
            if self._is_row(number, cells, ours):
                yield Row(number, ours, heads, {})

    def _is_row(self, number: int, cells: Cells, ours: dict[str, Cell]) -> bool:
        """Leave out heads that are repeated, footnotes, and marks that nobody can see."""
        if not ours:
            self._note_invisible(number, cells)
            return False
        repeated = [c.text.strip() == head for head, c in ours.items()]
        if all(repeated):
            return False
        if len(ours) == 1 and len(self.table.columns) > 2:
            ((head, only),) = ours.items()
            if not only.text.strip("\u200b\ufeff\u00ad\u2060 "):
                self._note_invisible(number, cells)
                return False
            if head == self.table.columns[self.first_column].head and len(only.text) > 12:
                self.notes += 1
                return False
        return True

    def _note_invisible(self, number: int, cells: Cells) -> None:
        for at, cell in cells.items():
            if cell.what == "text" and len(cell.text.strip()) < 4:
                self.check(
                    address(number, at),
                    quoted(cell.text),
                    "It stands outside the table and was not read.",
                )

    def read(self, row: Row, column: Column) -> Value | None:
        """Return a cell's value; None when it is blank or at fault, which is noted."""
        cell = row.cells.get(column.head)
        if cell is None or cell.is_blank:
            return self._blank(row, column)
        asked = Asked()
        try:
            value = column.reads(cell, self._how(column), asked)
        except Unread as wrong:
            self.must(row.cell(column.head), quoted(cell.text), str(wrong))
            return None
        for words in asked.words:
            self.check(row.cell(column.head), quoted(cell.text), words)
        return value

    def _how(self, column: Column) -> How:
        """Return how a column is read on this sheet, with its calendar."""
        days, has = self.serial_day, self.has_serials
        return replace(column.how, serial_day=days, has_serials=has)

    def _blank(self, row: Row, column: Column) -> Value | None:
        if column.blank == "zero":
            return Decimal(0)
        if column.blank == "missing" and column.needed:
            where = row.cell(column.head)
            self.must(where, "nothing", f"{quoted(column.head)} is needed; nothing is not zero.")
        return None

    def place_of(self, row: Row) -> Place | None:
        """Return the municipality of a row; None when it sums others or can't be told."""
        name, county = self._words(row, "name"), self._words(row, "county")
        column = next(iter(self.by_role["code"]), None)
        cell = row.cells.get(column.head) if column else None
        if column is None or cell is None or cell.is_blank:
            return self._by_name(row, name, county)
        return self._by_code(row, column, cell, name)

    def _words(self, row: Row, role: str) -> str:
        cells = [row.cells[c.head].text for c in self.by_role[role] if c.head in row.cells]
        return " ".join(" ".join(cells).split())

    def _by_code(self, row: Row, column: Column, cell: Cell, name: str) -> Place | None:
        where, found, asked = row.cell(column.head), quoted(cell.text), Asked()
        try:
            code = str(column.reads(cell, self._how(column), asked))
        except Unread as wrong:
            self.must(where, found, str(wrong))
            return None
        place = self.places.by_code.get(code)
        if place is None:
            hint = ", ".join(each.shown for each in self.places.named(name)) if name else ""
            self.must(where, found, f"{NOBODY}{f' By its name it is {hint}.' if hint else ''}")
            return None
        agrees = bool(name) and self.places.bears(place, name)
        if name and not agrees and not self._may_be(row, place, name):
            return None
        if not agrees:
            for words in asked.words:
                self.check(where, found, words)
        return place

    def _may_be(self, row: Row, place: Place, name: str) -> bool:
        """Refuse a name that is another's; ask about one that is nobody's."""
        where = row.cell(self.by_role["name"][0].head)
        others = self.places.named(name)
        if others:
            they = ", ".join(each.shown for each in others)
            self.must(
                where, quoted(name), f"The code is that of {place.shown}, the name of {they}."
            )
            return False
        self.check(where, quoted(name), f"The code is that of {place.shown}: is it the same?")
        return True

    def _by_name(self, row: Row, name: str, county: str) -> Place | None:
        found = self.places.named(name, county) if name else []
        if len(found) == 1:
            return found[0]
        columns = self.by_role["name"] or self.by_role["code"]
        where = row.cell(columns[0].head) if columns else f"row {row.number}"
        if not name:
            self.must(where, "neither code nor name", "The row’s municipality is needed.")
        elif found:
            they = ", ".join(each.shown for each in found)
            self.must(where, quoted(name), f"Several are called so: {they}. The code is needed.")
        else:
            self.must(where, quoted(name), "No municipality is called so. Its code is needed.")
        return None

    def is_total(self, row: Row) -> bool:
        """Whether a row without a code says that it sums others."""
        codes = [row.cells[c.head] for c in self.by_role["code"] if c.head in row.cells]
        name = self._words(row, "name") or " ".join(c.text for c in codes)
        return is_total(name) and not self.places.named(name)

    def must(self, cell: str, found: str, needed: str) -> None:
        """Note what must be mended."""
        self._note(self.findings.must, cell, found, needed)

    def check(self, cell: str, found: str, needed: str) -> None:
        """Note what a person must look at."""
        self._note(self.findings.check, cell, found, needed)

    def _note(self, of: list[Finding], cell: str, found: str, needed: str) -> None:
        of.append(Finding(self.table.sheet.name, cell, found, needed, self.layout.cite))
