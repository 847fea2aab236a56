"""The only home of which stops stand and what money each blocks, recomputed at this moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import QuerySet

from funds.models import Fund
from funds.rules.money import ZERO
from payments import bank_accounts, holds, obligations
from payments.models import BankAccount, Hold
from payments.obligations import Obligation
from payments.queries.bank_accounts import state_of


@dataclass
class Held:
    """A stop: whose, why, since when, by whom, what it blocks in dollars and payments.

    Without a hold it follows from an account that changed, and ends by itself.
    """

    payee: str
    fund: str
    category: str
    basis: str
    by: str
    since: date | None
    hold: Hold | None = None
    account: BankAccount | None = None
    blocked: Decimal = ZERO
    count: int = 0


@dataclass
class Standing:
    """Every stop of a day, what blocks most on top; what two stop is in the sum once."""

    stops: list[Held]
    blocked: Decimal = ZERO
    count: int = 0


def standing(on: date) -> Standing:
    """Return every stop of the day; a fixed number of statements a fund."""
    rows = holds.of_day(on).select_related("fund", "placed_by__office").order_by("placed_on", "pk")
    found = {each.pk: _of(each) for each in rows}
    changed: dict[tuple[str, str], Held] = {}
    usable = bank_accounts.usable(on)
    made = Standing([])
    for fund in Fund.objects.all():
        owed = obligations.open_ones(fund.pk, on)
        ours = [each for each in rows if each.fund_id in (None, fund.pk)]
        stopped = _count(found, ours, owed)
        waiting = _accounts({each.payee for each in owed}, usable)
        for each in owed:
            account = waiting.get((each.payee, each.purpose))
            if account is not None:
                held = changed.setdefault((each.payee, each.purpose), _changed(account, on))
                held.blocked, held.count = held.blocked + each.amount, held.count + 1
                stopped.add(id(each))
        made.blocked += sum((each.amount for each in owed if id(each) in stopped), ZERO)
        made.count += len(stopped)
    every = [*found.values(), *changed.values()]
    made.stops = sorted(every, key=lambda each: (-each.blocked, each.payee))
    return made


def _of(hold: Hold) -> Held:
    return Held(
        hold.payee or "Every payee",
        hold.fund.name if hold.fund else "All funds",
        hold.get_category_display(),
        hold.basis,
        str(hold.placed_by),
        hold.placed_on,
        hold,
    )


def _count(found: dict[int, Held], rows: list[Hold], owed: list[Obligation]) -> set[int]:
    """Count what each hold blocks; return which obligations any of them stops."""
    stops = holds.Stops(rows)
    stopped = set()
    for each in owed:
        before = dict(stops.covered)
        if stops.of(each.payee, each.amount) is not None:
            stopped.add(id(each))
        for pk in stops.covered:
            if stops.covered[pk] != before.get(pk, ZERO):
                found[pk].blocked += each.amount
                found[pk].count += 1
    return stopped


def _accounts(
    payees: set[str], usable: dict[tuple[str, str], BankAccount]
) -> dict[tuple[str, str], BankAccount]:
    """The latest account of each payee and purpose that has none to be paid to."""
    rows = BankAccount.objects.filter(payee__in=payees).select_related("entered_by__office")
    latest = {(each.payee, each.purpose): each for each in rows.order_by("pk")}
    return {key: each for key, each in latest.items() if key not in usable}


def _changed(account: BankAccount, on: date) -> Held:
    state = state_of(account, on)
    basis = f"Account ending {account.last_four}: {state[:1].lower()}{state[1:]}"
    if account.closed_on is not None:
        basis = f"Account ending {account.last_four} is closed. {account.closed_because}"
    return Held(
        account.payee,
        "All funds",
        Hold.Category.ACCOUNT.label,
        basis,
        str(account.entered_by),
        account.closed_on or account.entered_on,
        account=account,
    )


def of_batch(hold: Hold) -> QuerySet[Hold]:
    """Return the standing holds that were placed together with this one, it included."""
    if not hold.batch:
        return Hold.objects.filter(pk=hold.pk)
    return Hold.objects.filter(batch=hold.batch, lifted_on=None)


def lifted(many: int = 20) -> Iterator[Hold]:
    """Return the holds that were lifted last."""
    rows = Hold.objects.filter(lifted_on__isnull=False)
    yield from rows.select_related("fund", "lifted_by__office").order_by("-lifted_on", "-pk")[:many]
