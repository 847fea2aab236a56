"""The only home of the rules that seed the table of holidays; the table is what counts.

The library lists what is a holiday. Reserve Banks move a Sunday's to Monday and a Saturday's not
at all. State offices move a Saturday's to Friday, keep Juneteenth on the third Friday of June
(P.L. 2020, c. 76), close on every general election's day (N.J.S.A. 36:1-1), and no longer on
Lincoln's Birthday (P.L. 2008, c. 89).
"""

from calendar import FRIDAY, MONDAY, SATURDAY, SUNDAY
from collections.abc import Iterator
from datetime import date, timedelta

import holidays

from municipalities.models.calendar import Holiday

Whose = Holiday.Whose
ONE_DAY = timedelta(days=1)
SEEDED = range(1997, 2051)
JUNETEENTH_FROM, LINCOLN_UNTIL = 2021, 2008
AUTHORITY = {
    Whose.BANKS: "Holiday schedule of the Federal Reserve Banks",
    Whose.OFFICES: "N.J.S.A. 36:1-1 and the State's holiday schedule",
}


def of_year(whose: str, year: int) -> dict[date, str]:
    """Return the weekdays of a year on which they are closed by rule, with their names."""
    found = dict(_banks(year) if whose == Whose.BANKS else _offices(year))
    return {day: name for day, name in sorted(found.items()) if day.weekday() < SATURDAY}


def _banks(year: int) -> Iterator[tuple[date, str]]:
    for day, name in holidays.country_holidays("US", years=[year], observed=False).items():
        yield day, name
        if day.weekday() == SUNDAY:
            yield day + ONE_DAY, f"{name} (moved from Sunday)"


def _offices(year: int) -> Iterator[tuple[date, str]]:
    for day, name in holidays.country_holidays("US", subdiv="NJ", years=[year]).items():
        juneteenth = name.startswith("Juneteenth")
        lincoln = name.startswith("Lincoln") and year > LINCOLN_UNTIL
        if not juneteenth and not lincoln and not name.startswith("Election"):
            yield day, name
    if year >= JUNETEENTH_FROM:
        yield _nth(date(year, 6, 1), FRIDAY, 3), "Juneteenth"
    yield _nth(date(year, 11, 1), MONDAY, 1) + ONE_DAY, "Election Day"


def _nth(first: date, weekday: int, count: int) -> date:
    """Return the count-th such weekday from the first of a month on."""
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (count - 1))


def seeds() -> list[Holiday]:
    """Return a row for every closed weekday of the seeded years."""
    return [
        Holiday(whose=whose, falls_on=day, name=name, authority=AUTHORITY[whose])
        for whose in Whose
        for year in SEEDED
        for day, name in of_year(whose, year).items()
    ]
