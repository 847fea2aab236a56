"""The only home of the amount of energy tax receipts aid and of the test of 52:27D-441."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day
from funds.rules.money import HUNDRED, Exact, exact, to_cents, to_half_percent
from funds.rules.parameters import Figures, law

AID = "52:27D-439 b.(1)"
AMOUNT = "52:27D-439 e."
POISON_PILL = "52:27D-441"


@dataclass(frozen=True)
class GrownAmount:
    """A year's required amount, its rate, and what the losing side of an exact tie would give."""

    rate: Decimal
    amount: Decimal
    other_rate: Decimal | None = None
    other_amount: Decimal | None = None


@dataclass(frozen=True)
class Judgment:
    """52:27D-441: the required amount against the appropriated one, or why it cannot be judged."""

    required: Decimal | None
    appropriated: Decimal
    short: Decimal | None
    missing: tuple[int, ...]

    @property
    def clocks_start(self) -> bool:
        """Whether the five days of certification and the five of notice begin to run."""
        return bool(self.short)

    def __str__(self) -> str:
        if self.missing:
            years = ", ".join(f"SFY{sfy}" for sfy in self.missing)
            return f"cannot be judged: the index rate is not on record for {years}"
        if self.short:
            return f"${self.short:,.2f} short of the required ${self.required:,.2f}"
        return f"the required ${self.required:,.2f} is appropriated"


def fund_year(sfy: int, figures: Figures | None = None) -> int:
    """b.(1): the year of the fund, 1 for SFY1998; below 1 before it."""
    first = (figures or law()).first("energy_receipts.first_year", first_day(sfy))
    return sfy - first + 1


def fixed_amount(sfy: int, figures: Figures | None = None) -> Decimal | None:
    """e.: the amount the statute prints for SFY1998 to SFY2002, in dollars; None from SFY2003."""
    figures = figures or law()
    if grows(sfy, figures):
        return None
    return to_cents(figures.number("energy_receipts.fixed_amount", first_day(sfy)))


def grows(sfy: int, figures: Figures | None = None) -> bool:
    """e.: whether the SFY's amount is the prior one moved by the index; refused before SFY1998."""
    figures = figures or law()
    if fund_year(sfy, figures) < 1:
        raise Refusal(f"SFY{sfy}: the first aid is that of SFY1998", AID)
    return sfy >= figures.whole("energy_receipts.growth_from", first_day(sfy))


def index_quarter_year(sfy: int, figures: Figures | None = None) -> int:
    """e.: the calendar year whose second quarter stands behind the index of the SFY."""
    return sfy - (figures or law()).whole("energy_receipts.index_years_back", first_day(sfy))


def grow(
    prior: Decimal, percent: Exact, *, promulgated: bool, sfy: int, figures: Figures | None = None
) -> GrownAmount:
    """e.: the prior amount times 1.0 and the index rate, floored at zero, half-up to the cent.

    An index percent is rounded to the nearest half percent, half-up, and an exact tie shows both
    outcomes. A promulgated percent is used as it was promulgated.
    """
    figures = figures or law()
    if promulgated:
        return GrownAmount(_shown(percent), _grown(prior, percent, sfy, figures))
    rate, other = to_half_percent(percent)
    if other is not None and figures.word("energy_receipts.index_tie", first_day(sfy)) == "down":
        rate, other = other, rate
    amount = _grown(prior, rate, sfy, figures)
    if other is None:
        return GrownAmount(rate, amount)
    return GrownAmount(rate, amount, other, _grown(prior, other, sfy, figures))


def required_amount(
    sfy: int, promulgated: Mapping[int, Exact], figures: Figures | None = None
) -> Decimal:
    """e.: the required amount of an SFY, grown year by year from SFY2002's by promulgated rates.

    Refused, naming the years, while a rate is not on record; nothing is filled in.
    """
    figures = figures or law()
    fixed = fixed_amount(sfy, figures)
    if fixed is not None:
        return fixed
    first = figures.whole("energy_receipts.growth_from", first_day(sfy))
    absent = missing_rates(sfy, promulgated, figures)
    if absent:
        years = ", ".join(f"SFY{year}" for year in absent)
        raise Refusal(f"the index rate is not on record for {years}", AMOUNT)
    amount = fixed_amount(first - 1, figures) or Decimal(0)
    for year in range(first, sfy + 1):
        amount = _grown(amount, promulgated[year], year, figures)
    return amount


def missing_rates(
    sfy: int, promulgated: Mapping[int, Exact], figures: Figures | None = None
) -> tuple[int, ...]:
    """Return the years whose rate an SFY's amount needs and that are not on record."""
    figures = figures or law()
    if not grows(sfy, figures):
        return ()
    first = figures.whole("energy_receipts.growth_from", first_day(sfy))
    return tuple(year for year in range(first, sfy + 1) if year not in promulgated)


def judge(
    sfy: int,
    appropriated: Decimal,
    promulgated: Mapping[int, Exact],
    figures: Figures | None = None,
) -> Judgment:
    """52:27D-441: whether the appropriations act gives at least the required amount."""
    figures = figures or law()
    missing = missing_rates(sfy, promulgated, figures)
    if missing:
        return Judgment(None, appropriated, None, missing)
    required = required_amount(sfy, promulgated, figures)
    return Judgment(required, appropriated, max(required - appropriated, Decimal("0.00")), ())


def _grown(prior: Decimal, percent: Exact, sfy: int, figures: Figures) -> Decimal:
    rate = exact(percent) / HUNDRED
    if figures.word("energy_receipts.index_floor", first_day(sfy)) == "sum":
        return to_cents(exact(prior) * max(1 + rate, Fraction(0)))
    return to_cents(exact(prior) * (1 + max(rate, Fraction(0))))


def _shown(percent: Exact) -> Decimal:
    return percent if isinstance(percent, Decimal) else to_cents(percent)
