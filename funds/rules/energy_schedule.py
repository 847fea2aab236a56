"""The only home of the days on which energy tax receipts aid is due (N.J.S.A. 52:27D-439 c.)."""

from __future__ import annotations

from datetime import date

from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day
from funds.rules.money import Exact
from funds.rules.parameters import Figures, law

CALENDAR, STATE = "calendar", "state"
ONE = "52:27D-439 c.(2)"


def due_dates(sfy: int, figures: Figures | None = None) -> list[tuple[date, Exact]]:
    """c.(1): the statutory days of the (2) and (4) amounts of an SFY, with their percents.

    They fall in the calendar year in which the SFY opens. A year's practice is a dated line.
    """
    schedule = (figures or law()).row("energy_receipts.schedule", first_day(sfy))
    return [(date(sfy - 1, month, day), percent) for month, day, percent in schedule]


def difference_due_on(sfy: int, basis: str, figures: Figures | None = None) -> date:
    """c.(2): the statutory day of the (3) amount of an SFY, by the municipality's fiscal basis.

    June 30 that closes the SFY; from SFY2002 on July 15 just after it for a calendar-year
    municipality. The entitlement stays the SFY's, whichever SFY the cash goes out in.
    """
    figures, on = figures or law(), first_day(sfy)
    if basis not in (CALENDAR, STATE):
        raise Refusal(f"the fiscal basis {basis!r} is neither calendar nor state", ONE)
    by_basis = sfy >= figures.whole("energy_receipts.difference_by_basis_from", on)
    if basis == STATE or not by_basis:
        return date(sfy, *figures.row("energy_receipts.difference_day", on))
    opening = figures.word("energy_receipts.difference_july", on) == "opening"
    year = sfy - 1 if opening else sfy
    return date(year, *figures.row("energy_receipts.difference_day_calendar", on))
