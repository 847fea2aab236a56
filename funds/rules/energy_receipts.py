"""The only home of how energy tax receipts aid is shared (N.J.S.A. 52:27D-439 b., d., e., f.)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from funds.refusal import Refusal, refuse_all
from funds.rules.energy_amount import grows
from funds.rules.energy_schedule import difference_due_on, due_dates
from funds.rules.fiscal_year import first_day
from funds.rules.money import ZERO, apportion, installments
from funds.rules.parameters import Figures, law
from funds.rules.worksheet import Worksheet

AID, BASE, DIFFERENCE, REMAINDER = (f"52:27D-439 b.({number})" for number in (1, 2, 3, 4))
SIX, ONE = "52:27D-439 c.(1)", "52:27D-439 c.(2)"
LEVY_RELIEF, COUNTY = "52:27D-439 e.", "52:27D-439 f."


@dataclass(frozen=True)
class BaseYears:
    """The dollars behind (2) and (3) of one municipality; `row` says where they stand."""

    code: str
    basis: str
    aid_1994: Decimal
    aid_1995: Decimal
    aid_1996: Decimal
    estimate_1998: Decimal
    corrections: Decimal
    certified_1997: Decimal
    county_payment: Decimal
    row: str = ""


@dataclass(frozen=True)
class PriorYear:
    """The dollars a municipality's aid grows from since SFY2003; successors sum their bases."""

    code: str
    basis: str
    prior_year_amount: Decimal
    difference: Decimal
    sfy2002_amount: Decimal
    county_payment: Decimal
    row: str = ""


@dataclass(frozen=True)
class Aid:
    """One municipality's aid of one SFY in dollars: by date due, and what is its county's."""

    code: str
    regular: Decimal
    difference: Decimal
    county_payment: Decimal
    levy_relief: Decimal
    installments: tuple[tuple[date, Decimal], ...]

    @property
    def total(self) -> Decimal:
        """What the municipality itself receives."""
        return self.regular + self.difference - self.county_payment


@dataclass(frozen=True)
class Distribution:
    """A year's energy receipts aid, what goes to each county, and the worksheet."""

    aid: dict[str, Aid]
    counties: dict[str, Decimal]
    worksheet: Worksheet


def distribute(
    sfy: int,
    amount: Decimal,
    municipalities: Sequence[BaseYears] | Sequence[PriorYear],
    figures: Figures | None = None,
) -> Distribution:
    """b.-f.: a year's amount from its clauses to each installment and county, in dollars.

    SFY1998 to SFY2002 take `BaseYears`, later ones `PriorYear`. Refused: an SFY before the fund;
    (2) and (3) over the amount; a county payment over (2); and, from SFY2003, a share that less
    the county payment is below the frozen (3).
    """
    figures, sheet = figures or law(), Worksheet()
    sheet.line(LEVY_RELIEF, f"Amount of SFY{sfy}", amount)
    if grows(sfy, figures):
        later = [each for each in municipalities if isinstance(each, PriorYear)]
        aid = _by_prior_year(sfy, amount, later, sheet, figures)
    else:
        early = [each for each in municipalities if isinstance(each, BaseYears)]
        aid = _by_paragraphs(sfy, amount, early, sheet, figures)
    return Distribution({each.code: each for each in aid}, _by_county(aid, sheet), sheet)


def base_amount(town: BaseYears, sfy: int, figures: Figures | None = None) -> Decimal:
    """b.(2), d.: the largest of 1994, 1995, 1996 and the FY1998 estimate, plus the corrections."""
    way = (figures or law()).word("energy_receipts.corrections", first_day(sfy))
    years = (town.aid_1994, town.aid_1995, town.aid_1996)
    if way == "before_maximum":
        return max(*years, town.estimate_1998 + town.corrections)
    return max(*years, town.estimate_1998) + town.corrections


def difference_amount(town: BaseYears, sfy: int, figures: Figures | None = None) -> Decimal:
    """b.(3): FY1998 estimate and 1997 certification less (2), if any is left."""
    gap = town.estimate_1998 + town.certified_1997 - base_amount(town, sfy, figures)
    way = (figures or law()).word("energy_receipts.difference_sign", first_day(sfy))
    return abs(gap) if way == "either_way" else max(gap, ZERO)


def levy_relief(total: Decimal, sfy2002_amount: Decimal) -> Decimal:
    """e.: aid above that of SFY2002, both net of county, which may only cut the municipal levy."""
    return max(total - sfy2002_amount, ZERO)


