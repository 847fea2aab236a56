"""The only home of gathering a run's facts from what is accepted and on record."""

from datetime import date

from funds import readings
from funds.refusal import Refusal
from funds.run_facts import energy_receipts, highlands, zone_assistance
from funds.run_facts.record import Gathered, Record

__all__ = ["Gathered", "gather"]

FUNDS = {
    "zone-assistance": zone_assistance.read,
    "energy-receipts": energy_receipts.read,
    "highlands": highlands.read,
}

# What must come first when no municipality has a figure yet.
FIRST = {
    "zone-assistance": Refusal(
        "No zone has a figure in force: an analyst sends the parcels, distress scores, unemployed"
        " and taxable sales under “Files and figures”, and another accepts them.",
        "52:27H-88 a.(2)",
    ),
    "energy-receipts": Refusal(
        "No municipality’s earlier aid is in force: certify the year before first, or send the"
        " base table or the receipts of the prior year under “Files and figures”.",
        "52:27D-439 b.",
    ),
    "highlands": Refusal(
        "No vacant land is in force: the assessors certify their reports, the county boards the"
        " decline, and the Director of Taxation sends it from the page of the tax year; then an"
        " analyst accepts the figures. Where nobody reports, there is nothing to certify.",
        "54:1-85 c., d.(1)",
    ),
}


def gather(fund: str, sfy: int, *, on: date) -> Gathered:
    """Gather the facts of the fund's year as they stand on the day, in the calculator's shape.

    Raises Refusal, saying what comes first, when no municipality has a figure.
    """
    record = Record(on, readings.with_changes(readings.confirmed(on)))
    figures, rows = FUNDS[fund](sfy, record)
    if not rows:
        raise FIRST[fund]
    return record.gathered(figures, rows)
