"""The only home of which obligations go on a warrant, and why the others are left out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from funds import withholding
from funds.models import WithholdingOrder
from municipalities.letters.words import on_paper
from municipalities.models import EnterpriseZone
from payments import bank_accounts, holds, obligations
from payments.bank_file.records import MOST_OF_ONE
from payments.holds import Stops
from payments.models import BankAccount, Payment, Voucher
from payments.obligations import Obligation

TRUST_ACCOUNT = "52:27H-88 a.(2)"
SHOWN = 5


class Why(StrEnum):
    """The kinds of reason for which an obligation is left out."""

    HELD = "held"
    WITHHELD = "withheld"
    TRUST = "trust"
    ACCOUNT = "account"
    WIRE = "wire"


@dataclass
class Stopping:
    """What may stop a fund's payments on a day: holds, and orders of withholding by zone."""

    holds: Stops
    orders: Mapping[str, WithholdingOrder]
    on: date


@dataclass
class Collected:
    """What can be paid, by which accounts; and what is left out, each with its reason."""

    usable: dict[tuple[str, str], BankAccount]
    stopping: Stopping
    payable: list[Obligation] = field(default_factory=list)
    left_out: list[dict[str, str]] = field(default_factory=list)
    waiting: dict[tuple[str, str], BankAccount] = field(default_factory=dict)

    @property
    def total(self) -> Decimal:
        """What can be paid, in dollars."""
        return sum((each.amount for each in self.payable), Decimal(0))

    def account(self, each: Obligation) -> BankAccount:
        """The account an obligation is paid to."""
        return self.usable[each.payee, each.purpose]

    def in_words(self, fund: str) -> str:
        """Say that nothing can be paid, and what stands in the way."""
        if not self.left_out:
            return f"{fund}: nothing is released or approved that is not on a warrant."
        shown = "; ".join(
            f"{each['payee']} ${Decimal(each['amount']):,.2f} {each['why']}"
            for each in self.left_out[:SHOWN]
        )
        return f"{fund}: nothing can be paid. Left out ({len(self.left_out)}): {shown}."


@dataclass(frozen=True)
class Shared:
    """What is the same for every fund: accounts, and orders that withhold a zone's funding."""

    usable: dict[tuple[str, str], BankAccount]
    waiting: dict[tuple[str, str], BankAccount]
    orders: Mapping[str, WithholdingOrder]


def shared(pays_on: date, on: date) -> Shared:
    """Read what is the same for every fund on the day, in two statements."""
    every = bank_accounts.waiting()
    ready = {key: each for key, each in every.items() if bank_accounts.is_usable(each, pays_on)}
    return Shared(ready, every, withholding.all_withheld(on))


def collect(
    fund: str,
    pays_on: date,
    on: date,
    only: Voucher | None = None,
    known: Shared | None = None,
) -> Collected:
    """Sort what the fund owes, or one voucher alone, into what can be paid and what is left out."""
    same = known or shared(pays_on, on)
    stops = Stopping(holds.standing(fund, on), same.orders, on)
    found = Collected(same.usable, stops, waiting=same.waiting)
    for each in obligations.open_ones(fund, pays_on):
        if only is not None and each.source != only:
            continue
        kind, why = _why_not(each, found)
        if why:
            found.left_out.append(
                {
                    "what": str(each),
                    "payee": each.payee,
                    "amount": f"{each.amount:.2f}",
                    "kind": kind,
                    "why": why,
                }
            )
        else:
            found.payable.append(each)
    return found


def _why_not(each: Obligation, found: Collected) -> tuple[str, str]:
    """Return the kind of reason and the reason in words; empty when it can be paid."""
    kind, why = stop(each.payee, each.amount, each.zone, found.stopping)
    if why:
        return kind, why
    if each.amount > MOST_OF_ONE:
        words = f"is more than a bank file pays at once, ${MOST_OF_ONE:,.2f}: pay it by wire"
        return Why.WIRE, words
    key = each.payee, each.purpose
    if key in found.usable:
        return "", ""
    return Why.ACCOUNT, bank_accounts.why_not(found.waiting.get(key), each.purpose)


def stopping(fund: str, on: date, stops: Stops | None = None) -> Stopping:
    """Read what may stop the fund's payments on the day."""
    return Stopping(stops or holds.standing(fund, on), withholding.all_withheld(on), on)


def stop(
    payee: str, amount: Decimal, zone: EnterpriseZone | None, found: Stopping
) -> tuple[str, str]:
    """Say what stops a payment on the day: a hold, a withholding order, no trust account."""
    hold = found.holds.of(payee, amount)
    if hold is not None:
        return Why.HELD, f"is held since {on_paper(hold.placed_on)}: {hold.basis}"
    if zone is None:
        return "", ""
    order = found.orders.get(zone.pk)
    if order is not None:
        words = f"{zone} is withheld since {on_paper(order.from_on)} (52:27H-88 j.): {order.reason}"
        return Why.WITHHELD, words
    if zone.trust_account_on is None or zone.trust_account_on > found.on:
        return Why.TRUST, f"{zone} has no receiving trust account on record ({TRUST_ACCOUNT})"
    return "", ""


def returned_before(payable: list[Obligation]) -> dict[tuple[str, int], Payment]:
    """Return the payment that the bank sent back for each obligation, by column and number."""
    found: dict[tuple[str, int], Payment] = {}
    for column in {each.column for each in payable}:
        sources = [each.source.pk for each in payable if each.column == column]
        back = Payment.objects.filter(
            bank_return__isnull=False, reissued_by=None, **{f"{column}__in": sources}
        )
        found |= {(column, getattr(each, f"{column}_id")): each for each in back}
    return found