def _by_paragraphs(
    sfy: int, amount: Decimal, towns: Sequence[BaseYears], sheet: Worksheet, figures: Figures
) -> list[Aid]:
    base = {town.code: base_amount(town, sfy, figures) for town in towns}
    difference = {town.code: difference_amount(town, sfy, figures) for town in towns}
    refusals = [
        Refusal(f"{_named(town)}: the county payment {town.county_payment} is over the (2) amount"
                f" {base[town.code]}", COUNTY)
        for town in towns if town.county_payment > base[town.code]
    ]  # fmt: skip
    left = amount - sum(base.values(), ZERO) - sum(difference.values(), ZERO)
    if left < 0:
        refusals.append(
            Refusal(
                f"SFY{sfy}: {BASE} and {DIFFERENCE} come to {-left} more than the amount {amount}",
                REMAINDER,
            )
        )
    refuse_all(refusals)
    remainder = apportion(left, _remainder_weights(sfy, towns, base, figures), "(2)", REMAINDER)
    aid = []
    for town in sorted(towns, key=lambda town: town.code):
        code = town.code
        sheet.line(BASE, "Base with corrections", base[code], holder=code, component="base")
        sheet.line(DIFFERENCE, "Difference", difference[code], holder=code, component="difference")
        sheet.line(REMAINDER, "Remainder", remainder[code], holder=code, component="remainder")
        regular = base[code] + remainder[code]
        aid.append(_aid(sfy, town, regular, difference[code], None, sheet, figures))
    return aid


def _remainder_weights(
    sfy: int, towns: Sequence[BaseYears], base: dict[str, Decimal], figures: Figures
) -> dict[str, Decimal]:
    if figures.word("energy_receipts.remainder_weight", first_day(sfy)) == "undeducted":
        return base
    return {town.code: base[town.code] - town.county_payment for town in towns}


def _by_prior_year(
    sfy: int, amount: Decimal, towns: Sequence[PriorYear], sheet: Worksheet, figures: Figures
) -> list[Aid]:
    share = _grown_shares(sfy, amount, towns, figures)
    refuse_all([
        Refusal(f"{_named(town)}: the share {share[town.code]} less the county payment"
                f" {town.county_payment} ({COUNTY}) is below the frozen (3) amount"
                f" {town.difference}", DIFFERENCE)
        for town in towns if share[town.code] - town.county_payment < town.difference
    ])  # fmt: skip
    aid = []
    for town in sorted(towns, key=lambda town: town.code):
        regular = share[town.code] - town.difference
        sheet.line(LEVY_RELIEF, "Share of the amount", share[town.code], holder=town.code)
        sheet.line(LEVY_RELIEF, "Regular aid", regular, holder=town.code, component="regular")
        sheet.line(
            DIFFERENCE, "Frozen difference", town.difference, holder=town.code,
            component="difference",
        )  # fmt: skip
        aid.append(_aid(sfy, town, regular, town.difference, town.sfy2002_amount, sheet, figures))
    return aid


def _grown_shares(
    sfy: int, amount: Decimal, towns: Sequence[PriorYear], figures: Figures
) -> dict[str, Decimal]:
    if figures.word("energy_receipts.growth_shares", first_day(sfy)) == "prior_year":
        weights = {town.code: town.prior_year_amount for town in towns}
        return apportion(amount, weights, "prior_year_amount", LEVY_RELIEF)
    frozen = {town.code: town.difference for town in towns}
    weights = {town.code: town.prior_year_amount - town.difference for town in towns}
    left = amount - sum(frozen.values(), ZERO)
    grown = apportion(left, weights, "prior_year_amount less difference", LEVY_RELIEF)
    return {code: frozen[code] + share for code, share in grown.items()}


def _aid(
    sfy: int,
    town: BaseYears | PriorYear,
    regular: Decimal,
    difference: Decimal,
    sfy2002_amount: Decimal | None,
    sheet: Worksheet,
    figures: Figures,
) -> Aid:
    """The total, the levy relief and the dated installments of one municipality."""
    county, holder = town.county_payment, town.code
    total = regular + difference - county
    sheet.line(AID, "Total to the municipality", total, holder=holder, component="total")
    relief = ZERO if sfy2002_amount is None else levy_relief(total, sfy2002_amount)
    if sfy2002_amount is not None:
        sheet.line(LEVY_RELIEF, "Levy relief", relief, holder=holder, component="levy_relief")
    days = due_dates(sfy, figures)
    amounts = installments(regular - county, [percent for _, percent in days])
    due = [(day, cut, SIX) for (day, _), cut in zip(days, amounts, strict=True)]
    due.append((difference_due_on(sfy, town.basis, figures), difference, ONE))
    for day, cut, cite in due:
        label = f"Due {day:%B} {day.day}, {day.year}"
        sheet.line(cite, label, cut, holder=holder, component=f"installment:{day}")
    dated = tuple((day, cut) for day, cut, _ in due)
    return Aid(holder, regular, difference, county, relief, dated)


def _by_county(aid: Sequence[Aid], sheet: Worksheet) -> dict[str, Decimal]:
    counties: dict[str, Decimal] = defaultdict(lambda: ZERO)
    for each in aid:
        counties[each.code[:2]] += each.county_payment
    for county, amount in sorted(counties.items()):
        sheet.line(
            COUNTY, "Paid to the county", amount, holder=f"county:{county}", component="county"
        )
    return dict(counties)


def _named(town: BaseYears | PriorYear) -> str:
    return f"{town.code} ({town.row})" if town.row else town.code
