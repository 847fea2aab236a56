"""The only home of reading a published series: a row a quarter, month or year, one value each."""

from datetime import date
from decimal import Decimal

from municipalities.reading.cells import Reading, quoted
from municipalities.reading.header import Table
from municipalities.reading.layouts import Column, Layout
from municipalities.reading.places import Register
from municipalities.reading.rows import Row, RowReader

NONE_PUBLISHED = {".", "NA", "n.a."}


def read(table: Table, layout: Layout, period: str, reading: Reading) -> None:
    """Read the period's value, and the years before it that the layout needs of one vintage."""
    reader = RowReader(table, layout, Register(()), reading.findings)
    found: dict[str, tuple[Row, Decimal]] = {}
    latest = ""
    for row in reader.rows():
        year = _year(reader, row, layout.quarter)
        column = reader.by_role["figure"][0]
        value = _value(reader, row, column) if year else None
        if value is None:
            continue
        if year in found:
            reader.must(
                f"row {row.number}",
                f"{year} again, as in row {found[year][0].number}",
                "A year stands once.",
            )
        found[year] = row, value
        latest = max(latest, year)
    if period not in found and not reading.findings.must:
        reader.must(
            "the last row",
            f"the latest is {latest or 'none'}",
            f"{layout.title} of {period} is needed.",
        )
    _keep(layout, period, found, reading)
    reading.said.append(f"{len(found)} years of “{table.sheet.name}”, the latest {latest}")


def _keep(
    layout: Layout, period: str, found: dict[str, tuple[Row, Decimal]], reading: Reading
) -> None:
    first = int(period) - layout.years_before
    for year, (row, value) in found.items():
        if first <= int(year) <= int(period):
            reading.figures[f"{layout.kinds_read()[0]} {year}"] = {"": value}
            reading.rows[year] = row.number


def _year(reader: RowReader, row: Row, month: str) -> str:
    """Return the year of a row of the wanted quarter or month; nothing for the others."""
    column = reader.by_role["period"][0]
    cell = row.cells.get(column.head)
    if cell is None or cell.is_blank:
        reader.must(row.cell(column.head), "nothing", f"{quoted(column.head)} is needed.")
        return ""
    if cell.text.strip().isdigit() and len(cell.text.strip()) == 4:
        return cell.text.strip()
    day = reader.read(row, column)
    if not isinstance(day, date):
        return ""
    return str(day.year) if f"{day.month:02}" == month and day.day == 1 else ""


def _value(reader: RowReader, row: Row, column: Column) -> Decimal | None:
    cell = row.cells.get(column.head)
    if cell is not None and cell.text.strip() in NONE_PUBLISHED:
        return None
    value = reader.read(row, column)
    return value if isinstance(value, Decimal) else None
