"""The only home of the Highlands stabilization amount and its payment (N.J.S.A. 54:1-85)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from funds.refusal import Refusal, refuse_all
from funds.rules.fiscal_year import first_day
from funds.rules.highlands_year import PHASE_DOWN, phase_down_percent
from funds.rules.money import (
    HUNDRED,
    ZERO,
    Exact,
    apportion,
    exact,
    percent_of,
    rounded,
    to_cents,
    to_dollars,
    two_equal,
)
from funds.rules.parameters import Figures, law
from funds.rules.worksheet import PERCENT, Worksheet

ADJUSTMENT, VALUATION, AMOUNT_DUE = "54:1-85 c.", "54:1-85 d.(1)", "54:1-74 c."
TWO_EQUAL, PRO_RATA = "54:1-85 f.(1)", "54:1-85 f.(2)"
WATERSHED, TAX_RATE, TRUE_VALUE = "54:1-85 l.", "54:1-85 n.", "54:1-85 n."
RATE = "per $100"


@dataclass(frozen=True)
class HighlandsMunicipality:
    """A municipality's facts: assessed dollars, ratios in percent, and the year's two changes."""

    code: str
    qualified: bool
    base_assessed: Decimal
    base_ratio: Exact
    current_assessed: Decimal
    current_ratio: Exact
    local_tax_total: Decimal
    net_valuation: Decimal
    watershed_deduction: Decimal
    adjustment: Decimal


@dataclass(frozen=True)
class Stabilization:
    """One municipality's stabilization in dollars, from its valuation base to its halves."""

    code: str
    valuation_base: Decimal
    tax_rate: Decimal
    entitlement: Decimal
    prorated: Decimal
    payable: Decimal
    receivable: Decimal

    @property
    def installments(self) -> tuple[Decimal, Decimal]:
        """f.(1): the two equal installments, the odd cent in the second."""
        return two_equal(self.payable)


@dataclass(frozen=True)
class Payments:
    """A year's stabilization, who did not qualify, and the worksheet."""

    municipalities: dict[str, Stabilization]
    unqualified: tuple[str, ...]
    worksheet: Worksheet


def stabilize(
    sfy: int,
    available: Decimal,
    municipalities: Sequence[HighlandsMunicipality],
    figures: Figures | None = None,
    years_paid: Sequence[int] = (),
) -> Payments:
    """d.-f., l.: a year's payments to the qualified municipalities, in dollars.

    Increases by final judgment are reserved first; what is left pays the entitlements or, if
    short, is shared by them; phase-down, watershed deduction and adjustment follow. Refused: an
    SFY outside the program; increases above what is available; a ratio or valuation of zero.
    """
    figures, sheet = figures or law(), Worksheet()
    percent = phase_down_percent(sfy, figures, years_paid)
    towns = sorted((t for t in municipalities if t.qualified), key=lambda town: town.code)
    refuse_all([refusal for town in towns for refusal in _unusable(town)])
    left = _reserve(sfy, available, towns, sheet)
    bases = {town.code: valuation_base(town, sheet) for town in towns}
    due = {town.code: entitlement(town, bases[town.code], sheet, sfy, figures) for town in towns}
    early = "before_pro_rata" in _ways(figures, sfy) or "shared_again" in _ways(figures, sfy)
    claims = {code: to_cents(percent_of(each, percent)) for code, each in due.items()}
    prorated = _prorate(left, claims if early else due)
    paid = {}
    for town in towns:
        share = sheet.line(
            PRO_RATA, "Payable from the fund", prorated[town.code], holder=town.code,
            component="prorated",
        )  # fmt: skip
        phased = Fraction(HUNDRED) if early else exact(percent)
        payable, receivable = _pay(town, share, phased, sheet, _ways(figures, sfy))
        paid[town.code] = Stabilization(
            town.code, bases[town.code], tax_rate(town), due[town.code], share, payable, receivable
        )
    unqualified = tuple(sorted(town.code for town in municipalities if not town.qualified))
    return Payments(paid, unqualified, sheet)


def true_value(assessed: Decimal, ratio: Exact) -> Decimal:
    """n.: assessed dollars over the equalization ratio in percent, half-up to the whole dollar."""
    return to_dollars(exact(assessed) * HUNDRED / exact(ratio))


