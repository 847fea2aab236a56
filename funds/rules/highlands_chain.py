"""The only home of the Highlands chain's days, and of the decline that a county board computes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from funds.rules.fiscal_year import first_day
from funds.rules.highlands import true_value
from funds.rules.highlands_year import Parcel, vacant_land
from funds.rules.money import ZERO, Exact
from funds.rules.parameters import Figures, law

REPORT, BOARD, REVIEW, CERTIFIED = "54:1-85 c.", "54:1-85 d.(1)", "54:1-85 h.", "54:1-85 e."


@dataclass(frozen=True)
class Declined:
    """Assessed and true dollars of a municipality's vacant land in both years, and the decline."""

    base_assessed: Decimal
    current_assessed: Decimal
    base_true: Decimal
    current_true: Decimal
    valuation_base: Decimal


def sfy_for(year: int) -> int:
    """The State fiscal year that a report of a tax year is for."""
    return year + 1


def base_year(sfy: int, figures: Figures | None = None) -> int:
    """n.: the base year of the vacant land."""
    return (figures or law()).whole("highlands.base_year", first_day(sfy))


def report_due(year: int, figures: Figures | None = None) -> date:
    """c.: the last day on which an assessor's report of a tax year is in time."""
    return _day("report_due", sfy_for(year), year, figures)


def board_due(year: int, figures: Figures | None = None) -> date:
    """d.(1): the last day on which a county board's certification is in time."""
    return _day("board_due", sfy_for(year), year, figures)


def certification_due(sfy: int, figures: Figures | None = None) -> date:
    """e.: the last day on which the Treasurer's certification is in time."""
    return _day("certification_due", sfy, sfy, figures)


def days_late(on: date, due_on: date) -> int:
    """How many days a filing came after its day; late is recorded, never refused."""
    return max((on - due_on).days, 0)


def next_payment(on: date, figures: Figures | None = None) -> tuple[date, int]:
    """c., f.(1): the payment due next following a day, and the State fiscal year it is of."""
    figures = figures or law()
    days = figures.row("highlands.installment_days", on)
    due = [date(on.year + more, month, day) for more in (0, 1) for month, day in days]
    first = min(day for day in due if day > on)
    return first, first.year + (first.month > 6)


def decline(
    parcels: Sequence[Parcel],
    base_ratio: Exact,
    current_ratio: Exact,
    year: int,
    figures: Figures | None = None,
) -> Declined:
    """d.(1), n.: the aggregate decline, if any, in the true value of vacant land.

    Ratios in percent, each of its own year; only attributed changes of vacant parcels count.
    """
    base, current = vacant_land(parcels, sfy_for(year), figures)
    then, now = true_value(base, base_ratio), true_value(current, current_ratio)
    return Declined(base, current, then, now, max(then - now, ZERO))


def _day(name: str, sfy: int, year: int, figures: Figures | None) -> date:
    month, day = (figures or law()).row(f"highlands.{name}", first_day(sfy))
    return date(year, int(month), int(day))
