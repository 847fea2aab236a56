"""The only home of the Highlands facts files: their figures, columns and checks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from funds.calculator.answer import Answer, answer_of
from funds.calculator.cells import (
    AMOUNT,
    FLAG,
    POSITIVE_AMOUNT,
    POSITIVE_NUMBER,
    SIGNED_AMOUNT,
)
from funds.calculator.faults import Fault, Faults
from funds.calculator.figures_file import read_figures
from funds.calculator.municipalities_file import CODE, read_municipalities
from funds.rules.highlands import HighlandsMunicipality, stabilize
from funds.rules.highlands_year import program_year
from funds.rules.parameters import Figures

FIGURES = {"available_amount": AMOUNT}
COLUMNS = {
    "qualified": FLAG,
    "base_assessed": AMOUNT,
    "base_ratio": POSITIVE_NUMBER,
    "current_assessed": AMOUNT,
    "current_ratio": POSITIVE_NUMBER,
    "local_tax_total": AMOUNT,
    "net_valuation": POSITIVE_AMOUNT,
    "watershed_deduction": AMOUNT,
    "adjustment": SIGNED_AMOUNT,
}


def answer(sfy: int, folder: Path, figures: Figures, years_paid: Sequence[int] = ()) -> Answer:
    """A year of Highlands stabilization from its files; `years_paid` serve a reading of f.(3)."""
    program_year(sfy, figures, years_paid)
    faults: list[Fault] = []
    given = read_figures(folder, FIGURES, faults)
    given.missing("available_amount", "the figure available_amount", faults)
    table = read_municipalities(folder, COLUMNS, faults)
    if faults:
        raise Faults(faults)
    towns = []
    for row in table.rows:
        facts = {name: value for name, value in row.value.items() if name != CODE}
        towns.append(HighlandsMunicipality(code=row.value[CODE], **facts))
    payments = stabilize(sfy, given.value["available_amount"], towns, figures, years_paid)
    notes = [
        f"{code} is not qualified and gets no line (54:1-85 n.)" for code in payments.unqualified
    ]
    return answer_of(payments.worksheet, notes)
