"""Files for tests of the reader, made as spreadsheets and offices make them."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.utils.datetime import MAC_EPOCH

from municipalities.reading import reader
from municipalities.reading.cells import Finding, Reading
from municipalities.reading.formats import LAYOUTS
from municipalities.reading.places import Place, Register

TOWNS = (
    Place("0101", "Absecon", "City", "City of Absecon", "Atlantic"),
    Place("0102", "Atlantic City", "City", "City of Atlantic City", "Atlantic"),
    Place("0104", "Buena Borough", "Borough", "Borough of Buena", "Atlantic"),
    Place("0714", "Newark", "City", "City of Newark", "Essex"),
    Place("1438", "Washington Township", "Township", "Township of Washington", "Morris"),
    Place("2123", "Washington Township", "Township", "Township of Washington", "Warren"),
    Place("0429", "Pine Valley", "Borough", "Borough of Pine Valley", "Camden", "2022-01-01"),
)
PLACES = Register(TOWNS)
SALES = ("Municode", "Municipality", "taxable_sales")
GOOD = [("0101", "Absecon", 1000), ("0102", "Atlantic City", 2000), ("0714", "Newark", 3000)]


def csv_of(rows: Sequence[Sequence[object]], separator: str = ",") -> bytes:
    """A CSV of these rows, quoted where needed."""

    def cell(each: object) -> str:
        text = str(each)
        quote = any(mark in text for mark in (separator, '"', "\n"))
        return '"' + text.replace('"', '""') + '"' if quote else text

    return "\r\n".join(separator.join(map(cell, row)) for row in rows).encode() + b"\r\n"


def xlsx_of(
    rows: Sequence[Sequence[Any]], *, formats: Mapping[str, str] | None = None,
    from_1904: bool = False, title: str = "Sheet1", change: Any = None,
) -> bytes:  # fmt: skip
    """A workbook of these rows; `formats` by cell, `change` may touch book and sheet."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    for cell, form in (formats or {}).items():
        sheet[cell].number_format = form
    if from_1904:
        book.epoch = MAC_EPOCH
    if change:
        change(book, sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_part(content: bytes, name: str, old: str, new: str) -> bytes:
    """A workbook in whose part a text is replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(out, "w") as after:
        for each in before.infolist():
            text = before.read(each.filename)
            if each.filename == name:
                assert old.encode() in text
                text = text.replace(old.encode(), new.encode(), 1)
            after.writestr(each, text)
    return out.getvalue()


def read(content: bytes, kind: str = "xlsx", layout: str = "taxable-sales", period: str = "2025"
         ) -> Reading:  # fmt: skip
    """Read a file of a layout."""
    return reader.read(content, kind, LAYOUTS[layout], period, PLACES)


def figures(reading: Reading) -> dict[str, str]:
    """The figures of the only kind that was read, as text; a refusal fails the test."""
    assert [str(each) for each in reading.findings.must] == []
    (values,) = reading.figures.values()
    return {code: str(value) for code, value in values.items()}


def at(findings: Sequence[Finding]) -> list[str]:
    """Where each finding is."""
    return [each.cell for each in findings]
