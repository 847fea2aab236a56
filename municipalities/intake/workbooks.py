"""The only home of the workbooks that go out: pre-filled templates, and lists of what is wrong.

Codes are text, amounts are numbers, and a text that looks like a formula stays a text.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font

from municipalities import facts
from municipalities.models import EnterpriseZone, FactSeries, Municipality
from municipalities.reading.layouts import Column, Layout

HEADS = ("List", "Sheet", "Cell", "Found", "Needed", "Clause")
WIDTHS = (16, 18, 22, 34, 60, 26)
Findings = Sequence[Mapping[str, str]]
BOLD = Font(bold=True)
WRAPPED = Alignment(wrap_text=True, vertical="top")


def findings(title: str, must: Findings, look: Findings) -> bytes:
    """Return both lists of a file, what must be mended first."""
    lists = (("Must be mended", must), ("Please check", look))
    rows = [
        (name, each["sheet"], each["cell"], each["found"], each["needed"], each["clause"])
        for name, found in lists
        for each in found
    ]
    return _book("Findings", [(title,), HEADS, *rows], WIDTHS)


def template(layout: Layout, period: str, on: date) -> bytes:
    """Return a template with the municipalities filled in, and the figures in force beside them."""
    towns = _towns(layout, on)
    figures = [column for column in layout.columns if column.role == "figure"]
    known = {column.head: _in_force(column, period, on) for column in figures}
    days = [column.head for column in layout.columns if column.role == "dated"]
    heads = ("Municode", "Municipality", "County", *(column.head for column in figures), *days)
    rows = [
        (town.code, town.name, town.county.name, *(known[c.head].get(town.code) for c in figures))
        for town in towns
    ]
    title = (f"{layout.title}, {period}",)
    return _book("Template", [title, heads, *rows], (12, 32, 16, *(22 for _ in heads[3:])))


def _in_force(column: Column, period: str, on: date) -> dict[str | None, Decimal]:
    """Return the values of the period, or of the latest before, to be written over."""
    found = FactSeries.objects.filter(kind=column.kind, period__lte=period, accepted_on__lte=on)
    series = found.order_by("-period", "-version").first()
    return facts.values(series) if series else {}


def _towns(layout: Layout, on: date) -> Iterable[Municipality]:
    towns = Municipality.objects.existing(on).select_related("county")
    if layout.whose == "zones":
        zones = EnterpriseZone.objects.filter(made_up=False)
        return towns.filter(zone_memberships__zone__in=zones).distinct()
    return towns.filter(in_highlands=True) if layout.whose == "highlands" else towns


def _book(title: str, rows: Sequence[Sequence[object]], widths: Sequence[int]) -> bytes:
    """Write rows below a title and heads; widths fit what stands there."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    for at, width in enumerate(widths):
        sheet.column_dimensions[chr(65 + at)].width = width
    sheet.freeze_panes = "A3"
    for number, row in enumerate(rows):
        sheet.append([_cell(sheet, value, bold=number < 2) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: object, value: object, *, bold: bool) -> WriteOnlyCell:
    cell = WriteOnlyCell(sheet, value=value)
    if isinstance(value, str):
        cell.data_type = "s"  # whatever it begins with
        cell.number_format = "@"
        cell.alignment = WRAPPED
    elif isinstance(value, Decimal):
        cell.number_format = "#,##0.00" if value != value.to_integral_value() else "#,##0"
    if bold:
        cell.font = BOLD
    return cell
