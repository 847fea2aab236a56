"""The only home of the year's zone assistance money before it is shared.

The amount determined under 52:27H-98, its step-down, the Authority's amount and the shortfall.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day
from funds.rules.money import ZERO, Exact, exact, percent_of, rounded, to_cents
from funds.rules.parameters import Figures, Number, law
from funds.rules.worksheet import PERCENT, Worksheet

SECTION_98 = "52:27H-98"
STEP_DOWN = "52:27H-88 a.(1)"
FORMULA = "52:27H-88 a.(2)"
AUTHORITY = "52:27H-88 a.(3)"
MAKE_UP = "52:27H-88 k."
FIRST_YEAR_OF_SAVINGS = 2024


@dataclass(frozen=True)
class TaxExpenditures:
    """52:27H-98, in dollars: those of SFY2022, and those that are compared with them.

    For SFY2023 the compared ones are of January to June 2022, from SFY2024 on of the year before.
    """

    base: Decimal
    compared: Decimal


@dataclass(frozen=True)
class Money:
    """The dollars of one SFY: what was determined, what was appropriated, and the Authority's.

    `determined` is None where the tax expenditures alone say it.
    """

    sfy: int
    determined: Decimal | None
    appropriated: Decimal | None
    authority: Decimal
    expenditures: TaxExpenditures | None = None


@dataclass(frozen=True)
class YearsMoney:
    """The dollars of one SFY after a.(1), a.(3) and k."""

    available: Decimal
    general_fund: Decimal
    authority: Decimal
    pot: Decimal
    shortfall: Decimal


def determined_amount(
    sfy: int,
    base: Decimal,
    expenditures: Decimal,
    recorded: Decimal | None = None,
    figures: Figures | None = None,
) -> Decimal:
    """52:27H-98, in dollars: the base less what the tax preferences still cost.

    `base` is the tax expenditures of SFY2022. For SFY2023 `expenditures` are those of January to
    June 2022 and count twice; from SFY2024 on they are those of the prior SFY, unless the
    Treasurer's own methodology is on record. Refused before SFY2023.
    """
    figures, on = figures or law(), first_day(sfy)
    program_year(sfy, figures)
    if sfy < FIRST_YEAR_OF_SAVINGS:
        amount = base - 2 * expenditures
    elif figures.word("zone_assistance.savings_methodology", on) == "recorded_amount":
        if recorded is None:
            raise Refusal("the Treasurer's savings are not on record", SECTION_98)
        amount = recorded
    else:
        amount = base - expenditures
    floored = figures.word("zone_assistance.savings_floor", on) == "zero"
    return to_cents(max(amount, ZERO) if floored else amount)


def program_year(sfy: int, figures: Figures | None = None) -> int:
    """a.(1): the year of the schedule, 1 for SFY2023; refused before it and, undecided, past it."""
    figures, on = figures or law(), first_day(sfy)
    first = figures.first("zone_assistance.first_year", on)
    if sfy < first:
        raise Refusal(f"SFY{sfy}: the schedule begins with SFY{first}", STEP_DOWN)
    last = first + len(figures.row("zone_assistance.step_down", on)) - 1
    if sfy > last and figures.word("zone_assistance.after_last_year", on) == "refuse":
        raise Refusal(
            f"SFY{sfy}: the schedule ends with SFY{last} and the law is silent after it;"
            " a recorded decision is needed",
            STEP_DOWN,
        )
    return sfy - first + 1


def available_percent(sfy: int, figures: Figures | None = None) -> Number:
    """a.(1)(a)-(f): the percent of the determined amount that stays available in the SFY."""
    figures, on = figures or law(), first_day(sfy)
    year, steps = program_year(sfy, figures), figures.row("zone_assistance.step_down", on)
    if year <= len(steps):
        return exact(steps[year - 1])
    ways: dict[str, Number] = {"last_percent": exact(steps[-1]), "everything": 100, "nothing": 0}
    return ways[figures.word("zone_assistance.after_last_year", on)]


def authority_amount(
    sfy: int, cpi_june: Mapping[int, Number], figures: Figures | None = None
) -> Decimal:
    """a.(3): the Authority's dollars, the printed amount moved by the consumer price index.

    `cpi_june` holds the index of a June by calendar year; SFY N uses that of N-1 against the base
    year's, rounded once. Refused, naming it, when an index is missing or not above zero.
    """
    figures, on = figures or law(), first_day(sfy)
    base_year = figures.whole("zone_assistance.authority_base_year", on)
    amount = exact(figures.number("zone_assistance.authority_base", on))
    each_year = figures.word("zone_assistance.authority_rounding", on) == "each_year"
    years = range(base_year, sfy) if each_year else (base_year, max(sfy - 1, base_year))
    for year in years:
        if not cpi_june.get(year, 0) > 0:
            raise Refusal(f"the June {year} consumer price index is not on record", AUTHORITY)
    for before, year in pairwise(years):
        amount = exact(to_cents(amount * exact(cpi_june[year]) / exact(cpi_june[before])))
    return to_cents(amount)


def years_money(money: Money, sheet: Worksheet, figures: Figures | None = None) -> YearsMoney:
    """a.(1), a.(3), k.: what is available, the General Fund's, the Authority's, and the zones' pot.

    Refused outside the ten years and when the Authority's amount is over what there is.
    """
    figures, on = figures or law(), first_day(money.sfy)
    percent = available_percent(money.sfy, figures)
    determined = _determined(money, sheet, figures)
    sheet.line(SECTION_98, "Determined amount", determined)
    sheet.line(STEP_DOWN, "Available share of it", rounded(percent, 2), PERCENT)
    available = to_cents(percent_of(determined, percent))
    sheet.line(STEP_DOWN, "Available amount", available)
    appropriated = determined if money.appropriated is None else money.appropriated
    sheet.line(MAKE_UP, "Allocated to the fund", appropriated)
    pro_rata = figures.word("zone_assistance.allocated_fills", on) == "pro_rata"
    general_fund, usable = _fill(determined, available, appropriated, percent, pro_rata)
    sheet.line(
        STEP_DOWN, "General Fund's share", general_fund, holder="GENERAL_FUND",
        component="general_fund",
    )  # fmt: skip
    authority = sheet.line(
        AUTHORITY, "Authority's amount", money.authority, holder="AUTHORITY", component="authority"
    )
    off_the_top = figures.word("zone_assistance.authority_source", on) == "off_the_top"
    pot = usable - authority if off_the_top else usable
    if pot < 0:
        raise Refusal(
            f"SFY{money.sfy}: the Authority's {authority} is over the {usable} there is", AUTHORITY
        )
    less = " after the Authority's amount" if off_the_top else ""
    sheet.line(FORMULA, f"Shared by the formula{less}", pot)
    shortfall = max(available - usable, ZERO)
    if shortfall:
        sheet.line(MAKE_UP, "Shortfall, owed later", shortfall, component="shortfall")
    return YearsMoney(available, general_fund, authority, pot, shortfall)


def _determined(money: Money, sheet: Worksheet, figures: Figures) -> Decimal:
    """52:27H-98: what was determined on record, or what the comparison gives; both are shown."""
    compared = None
    if money.expenditures is not None:
        of = money.expenditures
        months = money.sfy < FIRST_YEAR_OF_SAVINGS
        label = "of January to June 2022, counted twice" if months else "of the year before"
        sheet.line(SECTION_98, "Tax expenditures of SFY2022, the base", of.base)
        sheet.line(SECTION_98, f"Tax expenditures {label}", of.compared)
        compared = determined_amount(money.sfy, of.base, of.compared, money.determined, figures)
        sheet.line(SECTION_98, "Determined by comparison", compared)
    found = compared if money.determined is None else money.determined
    if found is None:
        raise Refusal(f"SFY{money.sfy}: no determined amount is on record", SECTION_98)
    return found


def shortfall(
    available: Decimal,
    appropriated: Decimal,
    direct_sales_tax: Decimal = ZERO,
    figures: Figures | None = None,
    *,
    sfy: int,
) -> Decimal:
    """k.: the dollars by which what was allocated in an SFY is below what was to be available."""
    counts = (figures or law()).word("zone_assistance.direct_sales_tax", first_day(sfy))
    allocated = appropriated + (direct_sales_tax if counts == "counts" else ZERO)
    return max(available - allocated, ZERO)


def _fill(
    determined: Decimal, available: Decimal, appropriated: Decimal, percent: Exact, pro_rata: bool
) -> tuple[Decimal, Decimal]:
    """The General Fund's part of what was appropriated, and the fund's own."""
    if pro_rata and appropriated < determined:
        usable = to_cents(percent_of(appropriated, percent))
        return appropriated - usable, usable
    excess = max(appropriated - available, ZERO)
    return min(determined - available, excess), min(available, appropriated)
