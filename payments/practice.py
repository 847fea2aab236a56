"""The only reader of practice.yaml: dated figures of how the State pays."""

from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from funds.rules.parameters import Figures, stored

FILE = Path(__file__).parent / "practice.yaml"


@cache
def practice() -> Figures:
    """Return the figures as the file gives them."""
    return Figures(stored(FILE, "payments"))


def hold_days(on: date) -> int:
    """Return how many days an account waits that is called back on the day."""
    return practice().whole("payments.bank_account_hold_days", on)


def approvals_needed(total: Decimal, on: date) -> int:
    """Return how many persons approve a warrant of the total, in dollars, certified on the day."""
    bands = practice().row("payments.approvals_by_amount", on)
    return max(int(needed) for since, needed in bands if Decimal(since) <= total)


def accounting_code(fund: str, on: date) -> str:
    """Return the account of the State's books for a fund's warrants on the day."""
    return str(dict(practice().row("payments.accounting_code", on))[fund])


def return_days(on: date) -> int:
    """Return within how many banking days a payment comes back in time."""
    return practice().whole("payments.return_days", on)
