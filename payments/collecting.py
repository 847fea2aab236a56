"""The only home of which obligations go on a warrant, and why the others are left out."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from funds import withholding
from municipalities.models import EnterpriseZone
from payments import bank_accounts, holds, obligations
from payments.bank_file.records import MOST_OF_ONE
from payments.models import BankAccount, Hold, Payment, Voucher
from payments.obligations import Obligation

TRUST_ACCOUNT = "52:27H-88 a.(2)"
SHOWN = 5


@dataclass
class Collected:
    """What can be paid, by which accounts; and what is left out, each with its reason."""

    usable: dict[tuple[str, str], BankAccount]
    stops: dict[str, Hold]
    payable: list[Obligation] = field(default_factory=list)
    left_out: list[dict[str, str]] = field(default_factory=list)

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


def collect(fund: str, pays_on: date, on: date, only: Voucher | None = None) -> Collected:
    """Sort what the fund owes, or one voucher alone, into what can be paid and what is left out."""
    found = Collected(bank_accounts.usable(pays_on), holds.standing(fund, on))
    for each in obligations.open_ones(fund, pays_on):
        if only is not None and each.source != only:
            continue
        why = _why_not(each, found, on)
        if why:
            amount = f"{each.amount:.2f}"
            found.left_out.append(
                {"what": str(each), "payee": each.payee, "amount": amount, "why": why}
            )
        else:
            found.payable.append(each)
    return found


def _why_not(each: Obligation, found: Collected, on: date) -> str:
    stop = stopped(each.payee, each.zone, found.stops, on)
    if stop:
        return stop
    if each.amount > MOST_OF_ONE:
        return f"is more than a bank file pays at once, ${MOST_OF_ONE:,.2f}: pay it by wire"
    if (each.payee, each.purpose) in found.usable:
        return ""
    return bank_accounts.why_not(each.payee, each.purpose)


def stopped(payee: str, zone: EnterpriseZone | None, stops: dict[str, Hold], on: date) -> str:
    """Say what stops a payment on the day: a hold, a withholding order, no trust account."""
    if payee in stops:
        return f"is held since {stops[payee].placed_on}: {stops[payee].basis}"
    if zone is None:
        return ""
    order = withholding.withheld(zone, on)
    if order is not None:
        return f"{zone} is withheld since {order.from_on} (52:27H-88 j.): {order.reason}"
    if zone.trust_account_on is None or zone.trust_account_on > on:
        return f"{zone} has no receiving trust account on record ({TRUST_ACCOUNT})"
    return ""


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
