"""The only home of a year computed from files alone: no database, nothing written.

`calculate` reads `figures.csv` and `municipalities.csv`, asks the rules, and answers in lines. What
is wrong with the files is a `Faults`, what the law forbids a `Refusal`.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def calculate(
    fund: str,
    sfy: int,
    folder: Path,
    figures: Figures | None = None,
    years_paid: Sequence[int] = (),
) -> Answer:
    """Compute a fund's State fiscal year from a folder of facts; raises Faults or Refusal.

    `years_paid` serve a reading of Highlands aid alone.
    """
    with localcontext(WIDE):
        if fund == "highlands":
            return highlands.answer(sfy, folder, figures or law(), years_paid)
        return FUNDS[fund](sfy, folder, figures or law())
