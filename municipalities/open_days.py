"""The only home of which days State offices and the Reserve Banks work, by New York's date.

A year that the table of holidays doesn't reach follows the rule that seeded the others.
"""

from calendar import SATURDAY
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, timedelta

from municipalities import holiday_rules
from municipalities.models import Holiday

Whose = Holiday.Whose
ONE_DAY = timedelta(days=1)
CUT_OFF = "11:59 p.m. New York time"  # of a day on which something is due
Asked = dict[tuple[str, int], dict[date, str]]
_ASKED: ContextVar[Asked | None] = ContextVar("asked", default=None)


@contextmanager
def asked_once() -> Iterator[None]:
    """Ask the table once a year and body while this lasts: a page, a plan of many days."""
    token = _ASKED.set({} if (kept := _ASKED.get()) is None else kept)
    try:
        yield
    finally:
        _ASKED.reset(token)


def closed(whose: str, year: int) -> dict[date, str]:
    """Return the weekdays of a year on which they are closed, with their names; one statement.

    While it is asked once, the years beside it are read with it: days move across a New Year.
    """
    kept = _ASKED.get()
    if kept is None:
        return _read(whose, (year,))[year]
    if (whose, year) not in kept:
        for near, days in _read(whose, (year - 1, year, year + 1)).items():
            kept[whose, near] = days
    return kept[whose, year]


def _read(whose: str, years: Sequence[int]) -> dict[int, dict[date, str]]:
    first, last = date(years[0], 1, 1), date(years[-1], 12, 31)
    rows: dict[int, list[Holiday]] = {year: [] for year in years}
    for each in Holiday.objects.filter(whose=whose, falls_on__range=(first, last)):
        rows[each.falls_on.year].append(each)
    return {year: _of_year(whose, year, found) for year, found in rows.items()}


def _of_year(whose: str, year: int, rows: list[Holiday]) -> dict[date, str]:
    if not rows:
        return holiday_rules.of_year(whose, year)
    return {each.falls_on: each.name for each in rows if each.struck_on is None}


def is_open(whose: str, day: date) -> bool:
    """Say whether they work on the day."""
    return day.weekday() < SATURDAY and day not in closed(whose, day.year)


def on_or_after(whose: str, day: date) -> date:
    """Return the day, or the next one on which they work."""
    while not is_open(whose, day):
        day += ONE_DAY
    return day


def on_or_before(whose: str, day: date) -> date:
    """Return the day, or the one before it on which they work."""
    while not is_open(whose, day):
        day -= ONE_DAY
    return day
