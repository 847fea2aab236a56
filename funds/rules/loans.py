"""The only home of how a loan is repaid: its schedule, and what of it is past due.

Principal is cut into equal parts, the odd cents where the running total rounds; interest is on
what is outstanding, half-up to the cent. What a borrower pays beyond what is due is not late.
"""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from funds.refusal import Refusal
from funds.rules.money import ZERO, exact, percent_of, to_cents

CITE = "52:27H-88 a.(4)"
MONTHS = 12
EVERY = (1, 3, 12)  # months between two payments
MOST = 480  # payments: forty years of months


class Part(NamedTuple):
    """A payment that is owed by a day, in dollars."""

    due_on: date
    principal: Decimal
    interest: Decimal


class PastDue(NamedTuple):
    """Principal that should have been repaid, in dollars, and the day it was due first."""

    amount: Decimal
    since: date | None


def schedule(
    principal: Decimal, rate: Decimal, first_on: date, count: int, every: int
) -> list[Part]:
    """Cut a loan into so many payments, `every` so many months; `rate` is percent a year.

    Raises Refusal for a count or a distance that no loan has.
    """
    if not 1 <= count <= MOST or every not in EVERY:
        raise Refusal(
            f"{count} payments every {every} months: 1 to {MOST} payments, every 1, 3 or 12 "
            "months, are needed.",
            CITE,
        )
    parts, repaid = [], ZERO
    for number in range(1, count + 1):
        until = to_cents(exact(principal) * Fraction(number, count))
        interest = to_cents(percent_of(principal - repaid, exact(rate) * Fraction(every, MONTHS)))
        parts.append(Part(months_on(first_on, every * (number - 1)), until - repaid, interest))
        repaid = until
    return parts


def months_on(on: date, months: int) -> date:
    """Return the same day so many months on, or the month's last where there is none."""
    year, month = divmod(on.year * MONTHS + on.month - 1 + months, MONTHS)
    return date(year, month + 1, min(on.day, monthrange(year, month + 1)[1]))


def past_due(parts: Sequence[Part], repaid: Decimal, on: date) -> PastDue:
    """Return what of the schedule was due before the day and is not repaid."""
    running = ZERO
    for part in sorted(parts):
        running += part.principal
        if part.due_on < on and running > repaid:
            due = sum((each.principal for each in parts if each.due_on < on), ZERO)
            return PastDue(due - repaid, part.due_on)
    return PastDue(ZERO, None)
