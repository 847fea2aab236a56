"""The only home of the formula by which zone assistance is shared (N.J.S.A. 52:27H-88 a.(2))."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import lcm

from funds.refusal import Refusal
from funds.rules.determined_amount import (
    FORMULA,
    MAKE_UP,
    Money,
    YearsMoney,
    authority_amount,
    available_percent,
    determined_amount,
    program_year,
    shortfall,
    years_money,
)
from funds.rules.fiscal_year import first_day
from funds.rules.money import HUNDRED, ZERO, Exact, apportion, exact, rounded
from funds.rules.parameters import Figures, law
from funds.rules.worksheet import PERCENT, Worksheet

__all__ = [
    "Allocation", "Money", "YearsMoney", "ZoneMunicipality", "allocate", "authority_amount",
    "available_percent", "determined_amount", "formula_shares", "make_up", "municipal_split",
    "program_year", "shortfall", "years_money",
]  # fmt: skip

FACTOR_WORDS = {
    "parcels": "commercial and industrial parcels",
    "distress_score": "distress scores",
    "unemployed": "unemployed persons",
    "taxable_sales": "taxable sales",
}
FACTORS = tuple(FACTOR_WORDS)


@dataclass(frozen=True)
class ZoneMunicipality:
    """The formula's facts of one municipality: counts, points, persons, dollars."""

    code: str
    zone: str
    in_good_standing: bool
    parcels: Exact | None
    distress_score: Exact | None
    unemployed: Exact | None
    taxable_sales: Exact | None


@dataclass(frozen=True)
class Allocation:
    """A year's zone assistance, and the worksheet that explains it."""

    money: YearsMoney
    zones: dict[str, Decimal]
    municipal_shares: dict[str, Exact]
    worksheet: Worksheet


def allocate(
    money: Money, municipalities: Sequence[ZoneMunicipality], figures: Figures | None = None
) -> Allocation:
    """a.(1)-(3): a year's money from the determined amount to each zone's credit, in dollars.

    Refused: an SFY outside the schedule; an Authority's amount over the pot; a factor that is
    missing, negative, or sums to zero; a zone whose municipalities disagree on its standing.
    """
    figures, sheet = figures or law(), Worksheet()
    usable = years_money(money, sheet, figures)
    counted = _counted(municipalities, money.sfy, figures)
    shares = formula_shares(counted, money.sfy, figures)
    codes, weights = _by_zone(counted, shares)
    _write_factors(sheet, counted, money.sfy, figures)
    credited = apportion(usable.pot, weights, "formula share", FORMULA)
    total = sum(weights.values())
    zones = {}
    for code, amount in credited.items():
        holder = f"zone:{codes[code]}"
        percent = rounded(Fraction(weights[code] * HUNDRED, total), 6)
        sheet.line(FORMULA, "Share by the formula", percent, PERCENT, holder)
        zones[codes[code]] = sheet.line(
            FORMULA, "Credit of the year", amount, holder=holder, component="allocation"
        )
    return Allocation(usable, zones, dict(shares), sheet)


def _write_factors(
    sheet: Worksheet, counted: Sequence[ZoneMunicipality], sfy: int, figures: Figures
) -> None:
    """Write down each zone's part of each factor's total, with the weight that it has."""
    weights = figures.row("zone_assistance.formula_weights", first_day(sfy))
    for factor, weight in zip(FACTORS, weights, strict=True):
        column = factor_integers(counted, factor)
        codes, parts = _by_zone(
            counted, {town.code: n for town, n in zip(counted, column, strict=True)}
        )
        label = f"Part of all {FACTOR_WORDS[factor]}, counted {weight}"
        for code, part in parts.items():
            percent = rounded(Fraction(part * HUNDRED, sum(column)), 6)
            sheet.line(FORMULA, label, percent, PERCENT, f"zone:{codes[code]}")


