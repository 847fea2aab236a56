"""The only home of what watches the amount: the deflator beside the index, 52:27D-441's days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from funds.rules.energy_amount import index_quarter_year
from funds.rules.money import HUNDRED, HalfPercent, exact, rounded, to_half_percent
from funds.rules.parameters import Figures, law


@dataclass(frozen=True)
class DeflatorCheck:
    """What the deflator gives for a year's index: `percent` exact, `half` to the half percent.

    It only checks the promulgated rate, and never takes its place. e.
    """

    year: int
    before: Decimal
    now: Decimal
    percent: Fraction
    half: HalfPercent

    @property
    def shown(self) -> Decimal:
        """The percent to three decimals, to be read."""
        return rounded(self.percent, 3)


def deflator_check(
    sfy: int, deflators: Mapping[int, Decimal], figures: Figures | None = None
) -> DeflatorCheck | None:
    """Work out the index of an SFY from second quarters by calendar year; None when one lacks."""
    year = index_quarter_year(sfy, figures)
    before, now = deflators.get(year - 1), deflators.get(year)
    if before is None or now is None:
        return None
    percent = (exact(now) / exact(before) - 1) * HUNDRED
    return DeflatorCheck(year, before, now, percent, to_half_percent(percent))


def certify_by(enacted_on: date, figures: Figures | None = None) -> date:
    """The last day on which the Director of Budget and Accounting certifies that it is short."""
    return enacted_on + _days("certify_short_days", enacted_on, figures)


def notify_by(certified_on: date, figures: Figures | None = None) -> date:
    """The last day on which the Director of Taxation notifies the taxpayers."""
    return certified_on + _days("notify_filers_days", certified_on, figures)


def _days(name: str, on: date, figures: Figures | None) -> timedelta:
    return timedelta(days=(figures or law()).whole(f"energy_receipts.{name}", on))
