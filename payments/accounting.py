"""The only home of the accounting strings under which the State's books take a warrant in."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from funds.certification import PREFIXES
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO
from payments import practice
from payments.models import Payment, Warrant


@dataclass(frozen=True)
class Line:
    """One line for the State's books: its string, what it pays, how many payments, dollars."""

    string: str
    what: str
    count: int
    amount: Decimal


def lines(warrant: Warrant, payments: Sequence[Payment]) -> list[Line]:
    """Return a warrant's lines, which sum to its total: by year of the aid and part of it.

    The string is fund account, budget fiscal year, State fiscal year of the aid, part, warrant.
    """
    base = practice.accounting_code(warrant.fund_id, warrant.pays_on)
    sums: dict[tuple[str, str], Decimal] = defaultdict(lambda: ZERO)
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for each in payments:
        key = _part(each)
        sums[key] += each.amount
        counts[key] += 1
    year = sfy_of(warrant.pays_on)
    number = warrant.number.removeprefix(PREFIXES[warrant.fund_id])
    return [
        Line(f"{base}-{year}-{code}{number}", what, counts[code, what], sums[code, what])
        for code, what in sorted(sums)
    ]


def _part(payment: Payment) -> tuple[str, str]:
    if payment.installment is not None:
        of = payment.installment
        return (
            f"{of.entitlement_sfy}-{of.stream[:3].upper()}",
            f"SFY{of.entitlement_sfy} {of.stream}",
        )
    if payment.voucher is not None:
        return "VOU", "Vouchers of zones"
    return "OTH", "Other postings"
