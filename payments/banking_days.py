"""The only home of which days the Federal Reserve Banks are open, by New York's date."""

from datetime import date, timedelta
from functools import cache

import holidays

SATURDAY, SUNDAY = 5, 6
ONE_DAY = timedelta(days=1)


@cache
def _closed(year: int) -> frozenset[date]:
    """The Reserve Banks' holidays: a Sunday's moves to Monday, a Saturday's is not moved."""
    days = holidays.country_holidays("US", years=[year], observed=False)
    moved = {day + ONE_DAY for day in days if day.weekday() == SUNDAY}
    return frozenset({*days, *moved})


def is_banking_day(day: date) -> bool:
    """Say whether money can be settled on the day."""
    return day.weekday() < SATURDAY and day not in _closed(day.year)


def on_or_after(day: date) -> date:
    """Return the day, or the next banking day."""
    while not is_banking_day(day):
        day += ONE_DAY
    return day


def on_or_before(day: date) -> date:
    """Return the day, or the banking day before it."""
    while not is_banking_day(day):
        day -= ONE_DAY
    return day
