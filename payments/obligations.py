"""The only home of what a fund owes to payees, and of which accounts each obligation moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.expressions import Combinable, NegatedExpression

from funds import accounts
from funds.ledger import Move
from funds.models import Account, Entry, Kind, Posting
from funds.rules.money import ZERO
from municipalities.letters.words import on_paper
from municipalities.models import EnterpriseZone
from payments import entitlements, reductions
from payments.models import BankAccount, Installment, Payment, Voucher

ZONES = "zone-assistance"
Purpose = BankAccount.Purpose
Parts = dict[Account, Decimal]


@dataclass(frozen=True)
class Obligation:
    """One thing to pay: a released installment, an approved voucher, or another posting."""

    source: Installment | Voucher | Posting
    payee: str
    purpose: Purpose
    parts: Parts
    zone: EnterpriseZone | None = None

    @property
    def amount(self) -> Decimal:
        """What is to be paid, in dollars."""
        return sum(self.parts.values(), ZERO)

    @property
    def column(self) -> str:
        """The payment's column that names it."""
        if isinstance(self.source, Installment):
            return "installment"
        return "voucher" if isinstance(self.source, Voucher) else "other"

    def __str__(self) -> str:
        """Say what is paid as an office knows it."""
        if isinstance(self.source, Installment):
            due, sfy = on_paper(self.source.statutory_on), self.source.entitlement_sfy
            return f"SFY{sfy}, installment {self.source.number}, due {due}"
        what = "voucher" if isinstance(self.source, Voucher) else "posting"
        return f"{what} {self.source.number}"


def open_ones(fund: str, pays_on: date) -> list[Obligation]:
    """Return what is released or approved, not yet on a warrant, oldest first."""
    return [*_installments(fund, pays_on), *_vouchers(fund), *_others(fund)]


def _unpaid(column: str) -> NegatedExpression[Combinable]:
    """Keep what has no live payment; each is looked up by its index, however many there are."""
    return ~Exists(Payment.objects.filter(returned=False, **{column: OuterRef("pk")}))


def _installments(fund: str, pays_on: date) -> list[Obligation]:
    released = Installment.objects.filter(
        fund=fund, posting__isnull=False, deposit_on__lte=pays_on, amount__gt=F("recovered")
    )
    rows = list(released.filter(_unpaid("installment")).order_by("deposit_on", "pk"))
    payable = payable_of(fund, rows)
    heirs = entitlements.heirs(pays_on)
    found = []
    for row in rows:
        amount, account = row.amount - row.recovered, payable[row.holder, row.entitlement_sfy]
        if row.holder in heirs and account.balance < amount:  # its heir took the money over
            account = accounts.find(fund, Kind.PAYABLE, heirs[row.holder], row.entitlement_sfy)
        found.append(Obligation(row, account.holder, _general(account.holder), {account: amount}))
    return found


def _general(payee: str) -> Purpose:
    """The purpose of formula aid: a county has an account of its own kind."""
    return Purpose.COUNTY if payee.startswith("county:") else Purpose.GENERAL


def payable_of(
    fund: str, rows: Sequence[Installment], kind: Kind = Kind.PAYABLE
) -> dict[tuple[str, int], Account]:
    """Find the installments' accounts of a kind by holder and year."""
    found: dict[tuple[str, int], Account] = {}
    for sfy in {row.entitlement_sfy for row in rows}:
        holders = [row.holder for row in rows if row.entitlement_sfy == sfy]
        for holder, account in accounts.find_many(fund, kind, holders, sfy).items():
            found[holder, sfy] = account
    return found


def _vouchers(fund: str) -> list[Obligation]:
    if fund != ZONES:
        return []
    approved = Voucher.objects.filter(posting__isnull=False).exclude(kind=Voucher.Kind.SPENT)
    rows = approved.filter(_unpaid("voucher")).select_related("encumbrance__zone")
    every = list(rows.order_by("approved_on", "pk"))
    stands = reductions.standing_of(every)
    found = [
        Obligation(
            row,
            row.municipality_id,
            Purpose.TRUST if row.kind == Voucher.Kind.ADVANCE else Purpose.FIRST_GENERATION,
            stands[row.pk],
            row.encumbrance.zone,
        )
        for row in every
    ]
    return [each for each in found if each.parts]


def _others(fund: str) -> list[Obligation]:
    """What the Authority spent and what second-generation money was used for."""
    if fund != ZONES:
        return []
    kinds = Q(entries__debit__kind__in=[Kind.AUTHORITY, Kind.SECOND_GENERATION])
    spent = Posting.objects.filter(kinds, fund=fund, entries__credit__kind=Kind.PAYABLE)
    rows = spent.filter(reversed_by=None, reverses=None).filter(_unpaid("other"))
    found = []
    every = list(rows.distinct().order_by("number"))
    moved = Entry.objects.filter(posting__in=[0, *(row.pk for row in every)])
    entries = {each.posting_id: each for each in moved.select_related("debit", "credit")}
    for row in every:
        entry = entries[row.pk]
        second = entry.debit.kind == Kind.SECOND_GENERATION
        purpose = Purpose.SECOND_GENERATION if second else Purpose.GENERAL
        found.append(Obligation(row, entry.credit.holder, purpose, {entry.credit: entry.amount}))
    return found


def moves(fund: str, payments: Sequence[Payment]) -> list[Move]:
    """What leaves when the payments are sent: PAYABLE to PAID, or to TRUST for an advance."""
    rows = [each.installment for each in payments if each.installment is not None]
    payable = payable_of(fund, rows)
    paid = payable_of(fund, rows, Kind.PAID)
    made: list[Move] = []
    for each in payments:
        if each.installment is not None:
            place = each.installment.holder, each.installment.entitlement_sfy
            account, to = payable[place], paid[place]
            if account.pk != each.payable_id:
                account = each.payable
                to = accounts.find(fund, Kind.PAID, account.holder, account.sfy)
            made.append(Move(account, to, each.amount))
        elif each.voucher is not None:
            made += _voucher_moves(each.voucher)
        else:
            account = each.payable
            made.append(Move(account, accounts.find(fund, Kind.PAID, account.holder), each.amount))
    return made


def _voucher_moves(voucher: Voucher) -> list[Move]:
    """By vintage; an advance stands in the trust of its encumbrance until it is spent."""
    bound = voucher.encumbrance
    made = []
    for account, amount in reductions.standing(voucher).items():
        if voucher.kind == Voucher.Kind.ADVANCE:
            to = accounts.find(ZONES, Kind.TRUST, bound.zone.holder, account.sfy, bound)
        else:
            to = accounts.find(ZONES, Kind.PAID, account.holder, account.sfy)
        made.append(Move(account, to, amount))
    return made
