"""The only home of the energy tax receipts facts files: their figures, columns and checks."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

from funds.calculator.answer import Answer, answer_of
from funds.calculator.cells import AMOUNT, BASIS, SIGNED_NUMBER, Kind
from funds.calculator.facts_file import Row, Table
from funds.calculator.faults import Fault, Faults
from funds.calculator.figures_file import Given, read_figures
from funds.calculator.municipalities_file import (
    CODE,
    FILE,
    read_municipalities,
    sums_to_zero,
)
from funds.rules.energy_amount import GrownAmount, grow, grows
from funds.rules.energy_receipts import BaseYears, PriorYear, distribute
from funds.rules.parameters import Figures

AIDS = ("aid_1994", "aid_1995", "aid_1996", "estimate_1998", "corrections")
EARLY_COLUMNS = dict.fromkeys((*AIDS, "certified_1997", "county_payment"), AMOUNT)
LATER_COLUMNS = dict.fromkeys(
    ("prior_year_amount", "difference", "sfy2002_amount", "county_payment"), AMOUNT
)
PERCENTS = ("index_percent", "promulgated_percent")
EARLY_FIGURES = {"amount": AMOUNT}
LATER_FIGURES = {
    "amount": AMOUNT,
    "prior_amount": AMOUNT,
    **dict.fromkeys(PERCENTS, SIGNED_NUMBER),
}
ONE_WAY = "amount alone, or prior_amount with either index_percent or promulgated_percent"


def answer(sfy: int, folder: Path, figures: Figures) -> Answer:
    """A year of energy tax receipts aid from its files."""
    later = grows(sfy, figures)
    faults: list[Fault] = []
    given = read_figures(folder, LATER_FIGURES if later else EARLY_FIGURES, faults)
    (_check_later_figures if later else _check_early_figures)(given, faults)
    columns: dict[str, Kind] = {"basis": BASIS, **(LATER_COLUMNS if later else EARLY_COLUMNS)}
    table = read_municipalities(folder, columns, faults)
    _check_weights(table, ("prior_year_amount",) if later else AIDS, faults)
    if faults:
        raise Faults(faults)
    amount, notes = _amount(given, sfy, figures)
    if later:
        prior = [PriorYear(**_facts(row)) for row in table.rows]
        return answer_of(distribute(sfy, amount, prior, figures).worksheet, notes)
    base = [BaseYears(**_facts(row)) for row in table.rows]
    return answer_of(distribute(sfy, amount, base, figures).worksheet, notes)


def _check_early_figures(given: Given, faults: list[Fault]) -> None:
    given.missing("amount", "the figure amount", faults)


def _check_later_figures(given: Given, faults: list[Fault]) -> None:
    """Either the amount alone, or the prior amount with exactly one percent."""
    percents = sorted(filter(given.has, PERCENTS), key=lambda name: given.row[name])
    if given.has("amount"):
        for name in filter(given.has, ("prior_amount", *PERCENTS)):
            given.refused(name, "amount", ONE_WAY, faults)
        return
    if percents[1:]:
        given.refused(percents[1], percents[0], ONE_WAY, faults)
    if not percents and given.has("prior_amount"):
        given.missing("index_percent", f"index_percent or promulgated_percent: {ONE_WAY}", faults)
    given.missing("prior_amount", ONE_WAY, faults)


def _check_weights(table: Table, columns: tuple[str, ...], faults: list[Fault]) -> None:
    """What the year is shared by must not be zero for everyone."""
    if table.all_read(*columns):
        cells = [row.value[column] for row in table.rows for column in columns]
        if not sum(cells, Decimal(0)):
            sums_to_zero(" ".join(columns), faults)


def _amount(given: Given, sfy: int, figures: Figures) -> tuple[Decimal, list[str]]:
    """The year's amount, and a note with both outcomes where the index ties."""
    if given.has("amount"):
        return given.value["amount"], []
    promulgated = given.has("promulgated_percent")
    name = PERCENTS[promulgated]
    percent = given.value[name]
    grown = grow(
        given.value["prior_amount"], percent, promulgated=promulgated, sfy=sfy, figures=figures
    )
    return grown.amount, _tie(percent, grown)


def _tie(percent: Decimal, grown: GrownAmount) -> list[str]:
    if grown.other_amount is None:
        return []
    note = (
        f"index_percent {percent} lies exactly between two half percents: {grown.rate} gives"
        f" {grown.amount} and is used; {grown.other_rate} would give {grown.other_amount}"
        " (52:27D-439 e.)"
    )
    return [note]


def _facts(row: Row) -> dict[str, Any]:
    facts = {name: value for name, value in row.value.items() if name != CODE}
    return {"code": row.value[CODE], "row": f"{FILE}, row {row.number}", **facts}
