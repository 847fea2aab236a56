"""The only home of gathering a run's facts from what is accepted and on record."""

from datetime import date

from funds.run_facts import energy_receipts, highlands, zone_assistance
from funds.run_facts.record import Gathered, Record

__all__ = ["Gathered", "gather"]

FUNDS = {
    "zone-assistance": zone_assistance.read,
    "energy-receipts": energy_receipts.read,
    "highlands": highlands.read,
}


def gather(fund: str, sfy: int, *, on: date) -> Gathered:
    """Gather the facts of the fund's year as they stand on the day, in the calculator's shape."""
    record = Record(on)
    figures, rows = FUNDS[fund](sfy, record)
    return record.gathered(figures, rows)
