"""The only home of the days that rows hold: a day outside the file's period is asked about."""

from datetime import date

from municipalities.letters.words import on_paper
from municipalities.reading.rows import Row, RowReader


def read(reader: RowReader, row: Row, period: str) -> list[date]:
    """Read the days of a row's dated columns; ask about each outside the period."""
    first, last = days_of(period)
    days = [reader.read(row, column) for column in reader.by_role["dated"]]
    for column, day in zip(reader.by_role["dated"], days, strict=True):
        if isinstance(day, date) and not first <= day <= last:
            began = f"{period} began {on_paper(first)} and ended {on_paper(last)}"
            reader.check(row.cell(column.head), on_paper(day), f"{began}: is it of this period?")
    return [day for day in days if isinstance(day, date)]


def days_of(period: str) -> tuple[date, date]:
    """Return the first and the last day of a year, or of a State fiscal year ("SFY2010")."""
    year = int(period.removeprefix("SFY"))
    if period.startswith("SFY"):
        return date(year - 1, 7, 1), date(year, 6, 30)
    return date(year, 1, 1), date(year, 12, 31)
