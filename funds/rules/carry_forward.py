"""The only home of what a year-end does with a balance: carried, lapsed, or stays, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from funds.refusal import Refusal
from funds.rules.fiscal_year import (
    last_day,
    last_day_encumbered,
    last_day_unencumbered,
)
from funds.rules.money import ZERO
from funds.rules.parameters import Figures, law

UNENCUMBERED, ENCUMBERED = "52:27H-88 h.", "52:27H-88 i."
ZONE_ASSISTANCE, ENERGY_RECEIPTS, HIGHLANDS = "zone-assistance", "energy-receipts", "highlands"


class Outcome(StrEnum):
    """What becomes of a balance when its year closes."""

    CARRIED = "carried"
    LAPSED = "lapsed"
    STAYS = "stays"


@dataclass(frozen=True)
class Balance:
    """One balance at the close, in dollars: `kind` is the ledger's, `vintage` the credit's SFY.

    `encumbered_in` is the SFY of the encumbrance, for ENCUMBERED and TRUST. `hold` says what holds
    it; a hold is noted and never spares a balance its disposition.
    """

    fund: str
    kind: str
    holder: str
    vintage: int
    amount: Decimal
    encumbered_in: int | None = None
    committed: bool = False
    hold: str = ""


@dataclass(frozen=True)
class Disposition:
    """What becomes of one balance: where it goes, until when it is usable, who answers for it."""

    balance: Balance
    outcome: Outcome
    to_sfy: int | None
    last_usable_on: date | None
    owner: str
    cite: str
    note: str = ""


# Kind -> who answers for what stays; the clause by fund, where the kind exists in that fund.
OWNERS = {
    "SOURCE": "Treasury", "POOL": "State Treasurer", "GENERAL_FUND": "Treasury",
    "AUTHORITY": "UEZ Authority", "ENTITLED": "State Treasurer", "PAYABLE": "Budget and Accounting",
    "PAID": "payee", "RECOVERED": "Department of Community Affairs",
    "SECOND_GENERATION": "zone coordinator",
}  # fmt: skip
CLAUSES = {
    ZONE_ASSISTANCE: {
        "SOURCE": "a.(1)", "POOL": "a.(1)", "GENERAL_FUND": "a.(1)", "AUTHORITY": "a.(2)",
        "PAYABLE": "b.", "PAID": "b.", "RECOVERED": "j.", "SECOND_GENERATION": "a.(4)",
    },
    ENERGY_RECEIPTS: {
        "SOURCE": "a.", "POOL": "a.", "GENERAL_FUND": "a.", "ENTITLED": "c.", "PAYABLE": "c.",
        "PAID": "b.(1)",
    },
    HIGHLANDS: {
        "SOURCE": "b.", "POOL": "b.", "ENTITLED": "f.(1)", "PAYABLE": "f.(1)", "PAID": "f.(1)",
    },
}  # fmt: skip
SECTIONS = {
    ZONE_ASSISTANCE: "52:27H-88", ENERGY_RECEIPTS: "52:27D-439", HIGHLANDS: "54:1-85"
}  # fmt: skip


def last_usable_on(balance: Balance, figures: Figures | None = None) -> date | None:
    """h., i.: the last day on which a zone's money may be used; None where the law sets none."""
    if balance.fund != ZONE_ASSISTANCE:
        return None
    if balance.kind == "ZONE":
        return last_day_unencumbered(balance.vintage, figures)
    if balance.kind in ("ENCUMBERED", "TRUST"):
        if balance.encumbered_in is None:
            raise Refusal(
                f"{balance.holder}: the SFY of the encumbrance is not on record", ENCUMBERED
            )
        return last_day_encumbered(balance.encumbered_in, figures)
    return None


def dispose(balance: Balance, closing: int, figures: Figures | None = None) -> Disposition:
    """h., i.: what becomes of one balance at the close of an SFY.

    What is unencumbered is usable through June 30 of N+2 and what is unexpended through June 30 of
    E+3; at the close of that year it lapses to the Authority. Any other kind stays, with its owner
    and clause. Refused: a balance of nothing, and a kind the fund does not have.
    """
    if balance.amount == ZERO:
        raise Refusal(f"{balance.holder}: a balance of nothing has no disposition")
    last = last_usable_on(balance, figures)
    note = f"held: {balance.hold}" if balance.hold else ""
    if last is None:
        owner, cite = _who_keeps(balance)
        return Disposition(balance, Outcome.STAYS, closing + 1, None, owner, cite, note)
    cite = UNENCUMBERED if balance.kind == "ZONE" else ENCUMBERED
    if last_day(closing) < last:
        to_sfy, outcome = closing + 1, Outcome.CARRIED
        return Disposition(balance, outcome, to_sfy, last, balance.holder, cite, note)
    if _survives(balance, closing, figures):
        note = "; ".join(filter(None, ("otherwise committed", note)))
        return Disposition(balance, Outcome.STAYS, closing + 1, last, balance.holder, cite, note)
    return Disposition(balance, Outcome.LAPSED, None, last, "UEZ Authority", cite, note)


def rehearse(
    balances: Sequence[Balance], closing: int, figures: Figures | None = None
) -> list[Disposition]:
    """h., i.: exactly one disposition for every balance that is not zero; their sums tie."""
    return [dispose(balance, closing, figures) for balance in balances if balance.amount != ZERO]


def _survives(balance: Balance, closing: int, figures: Figures | None) -> bool:
    way = (figures or law()).word("zone_assistance.committed_at_the_end", last_day(closing))
    return way == "survives" and balance.committed and balance.kind != "ZONE"


def _who_keeps(balance: Balance) -> tuple[str, str]:
    clause = CLAUSES.get(balance.fund, {}).get(balance.kind)
    if clause is None:
        raise Refusal(f"{balance.fund} has no balances of the kind {balance.kind}")
    return OWNERS[balance.kind], f"{SECTIONS[balance.fund]} {clause}"