def formula_shares(
    municipalities: Sequence[ZoneMunicipality], sfy: int, figures: Figures | None = None
) -> dict[str, int]:
    """a.(2): each municipality's part of the formula, as integers in exact proportion.

    Half on its part of all taxable sales, the other half on its parts of all parcels, distress
    scores and unemployed. Refused, naming it: a factor that is missing, negative or sums to zero.
    """
    weights = (figures or law()).row("zone_assistance.formula_weights", first_day(sfy))
    columns = [factor_integers(municipalities, factor) for factor in FACTORS]
    totals = [sum(column) for column in columns]
    scales = [exact(weight) / total for weight, total in zip(weights, totals, strict=True)]
    below = lcm(*(scale.denominator for scale in scales))
    units = [scale.numerator * (below // scale.denominator) for scale in scales]
    return {
        town.code: sum(unit * column[row] for unit, column in zip(units, columns, strict=True))
        for row, town in enumerate(municipalities)
    }


def factor_integers(municipalities: Sequence[ZoneMunicipality], factor: str) -> list[int]:
    """One factor's values as integers in exact proportion; refused unless all are usable."""
    values = []
    for town in municipalities:
        value: Exact | None = getattr(town, factor)
        if value is None or value < 0:
            what = "missing" if value is None else "negative"
            raise Refusal(f"cannot allocate: {factor} is {what} for {town.code}", FORMULA)
        values.append(exact(value))
    if not sum(values):
        raise Refusal(f"cannot allocate: {factor} sums to zero", FORMULA)
    below = lcm(*(value.denominator for value in values))
    return [value.numerator * (below // value.denominator) for value in values]


def municipal_split(
    zone: str,
    allocation: Allocation,
    municipalities: Sequence[ZoneMunicipality],
    sfy: int,
    figures: Figures | None = None,
) -> dict[str, Decimal]:
    """b.: the part of a zone's credit that is each member municipality's, for its caps and clocks.

    Dollars, summing to the zone's credit: by formula share. A zone that got nothing is refused.
    """
    members = [town.code for town in municipalities if town.zone == zone]
    if zone not in allocation.zones:
        raise Refusal(f"{zone} zone, SFY{sfy}: nothing was allocated", FORMULA)
    way = (figures or law()).word("zone_assistance.municipal_split", first_day(sfy))
    weigh: dict[str, Callable[[str], Exact]] = {
        "formula_share": allocation.municipal_shares.__getitem__,
        "equal": lambda code: 1,
    }
    weights: dict[str, Exact] = {code: weigh[way](code) for code in members}
    if not allocation.zones[zone]:
        return dict.fromkeys(members, ZERO)
    return apportion(allocation.zones[zone], weights, "formula share", "52:27H-88 b.")


def make_up(
    amount: Decimal,
    cured: Mapping[str, Exact],
    paying: Mapping[str, Exact],
    sfy: int,
    figures: Figures | None = None,
) -> dict[str, Decimal]:
    """k.: share a make-up of an earlier SFY's shortfall, in dollars, without step-down.

    `cured` and `paying` are the weights of the cured and of the paying SFY by zone code.
    """
    way = (figures or law()).word("zone_assistance.make_up_shares", first_day(sfy))
    weights = {"cured_year": cured, "paying_year": paying}[way]
    return apportion(amount, weights, "formula share", MAKE_UP)


def _counted(
    municipalities: Sequence[ZoneMunicipality], sfy: int, figures: Figures
) -> list[ZoneMunicipality]:
    """The municipalities of zones that are to be credited."""
    standing: dict[str, bool] = {}
    for town in municipalities:
        if standing.setdefault(town.zone, town.in_good_standing) != town.in_good_standing:
            raise Refusal(f"{town.zone} zone: {town.code} disagrees on its good standing", FORMULA)
    gates = figures.word("zone_assistance.standing_gates", first_day(sfy)) == "credit"
    return [town for town in municipalities if town.in_good_standing or not gates]


def _by_zone(
    municipalities: Sequence[ZoneMunicipality], shares: Mapping[str, int]
) -> tuple[dict[str, str], dict[str, int]]:
    """Zone names and weights by zone code, which is the lowest code of its municipalities."""
    codes: dict[str, str] = {}
    weights: dict[str, int] = {}
    for town in sorted(municipalities, key=lambda town: town.code):
        code = codes.setdefault(town.zone, town.code)
        weights[code] = weights.get(code, 0) + shares[town.code]
    return {code: zone for zone, code in codes.items()}, weights
