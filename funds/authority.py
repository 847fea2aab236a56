"""The only home of spending by the UEZ Authority from its account. 52:27H-88 a.(2), a.(3)."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import QuerySet, Sum

from funds import accounts, ledger
from funds.encumbrances import authority
from funds.ledger import Move
from funds.models import Account, AuthoritySpending, Entry, Kind
from funds.queries.postings import touching
from funds.refusal import Refusal
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities import offices
from municipalities.models import Officer

CITE = "52:27H-88 a.(3)"


@transaction.atomic
def spend(
    purpose: str, payee: str, amount: Decimal, key: str, *, on: date, by: Officer
) -> AuthoritySpending:
    """Spend from the Authority's account: it becomes payable to the payee.

    Within what the State fiscal year gave the Authority; grants, loans and guaranties also from
    what lapsed to it, which is used first. Raises Refusal for another purpose, without a payee,
    and when the year's amount or the account is short.
    """
    offices.require(by, "spend-authority", on=on)
    ledger.hold(FUND)
    done = AuthoritySpending.objects.filter(posting__key=key).first()
    if done is not None:
        return _same(done, purpose, payee, amount)
    if purpose not in AuthoritySpending.Purpose.values or not payee.strip():
        known = ", ".join(AuthoritySpending.Purpose.values)
        raise Refusal(f"{purpose or 'Nothing'} to {payee or 'nobody'}: name a payee and one of "
                      f"{known}.", "52:27H-88 a.(2)")  # fmt: skip
    _refuse_beyond_the_year(purpose, amount, on)
    posting = ledger.post(
        "authority spends",
        [Move(authority(), accounts.find(FUND, Kind.PAYABLE, payee.strip()), amount)],
        fund=FUND,
        key=key,
        on=on,
        by=by,
        clause=CITE,
        note=f"{purpose} to {payee}"[:500],
    )
    return AuthoritySpending.objects.create(
        purpose=purpose, payee=payee.strip(), spent_on=on, posting=posting
    )


def _same(done: AuthoritySpending, purpose: str, payee: str, amount: Decimal) -> AuthoritySpending:
    known = (done.purpose, done.payee, done.posting.total)
    if known != (purpose, payee.strip(), amount):
        raise Refusal(f"{done.posting.key} was already used for {done}.", CITE)
    return done


def _refuse_beyond_the_year(purpose: str, amount: Decimal, on: date) -> None:
    sfy = sfy_of(on)
    room = left(sfy)
    administers = purpose == AuthoritySpending.Purpose.ADMINISTRATION
    most = room.of_the_year if administers else room.for_assistance
    if amount > most:
        lapsed = "" if administers else f", ${room.lapsed:,.2f} that lapsed included"
        raise Refusal(
            f"UEZ Authority, SFY{sfy}: ${amount:,.2f} for {purpose} is "
            f"${amount - most:,.2f} over; ${most:,.2f} is left of an appropriation of "
            f"${appropriation(sfy):,.2f}{lapsed}.",
            CITE,
        )


@dataclass(frozen=True)
class Left:
    """What the Authority may still spend in a State fiscal year, in dollars."""

    of_the_year: Decimal
    lapsed: Decimal

    @property
    def for_assistance(self) -> Decimal:
        """For grants, loans and guaranties: the year's appropriation and what lapsed."""
        return self.of_the_year + self.lapsed


def left(sfy: int) -> Left:
    """Return what is left of a year's appropriation, and of what lapsed, in the book's order.

    Grants, loans and guaranties take what lapsed first, then their year's appropriation. What an
    earlier year's appropriation left unspent is no part of either.
    """
    years: dict[int, Decimal] = defaultdict(Decimal)
    lapsed = ZERO
    held = Account.objects.filter(fund=FUND, kind=Kind.AUTHORITY)
    rows = touching(held).filter(posting__sfy__lte=sfy)
    columns = ("posting__number", "posting__sfy", "posting__authority_spending__purpose",
               "debit__kind", "credit__kind")  # fmt: skip
    summed = rows.order_by("posting__number").values_list(*columns).annotate(total=Sum("amount"))
    for _number, year, purpose, debit, credit, total in summed:
        amount = total if credit == Kind.AUTHORITY else -total
        if Kind.POOL in (debit, credit) or purpose == AuthoritySpending.Purpose.ADMINISTRATION:
            years[year] += amount
            continue
        part = max(amount, -lapsed) if Kind.PAYABLE in (debit, credit) else amount
        lapsed += part
        years[year] += amount - part
    return Left(max(years[sfy], ZERO), max(lapsed, ZERO))


def appropriation(sfy: int) -> Decimal:
    """Return what the State fiscal year credited to the Authority from the fund, in dollars."""
    entries = Entry.objects.filter(posting__fund=FUND, posting__sfy=sfy)
    into = entries.filter(credit__kind=Kind.AUTHORITY, debit__kind=Kind.POOL)
    back = entries.filter(debit__kind=Kind.AUTHORITY, credit__kind=Kind.POOL)
    return _sum(into) - _sum(back)


def administered(sfy: int) -> Decimal:
    """Return what the Authority spent on administration in the State fiscal year, in dollars."""
    purpose = AuthoritySpending.Purpose.ADMINISTRATION
    spent = AuthoritySpending.objects.filter(purpose=purpose, posting__sfy=sfy)
    return spent.aggregate(total=Sum("posting__total"))["total"] or ZERO


def _sum(entries: QuerySet[Entry]) -> Decimal:
    return entries.aggregate(total=Sum("amount"))["total"] or ZERO
