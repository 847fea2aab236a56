"""The only home of the State fiscal year: SFY N runs from July 1 of N-1 to June 30 of N."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from funds.rules.parameters import Figures, law

JULY = 7


def sfy_of(on: date) -> int:
    """The State fiscal year a day lies in."""
    return on.year + (on.month >= JULY)


def first_day(sfy: int) -> date:
    """July 1 of the calendar year before."""
    return date(sfy - 1, 7, 1)


def last_day(sfy: int) -> date:
    """June 30 of the year that names it."""
    return date(sfy, 6, 30)


def days_in(sfy: int) -> int:
    """365, or 366 where the year holds a February 29."""
    return (last_day(sfy) - first_day(sfy)).days + 1


def day_in(sfy: int, month: int, day: int) -> date:
    """The day of that month and day inside the State fiscal year."""
    return date(sfy - 1 if month >= JULY else sfy, month, day)


def quarter_of(on: date) -> int:
    """The quarter of the State fiscal year, 1 (July-September) to 4 (April-June)."""
    return (on.month - JULY) % 12 // 3 + 1


def quarter_end(sfy: int, quarter: int) -> date:
    """The last day of a quarter of the State fiscal year."""
    month = (JULY + 3 * quarter - 2) % 12 + 1
    year = sfy - 1 if month >= JULY else sfy
    return date(year, month, monthrange(year, month)[1])


def years_after(on: date, years: int) -> date:
    """The same day so many years on; February 29 becomes February 28 where there is none."""
    year = on.year + years
    return date(year, on.month, min(on.day, monthrange(year, on.month)[1]))


def last_day_unencumbered(credited: int, figures: Figures | None = None) -> date:
    """52:27H-88 h.: the last day on which what was credited in an SFY may be encumbered.

    Two carries after the year of the credit, so June 30 of N+2; what is left that night lapses.
    """
    years = (figures or law()).whole("zone_assistance.unencumbered_years", last_day(credited))
    return last_day(credited + years)


def last_day_encumbered(encumbered: int, figures: Figures | None = None) -> date:
    """52:27H-88 i.: the last day on which what was encumbered in an SFY may be spent.

    Three carries after the year of the encumbrance, so June 30 of E+3.
    """
    years = (figures or law()).whole("zone_assistance.encumbered_years", last_day(encumbered))
    return last_day(encumbered + years)
