"""The only home of a year computed from files alone: no database, nothing written.

`calculate` reads `figures.csv` and `municipalities.csv`, asks the rules, and answers in lines. What
is wrong with the files is a `Faults`, what the law forbids a `Refusal`.
"""

from __future__ import annotations

from decimal import localcontext
from pathlib import Path

from funds.calculator import energy_receipts, highlands, zone_assistance
from funds.calculator.answer import Answer
from funds.calculator.faults import Fault, Faults
from funds.rules.money import WIDE
from funds.rules.parameters import Figures, law

__all__ = ["FUNDS", "Answer", "Fault", "Faults", "calculate"]

FUNDS = {
    "zone-assistance": zone_assistance.answer,
    "energy-receipts": energy_receipts.answer,
    "highlands": highlands.answer,
}


def calculate(fund: str, sfy: int, folder: Path, figures: Figures | None = None) -> Answer:
    """Compute a fund's State fiscal year from a folder of facts; raises Faults or Refusal."""
    with localcontext(WIDE):
        return FUNDS[fund](sfy, folder, figures or law())
