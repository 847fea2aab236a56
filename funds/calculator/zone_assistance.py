"""The only home of the zone assistance facts files: their figures, columns and checks."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from funds.calculator.answer import Answer, answer_of
from funds.calculator.cells import AMOUNT, FLAG, NUMBER, POSITIVE_NUMBER, WHOLE, ZONE
from funds.calculator.facts_file import Row, Table
from funds.calculator.faults import Fault, Faults, quoted
from funds.calculator.figures_file import Given, read_figures
from funds.calculator.municipalities_file import CODE, FILE, read_municipalities, sums_to_zero
from funds.rules.determined_amount import (
    Money,
    TaxExpenditures,
    authority_amount,
    program_year,
)
from funds.rules.fiscal_year import first_day
from funds.rules.parameters import Figures
from funds.rules.zone_assistance import FACTORS, ZoneMunicipality, allocate, municipal_split

STANDING = "in_good_standing"
CPI = "cpi_june_"
EXPENDITURES = ("tax_expenditures_base", "tax_expenditures")
FIGURES = {
    "determined_amount": AMOUNT,
    "tax_expenditures_base": AMOUNT,
    "tax_expenditures": AMOUNT,
    "appropriated_amount": AMOUNT,
    "authority_amount": AMOUNT,
    CPI + "[0-9]{4}": POSITIVE_NUMBER,
}
COLUMNS = {
    "zone": ZONE,
    STANDING: FLAG,
    "parcels": WHOLE,
    "distress_score": NUMBER,
    "unemployed": NUMBER,
    "taxable_sales": AMOUNT,
}


def answer(sfy: int, folder: Path, figures: Figures) -> Answer:
    """A year of zone assistance from its files."""
    program_year(sfy, figures)
    faults: list[Fault] = []
    given = read_figures(folder, FIGURES, faults)
    base_year = figures.whole("zone_assistance.authority_base_year", first_day(sfy))
    _check_figures(given, sfy, base_year, faults)
    table = read_municipalities(folder, COLUMNS, faults)
    _check_standing(table, faults)
    _check_factors(table, faults)
    if faults:
        raise Faults(faults)
    money = Money(
        sfy,
        given.value.get("determined_amount"),
        given.value.get("appropriated_amount"),
        _authority(given, sfy, figures),
        _expenditures(given),
    )
    facts = [_municipality(row) for row in table.rows]
    allocation = allocate(money, facts, figures)
    shares: dict[str, Decimal] = {}
    for zone in allocation.zones:
        shares |= municipal_split(zone, allocation, facts, sfy, figures)
    return answer_of(allocation.worksheet, municipal_shares=shares)


def _check_figures(given: Given, sfy: int, base_year: int, faults: list[Fault]) -> None:
    if any(given.has(name) for name in EXPENDITURES):
        for name in EXPENDITURES:
            given.missing(name, f"the figure {name} beside the other one", faults)
    else:
        given.missing("determined_amount", "the figure determined_amount", faults)
    indexes = [name for name in given.row if name.startswith(CPI)]
    if given.has("authority_amount"):
        for name in indexes:
            needed = "either authority_amount or the June consumer price indexes"
            given.refused(name, "authority_amount", needed, faults)
        return
    for year in (base_year, sfy - 1):
        needed = f"the figure {CPI}{year}, or authority_amount in place of the indexes"
        given.missing(f"{CPI}{year}", needed, faults)


def _check_standing(table: Table, faults: list[Fault]) -> None:
    """The rows of one zone must agree with its first one."""
    first: dict[str, tuple[bool, int]] = {}
    for row in table.rows:
        zone, standing = row.value.get("zone"), row.value.get(STANDING)
        if zone is None or standing is None:
            continue
        agreed, number = first.setdefault(zone, (standing, row.number))
        if standing != agreed:
            needed = f"what row {number} says of the zone {quoted(zone)}"
            faults.append(Fault(FILE, row.number, STANDING, quoted(row.text[STANDING]), needed))


def _check_factors(table: Table, faults: list[Fault]) -> None:
    for factor in FACTORS:
        if table.all_read(STANDING, factor):
            counted = [row.value[factor] for row in table.rows if row.value[STANDING]]
            if not sum(counted, Decimal(0)):
                sums_to_zero(factor, faults, "a sum above zero over the zones in good standing")


def _expenditures(given: Given) -> TaxExpenditures | None:
    if not given.has(*EXPENDITURES):
        return None
    return TaxExpenditures(*(given.value[name] for name in EXPENDITURES))


def _authority(given: Given, sfy: int, figures: Figures) -> Decimal:
    if given.has("authority_amount"):
        amount: Decimal = given.value["authority_amount"]
        return amount
    indexes = {int(n.removeprefix(CPI)): v for n, v in given.value.items() if n.startswith(CPI)}
    return authority_amount(sfy, indexes, figures)


def _municipality(row: Row) -> ZoneMunicipality:
    facts = {name: value for name, value in row.value.items() if name != CODE}
    return ZoneMunicipality(code=row.value[CODE], **facts)
