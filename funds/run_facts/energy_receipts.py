"""The only home of which facts an energy tax receipts run reads (N.J.S.A. 52:27D-439)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from funds.models import Run, RunLine
from funds.rules.energy_amount import fixed_amount, grows
from funds.run_facts.record import Record, Rows, Values
from municipalities.models import FiscalYearBasis, Succession

FUND = "energy-receipts"
ZERO = Decimal("0.00")
EARLY = (
    "aid_1994",
    "aid_1995",
    "aid_1996",
    "estimate_1998",
    "corrections",
    "certified_1997",
    "county_payment",
)
MAY_BE_ABSENT = {"corrections", "county_payment"}
BASE_YEAR = 2002
Amounts = Mapping[str, Decimal]


def read(sfy: int, record: Record) -> tuple[dict[str, Any], Rows]:
    """Read the year's amount, and what every municipality's aid is worked out from."""
    figures = _figures(sfy, record)
    return figures, (_grown_rows(sfy, record) if grows(sfy) else _early_rows(record))


def _figures(sfy: int, record: Record) -> dict[str, Any]:
    """The amount as recorded or printed in the statute, or the prior one with the year's index."""
    period = f"SFY{sfy}"
    amount = record.figure("amount", period)
    if amount is None:
        amount = fixed_amount(sfy)
    if amount is not None:
        return {"amount": amount}
    figures: dict[str, Any] = {"prior_amount": record.figure("prior_amount", period)}
    if figures["prior_amount"] is None:
        figures["prior_amount"] = _amount_of(sfy - 1)
    for name in ("promulgated_percent", "index_percent"):
        percent = record.figure(name, period)
        if percent is not None:
            return {**figures, name: percent}
    return {name: value for name, value in figures.items() if value is not None}


def _amount_of(sfy: int) -> Decimal | None:
    """The required amount of a year by its latest certified run, or as the statute prints it."""
    run = certified(sfy)
    if run is not None:
        return Decimal(run.figures["amount"])
    return None if grows(sfy) else fixed_amount(sfy)


def certified(sfy: int) -> Run | None:
    """Return the year's latest run that is certified and not re-opened."""
    runs = Run.objects.filter(fund=FUND, sfy=sfy, kind=Run.Kind.YEAR)
    signed = runs.filter(certification__isnull=False, certification__reopening=None)
    return signed.order_by("-number").first()


def _early_rows(record: Record) -> Rows:
    columns = {name: record.latest(name) for name in EARLY}
    codes = [code for code in columns["aid_1994"] if code is not None]
    bases = basis_of(codes, record)
    return [
        {
            "municode": code,
            "basis": bases[code],
            **{name: _cell(name, values, code) for name, values in columns.items()},
        }
        for code in codes
    ]


def _cell(name: str, values: Values, code: str) -> Decimal | None:
    return values.get(code, ZERO if name in MAY_BE_ABSENT else None)


def _grown_rows(sfy: int, record: Record) -> Rows:
    """R: by the prior year's actual amounts; the bases of merged municipalities are summed."""
    prior = _by_heir(_prior(sfy, record, ("base", "regular", "remainder", "difference")), record)
    frozen = _by_heir(_prior(sfy, record, ("difference",)), record)
    first = _by_heir(_of_base_year(record), record)
    county = _by_heir(_known(record.latest("county_payment")), record)
    bases = basis_of(list(prior), record)
    return [
        {
            "municode": code,
            "basis": bases[code],
            "prior_year_amount": amount,
            "difference": frozen.get(code, ZERO),
            "sfy2002_amount": first.get(code, ZERO),
            "county_payment": county.get(code, ZERO),
        }
        for code, amount in prior.items()
    ]


def _prior(sfy: int, record: Record, components: tuple[str, ...]) -> Amounts:
    """Sum components of the prior year's certified run, or take the figures on record."""
    run = certified(sfy - 1)
    if run is not None:
        return _sums(run, components)
    if components == ("difference",):
        return _known(record.latest("difference"))
    return _known(record.of_period("prior_year_amount", f"SFY{sfy}"))


def _of_base_year(record: Record) -> Amounts:
    run = certified(BASE_YEAR)
    return _sums(run, ("total",)) if run else _known(record.latest("sfy2002_amount"))


def _sums(run: Run, components: tuple[str, ...]) -> Amounts:
    sums: dict[str, Decimal] = {}
    for line in RunLine.objects.filter(run=run, component__in=components):
        sums[line.holder] = sums.get(line.holder, ZERO) + line.amount
    return sums


def _known(values: Values) -> Amounts:
    return {code: value for code, value in values.items() if code is not None}


def _by_heir(amounts: Amounts, record: Record) -> Amounts:
    """Sum the amounts of municipalities that were taken into another one."""
    taken = Succession.objects.filter(effective_on__lte=record.on)
    heirs = dict(taken.values_list("predecessor_id", "successor_id"))
    sums: dict[str, Decimal] = {}
    for code, amount in amounts.items():
        heir = code
        while heir in heirs:
            heir = heirs[heir]
        sums[heir] = sums.get(heir, ZERO) + amount
    return sums


def basis_of(codes: list[str], record: Record) -> dict[str, str]:
    """Return each municipality's fiscal-year basis on the day; calendar where none is on record."""
    found = FiscalYearBasis.objects.filter(municipality__in=codes, from_on__lte=record.on)
    known = dict(found.order_by("from_on").values_list("municipality_id", "basis"))
    default = FiscalYearBasis.Basis.CALENDAR.value
    return {code: known.get(code, default) for code in codes}
