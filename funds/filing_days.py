"""The only home of the last day of a filing whose day falls on one when State offices are closed.

The statutory day stays the one that is shown; what is filed by the last day is in time. O-78.
"""

from datetime import date
from typing import NamedTuple

from funds.rules.highlands_chain import (
    board_due,
    certification_due,
    days_late,
    report_due,
    sfy_for,
)
from funds.rules.parameters import law
from municipalities import open_days
from municipalities.models import Holiday

OFFICES = Holiday.Whose.OFFICES
HIGHLANDS, ZONES = "highlands.filing_day", "zone_assistance.filing_day"


class Due(NamedTuple):
    """A filing's statutory day, and the last one on which it is in time."""

    statutory_on: date
    last_on: date

    def days_late(self, on: date) -> int:
        """How many days a filing of the day came late; late is recorded, never refused."""
        return days_late(on, self.last_on)

    @property
    def moved(self) -> str:
        """Say in words that the day moved, by which rule; empty when it did not."""
        if self.last_on == self.statutory_on:
            return ""
        return (
            f"The statutory date {_said(self.statutory_on)} is a {self.statutory_on:%A} on which"
            f" State offices are closed; it moves to {self.last_on:%A}, {_said(self.last_on)}."
        )


def due(statutory_on: date, rule: str = HIGHLANDS) -> Due:
    """Return a statutory day with the last one, by the recorded rule; at most two statements."""
    if law().word(rule, statutory_on) == "stays":
        return Due(statutory_on, statutory_on)
    return Due(statutory_on, open_days.on_or_after(OFFICES, statutory_on))


def authority(rule: str = HIGHLANDS) -> str:
    """Say what the recorded rule of days on which State offices are closed rests on."""
    return law().figure(rule).because


class ChainDays(NamedTuple):
    """The days of the three bodies of a tax year's chain."""

    report: Due
    board: Due
    treasurer: Due


def chain(year: int) -> ChainDays:
    """Return the days of a tax year's chain: assessors, county boards, the Treasurer."""
    days = (report_due(year), board_due(year), certification_due(sfy_for(year)))
    return ChainDays(*(due(day) for day in days))


def _said(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"
