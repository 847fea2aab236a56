"""The only home of stops on payments: placed, found, lifted by another. A hold moves nothing.

What is on a warrant that was sent stays paid: what the bank has can't be held.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Protocol

from django.db import transaction
from django.db.models import Q, QuerySet

from funds.models import Fund
from funds.refusal import Refusal
from funds.rules.money import ZERO
from municipalities import offices
from municipalities.letters.words import on_paper
from municipalities.models import Officer
from payments.models import Hold

Category, Rule = Hold.Category, Hold.Rule


class Planned(Protocol):
    """A planned payment, as far as a hold looks at it."""

    @property
    def holder(self) -> str:
        """The payee as the ledger spells it."""

    @property
    def amount(self) -> Decimal:
        """How much, in dollars."""


@dataclass(frozen=True)
class Terms:
    """Why payments are held, and which: the basis, its category, the rule and its amount."""

    basis: str
    category: str = Category.OTHER
    rule: str = Rule.ALL
    amount: Decimal | None = None


@dataclass
class Stops:
    """The holds of a fund on a day; asked about each payment in turn, the oldest first."""

    holds: list[Hold]
    covered: dict[int, Decimal] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Say whether anything at all is held."""
        return bool(self.holds)

    @property
    def count_up(self) -> bool:
        """Whether one of them stops payments only until an amount is covered."""
        return any(each.rule == Rule.UP_TO for each in self.holds)

    def of(self, payee: str, amount: Decimal) -> Hold | None:
        """Return the hold that stops a payment of the amount, in dollars, if there is one."""
        mine = [each for each in self.holds if each.payee in ("", payee)]
        stopping = [each for each in mine if self._stops(each, amount)]
        for each in stopping:
            self.covered[each.pk] = self.covered.get(each.pk, ZERO) + amount
        return stopping[0] if stopping else None

    def _stops(self, hold: Hold, amount: Decimal) -> bool:
        if hold.rule == Rule.OVER:
            return amount > (hold.amount or ZERO)
        if hold.rule == Rule.UP_TO:
            return self.covered.get(hold.pk, ZERO) < (hold.amount or ZERO)
        return True


@transaction.atomic
def place(
    payee: str,
    basis: str | Terms,
    *,
    on: date,
    by: Officer,
    fund: Fund | str | None = None,
    batch: str = "",
) -> Hold:
    """Stop a payee's payments from the day on, of one fund or of all; a standing hold is returned.

    Without a payee every payment of the fund stops. Raises Refusal without a basis in law, and
    for a rule without its amount.
    """
    offices.require(by, "place-hold", on=on)
    code = fund.code if isinstance(fund, Fund) else fund
    terms = basis if isinstance(basis, Terms) else Terms(basis)
    _refuse(payee, code, terms)
    return _placed(payee, code, terms, batch, on, by)


@transaction.atomic
def place_each(
    payees: Iterable[str],
    terms: Terms,
    batch: str,
    *,
    on: date,
    by: Officer,
    fund: Fund | str | None = None,
) -> list[Hold]:
    """Stop several payees' payments at once, under one batch; all of them or none."""
    wanted = list(dict.fromkeys(payees))
    return [place(payee, terms, on=on, by=by, fund=fund, batch=batch) for payee in wanted]


def _refuse(payee: str, fund: str | None, terms: Terms) -> None:
    if not terms.basis.strip() or not (payee.strip() or fund):
        raise Refusal("A hold names the payee or the fund, and the law or order it rests on.")
    if terms.category not in Category.values or terms.rule not in Rule.values:
        raise Refusal(f"{terms.category}, {terms.rule}: a hold has a category and a rule we know.")
    if (terms.rule == Rule.ALL) != (terms.amount is None):
        raise Refusal("A hold of every payment names no amount; the other rules name theirs.")
    if terms.amount is not None and terms.amount <= 0:
        raise Refusal(f"${terms.amount:,.2f}: the amount of a hold is more than nothing.")


def _placed(payee: str, fund: str | None, terms: Terms, batch: str, on: date, by: Officer) -> Hold:
    standing = Hold.objects.filter(
        payee=payee, fund=fund, category=terms.category, lifted_on=None
    ).first()
    if standing is not None:
        return standing
    return Hold.objects.create(
        payee=payee,
        fund_id=fund,
        category=terms.category,
        basis=terms.basis[:300],
        rule=terms.rule,
        amount=terms.amount,
        batch=batch,
        placed_on=on,
        placed_by=by,
    )


def hold_lowered(payee: str, fund: str, before: Decimal, now: Decimal, why: str, on: date) -> Hold:
    """Hold a payee whose payment was lowered, by itself, until a person has looked at it."""
    basis = f"By itself: ${before:,.2f} became ${now:,.2f}. {why}"
    return _placed(payee, fund, Terms(basis, Category.LOWERED), "", on, offices.system())


def hold_each_lowered(
    fund: str, stale: Iterable[Planned], anew: Iterable[Planned], on: date
) -> None:
    """Hold each payee whose installments to come are less than those they take the place of."""
    before: dict[str, Decimal] = defaultdict(Decimal)
    now: dict[str, Decimal] = defaultdict(Decimal)
    for row in stale:
        before[row.holder] += row.amount
    for row in anew:
        now[row.holder] += row.amount
    for holder in sorted(before):
        if now[holder] < before[holder]:
            why = "What is still to come was planned anew."
            hold_lowered(holder, fund, before[holder], now[holder], why, on)


@transaction.atomic
def lift(hold: Hold, *, on: date, by: Officer, because: str = "") -> Hold:
    """Lift a hold from the day on, as another person than placed it.

    Raises Refusal for the person who placed it, and before the day it was placed.
    """
    offices.require(by, "lift-hold", on=on)
    found = Hold.objects.select_for_update(of=("self",)).get(pk=hold.pk)
    if found.lifted_on is not None:
        return found
    if on < found.placed_on:
        raise Refusal(
            f"The hold on {found.payee} was placed on {on_paper(found.placed_on)}, after "
            f"{on_paper(on)}."
        )
    if found.placed_by.person_id == by.person_id:
        raise Refusal(f"The hold on {found} was placed by {by.person}: another person lifts it.")
    found.lifted_on, found.lifted_by, found.lifted_because = on, by, because[:300]
    found.save(update_fields=["lifted_on", "lifted_by", "lifted_because"])
    return found


def of_day(on: date) -> QuerySet[Hold]:
    """Return the holds that stand on the day."""
    held = Hold.objects.filter(placed_on__lte=on)
    return held.filter(Q(lifted_on=None) | Q(lifted_on__gt=on))


def standing(fund: str, on: date) -> Stops:
    """Return the holds that stop the fund's payments on the day."""
    return Stops(list(of_day(on).filter(Q(fund=fund) | Q(fund=None)).order_by("placed_on", "pk")))


def notes(fund: str, on: date) -> dict[str, str]:
    """Return, by payee, what a year's end notes of the holds that stand."""
    return {
        hold.payee: f"held since {on_paper(hold.placed_on)}: {hold.basis}"
        for hold in standing(fund, on).holds
    }
