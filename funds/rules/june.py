"""The only home of how money bound only over June 30 is told from money bound to be spent.

A reading for review alone: it flags, and refuses nothing. Encumbrances that are overstated at a
year's end keep money from lapsing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal

from funds.rules.fiscal_year import last_day, sfy_of
from funds.rules.money import ZERO

LAST_DAYS = timedelta(days=6)  # before June 30
SOON = timedelta(days=31)  # after it
JUNE = 6
TIMES = 3  # so often the average of the other months
SHARE = Decimal(4)  # and at least this part, one in so many, of the year's


def is_last_days(on: date) -> bool:
    """Whether a day is June 24 to 30."""
    return last_day(sfy_of(on)) - on <= LAST_DAYS


def is_released_soon(bound_on: date, released_on: date) -> bool:
    """Whether what was bound in a June was released in the month after June 30."""
    end = last_day(sfy_of(bound_on))
    return bound_on.month == JUNE and end < released_on <= end + SOON


def is_spike(by_month: Mapping[int, Decimal]) -> bool:
    """Whether a year's encumbrances, in dollars by month, were made in June beyond measure.

    June holds at least a quarter of the year's and three times the average of the other months.
    """
    june = by_month.get(JUNE, ZERO)
    others = sum(by_month.values(), ZERO) - june
    return june > ZERO and june * SHARE >= june + others and june * 11 >= others * TIMES
