"""The only home of which days money can be settled on: those on which Reserve Banks work."""

from datetime import date

from municipalities import open_days
from municipalities.models import Holiday

ONE_DAY = open_days.ONE_DAY
BANKS = Holiday.Whose.BANKS


def is_banking_day(day: date) -> bool:
    """Say whether money can be settled on the day."""
    return open_days.is_open(BANKS, day)


def on_or_after(day: date) -> date:
    """Return the day, or the next banking day."""
    return open_days.on_or_after(BANKS, day)


def on_or_before(day: date) -> date:
    """Return the day, or the banking day before it."""
    return open_days.on_or_before(BANKS, day)
