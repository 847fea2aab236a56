"""The only home of which days State offices and the Reserve Banks work, by New York's date.

A year that the table of holidays doesn't reach follows the rule that seeded the others.
"""

from calendar import SATURDAY
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, timedelta

from municipalities import holiday_rules
from municipalities.models import Holiday

Whose = Holiday.Whose
ONE_DAY = timedelta(days=1)
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
    """Return the weekdays of a year on which they are closed, with their names; one statement."""
    kept = _ASKED.get()
    if kept is None:
        return _read(whose, year)
    if (whose, year) not in kept:
        kept[whose, year] = _read(whose, year)
    return kept[whose, year]


def _read(whose: str, year: int) -> dict[date, str]:
    rows = list(Holiday.objects.filter(whose=whose, falls_on__year=year))
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
