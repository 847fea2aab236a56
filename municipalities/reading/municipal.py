"""The only home of reading a table of municipalities into figures, all or nothing."""

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal

from municipalities.reading import dated
from municipalities.reading.cells import Reading, quoted
from municipalities.reading.header import Table, years
from municipalities.reading.layouts import Column, Layout
from municipalities.reading.places import Place, Register
from municipalities.reading.rows import Row, RowReader

Figures = Mapping[str, Decimal]
CrossCheck = Callable[[Figures], str]
CENT = Decimal("0.01")


def read(
    table: Table,
    layout: Layout,
    period: str,
    places: Register,
    reading: Reading,
    agrees: CrossCheck | None = None,
) -> None:
    """Read a table whose rows are municipalities; `agrees` says what does not fit within a row."""
    reader = RowReader(table, layout, places, reading.findings)
    refuse_another_period(reader, period)
    sums: dict[str, Decimal] = {}
    totals: list[Row] = []
    for row in reader.rows():
        if reader.is_total(row):
            totals.append(row)
            continue
        _row(reader, row, period, reading, sums, agrees)
    for row in totals[-1:]:
        _compare_total(reader, row, sums)
    reading.said += _said(reader, table, reading)


def _row(
    reader: RowReader,
    row: Row,
    period: str,
    reading: Reading,
    sums: dict[str, Decimal],
    agrees: CrossCheck | None,
) -> None:
    place = reader.place_of(row)
    _check_period(reader, row, period)
    dated.read(reader, row, period)
    if place is None or not _is_there(reader, row, place, reading):
        return
    values: dict[str, Decimal] = {}
    for column in (*reader.by_role["figure"], *reader.by_role["note"]):
        value = reader.read(row, column)
        if isinstance(value, Decimal):
            values[column.head] = value
            sums[column.head] = sums.get(column.head, Decimal(0)) + value
            if column.kind and _is_possible(reader, row, column, value):
                name = f"{column.kind} {period}"
                reading.figures.setdefault(name, {})[place.code] = value
    why = agrees(values) if agrees else ""
    if why:
        reader.check(f"row {row.number}", place.shown, why)


def _is_there(reader: RowReader, row: Row, place: Place, reading: Reading) -> bool:
    """Note the row of a municipality, once; refuse one that stands twice."""
    before = reading.rows.get(place.code)
    if before is not None:
        reader.must(
            f"row {row.number}",
            f"{place.shown} again, as in row {before}",
            "A municipality stands once.",
        )
        return False
    reading.rows[place.code] = row.number
    if place.gone:
        reader.check(
            f"row {row.number}",
            place.shown,
            f"It is dissolved since {place.gone}: its figure stays under its own code.",
        )
    return True


def _is_possible(reader: RowReader, row: Row, column: Column, value: Decimal) -> bool:
    bounds = reader.layout.bounds.get(column.kind)
    if bounds is None or bounds[0] <= value <= bounds[1]:
        return True
    reader.must(
        row.cell(column.head),
        f"{value:,f}",
        f"{quoted(column.head)} lies between {bounds[0]:,f} and {bounds[1]:,f}.",
    )
    return False


def refuse_another_period(reader: RowReader, period: str) -> None:
    """Refuse a file whose title names other years; ask when it names none."""
    year, named = period.removeprefix("SFY"), years(reader.table.above)
    if year in named or reader.by_role["period"]:
        return
    if named:
        reader.must(
            "above the heads",
            f"the year {', '.join(sorted(named))}",
            f"A file of {period} is needed; this one is of another period.",
        )
    else:
        reader.check(
            "above the heads", "no year", f"Nothing in the file says its period: is it of {period}?"
        )


def _check_period(reader: RowReader, row: Row, period: str) -> None:
    for column in reader.by_role["period"]:
        value = reader.read(row, column)
        said = str(value.year) if isinstance(value, date) else str(value or "")
        if said and said.removeprefix("SFY") != period.removeprefix("SFY"):
            reader.must(row.cell(column.head), quoted(said), f"{period} is needed.")


def _compare_total(reader: RowReader, row: Row, sums: Figures) -> None:
    """Ask when the file's own total is not the sum of what was read."""
    for column in (*reader.by_role["figure"], *reader.by_role["note"]):
        total = reader.read(row, column) if column.head in row.cells else None
        summed = sums.get(column.head)
        if column.kind in UNSUMMED or summed is None or not isinstance(total, Decimal):
            continue
        if total != summed:
            found = f"a total of {total:,f}"
            reader.check(row.cell(column.head), found, f"The rows sum to {summed:,f}.")


UNSUMMED = {"equalization_ratio", "base_ratio", "current_ratio", "distress_score"}


def _said(reader: RowReader, table: Table, reading: Reading) -> list[str]:
    rows, where = len(reading.rows), f"“{table.sheet.name}”, heads in row {table.head_row}"
    said = [f"{rows:,} rows of municipalities on {where}"]
    if reader.notes:
        said.append(f"{reader.notes} footnotes were passed over")
    return said