def valuation_base(town: HighlandsMunicipality, sheet: Worksheet) -> Decimal:
    """d.(1), n.: the decline of the true value of vacant land since the base year, if any."""
    base = true_value(town.base_assessed, town.base_ratio)
    current = true_value(town.current_assessed, town.current_ratio)
    sheet.line(TRUE_VALUE, "True value in the base year", base, holder=town.code)
    sheet.line(TRUE_VALUE, "True value in the current tax year", current, holder=town.code)
    decline = to_cents(max(base - current, ZERO))
    return sheet.line(
        VALUATION, "Valuation base", decline, holder=town.code, component="valuation_base"
    )


def tax_rate(town: HighlandsMunicipality) -> Decimal:
    """n.: local taxes over net valuation, per $100; the exact ratio is shown to three decimals."""
    return rounded(exact(town.local_tax_total) * HUNDRED / exact(town.net_valuation), 3)


def entitlement(
    town: HighlandsMunicipality, base: Decimal, sheet: Worksheet, sfy: int, figures: Figures
) -> Decimal:
    """54:1-74 c.: the valuation base times the exact tax rate, half-up to the cent."""
    sheet.line(TAX_RATE, "Tax rate", tax_rate(town), RATE, town.code, "tax_rate")
    ratio = exact(town.local_tax_total) / exact(town.net_valuation)
    if figures.word("highlands.amount_due", first_day(sfy)) == "base_itself":
        ratio = Fraction(1)
    return sheet.line(
        AMOUNT_DUE, "Entitlement", to_cents(exact(base) * ratio), holder=town.code,
        component="entitlement",
    )  # fmt: skip


def _ways(figures: Figures, sfy: int) -> set[str]:
    names = ("phase_down_order", "residue", "watershed_order")
    return {figures.word(f"highlands.{name}", first_day(sfy)) for name in names}


def _unusable(town: HighlandsMunicipality) -> list[Refusal]:
    wanted = ("base_ratio", "current_ratio", "net_valuation")
    return [
        Refusal(f"{town.code}: {name} must be above zero", TRUE_VALUE)
        for name in wanted
        if not getattr(town, name) > 0
    ]


def _reserve(
    sfy: int, available: Decimal, towns: Sequence[HighlandsMunicipality], sheet: Worksheet
) -> Decimal:
    """c.: what is left of the available sum after the increases by final judgment."""
    reserved = sum((max(town.adjustment, ZERO) for town in towns), ZERO)
    sheet.line("54:1-85 b.", "Available amount", available)
    sheet.line(ADJUSTMENT, "Reserved for increases by final judgment", reserved)
    if reserved > available:
        raise Refusal(
            f"SFY{sfy}: increases by final judgment of {reserved} are above the {available}"
            " available",
            ADJUSTMENT,
        )
    return available - reserved


def _prorate(left: Decimal, due: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """f.(2): everything due if it is covered, else what is left shared by what is due."""
    if sum(due.values(), ZERO) <= left:
        return dict(due)
    return apportion(left, due, "entitlement", PRO_RATA)


def _pay(
    town: HighlandsMunicipality, share: Decimal, percent: Fraction, sheet: Worksheet, ways: set[str]
) -> tuple[Decimal, Decimal]:
    """f.(3), l., c.: what is paid after phase-down, deduction and adjustment; and what is owed."""
    holder, deduction = town.code, town.watershed_deduction
    if "before_phase_down" in ways:
        net = to_cents(percent_of(max(share - deduction, ZERO), percent))
    else:
        phased = to_cents(percent_of(share, percent))
        sheet.line(PHASE_DOWN, "After the year's phase-down", phased, holder=holder)
        net = phased - deduction
    sheet.line(PHASE_DOWN, "Percent of the program year", rounded(percent, 2), PERCENT, holder)
    sheet.line(WATERSHED, "Duplicative watershed aid", deduction, holder=holder)
    sheet.line(ADJUSTMENT, "Adjustment by final judgment", town.adjustment, holder=holder)
    payable = max(net + town.adjustment, ZERO)
    receivable = max(-town.adjustment - max(net, ZERO), ZERO)
    sheet.line(PHASE_DOWN, "Payable", payable, holder=holder, component="payable")
    sheet.line(ADJUSTMENT, "Owed by it", receivable, holder=holder, component="receivable")
    for number, half in enumerate(two_equal(payable), start=1):
        label = f"Installment {number} of two"
        sheet.line(TWO_EQUAL, label, half, holder=holder, component=f"installment:{number}")
    return payable, receivable
