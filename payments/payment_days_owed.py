"""The only home of what the State owes on its payment days, reminded of until it is released.

The days are the calendar's. Of a year that is not certified its amounts are owed; of a certified
one its payments, until each is on a warrant that was sent. What is held is owed no more.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse

from funds.models import Fund
from funds.rules.money import ZERO
from municipalities import offices
from municipalities.letters.words import on_paper
from municipalities.models import Notice
from municipalities.notices import ladder
from municipalities.notices.ladder import Owed
from municipalities.notices.writing import holders_of
from payments import collecting
from payments.calendar import dates
from payments.models import Installment, Payment
from payments.releases import CLAUSES

KIND = "payment-day reminder"


def remind(*, on: date) -> list[Notice]:
    """Write what the ladder asks for on the day; what is released or held ends by itself."""
    return ladder.remind(owed(on), on=on, by=offices.system(), kind=KIND)


def owed(on: date) -> list[Owed]:
    """Return what is to be certified or released on the payment days near a day."""
    first, last = ladder.days_around(on)
    funds = {fund.pk: fund for fund in Fund.objects.filter(pk__in=CLAUSES)}
    found = [each for fund in funds.values() for each in _unpaid(fund, first, last, on)]
    return [*found, *_uncertified(funds, first, last, on)]


def _unpaid(fund: Fund, first: date, last: date, on: date) -> Iterator[Owed]:
    """Each payment day of certified amounts with something that is not sent, and not held."""
    stopping = collecting.stopping(fund.pk, on)
    waits: dict[date, list[Decimal]] = {}
    for row in _not_sent(fund.pk).filter(deposit_on__range=(first, last)):
        amount = row.amount - row.recovered
        kind, _ = collecting.stop(row.holder, amount, None, stopping)
        if not kind:
            waits.setdefault(row.deposit_on, []).append(amount)
    for day, amounts in waits.items():
        many = "1 payment" if len(amounts) == 1 else f"{len(amounts):,} payments"
        yield _owed(
            fund, day, f"{fund.pk}/{day}", f"{many} of {fund.name}, ${sum(amounts, ZERO):,.2f}",
            f"{many} of {fund.name}, ${sum(amounts, ZERO):,.2f}, must be released by "
            f"{on_paper(day)} ({CLAUSES[fund.pk]}) and are on no warrant that was sent.",
            reverse("payment_day"), on,
        )  # fmt: skip


def _not_sent(fund: str) -> QuerySet[Installment]:
    """The live installments of which something is to be paid and is on no warrant that was sent."""
    sent = Payment.objects.filter(
        installment=OuterRef("pk"), returned=False, warrant__posting__isnull=False
    )
    live = Installment.objects.filter(fund=fund, replaced_by=None, amount__gt=F("recovered"))
    return live.filter(~Exists(sent)).order_by("deposit_on", "pk")


def _uncertified(funds: dict[str, Fund], first: date, last: date, on: date) -> Iterator[Owed]:
    """Each payment day whose fiscal year has no installments yet: nothing can be released."""
    planned = set(
        Installment.objects.filter(replaced_by=None)
        .filter(Q(deposit_on__gt=first - timedelta(days=400)))
        .values_list("fund_id", "entitlement_sfy")
        .distinct()
        .order_by()
    )
    seen = set()
    for each in dates.between(first, last):
        key = each.fund, each.sfy, each.acted_on
        if each.kind != dates.DEPOSIT or key[:2] in planned or key in seen:
            continue
        seen.add(key)
        fund, what = funds[each.fund], f"amounts of SFY{each.sfy}"
        yield _owed(
            fund, each.acted_on, f"{fund.pk}/SFY{each.sfy}/{each.acted_on}",
            f"The {what} of {fund.name}",
            f"A part of the {what} of {fund.name} must be released by {on_paper(each.acted_on)} "
            f"({each.authority}), and they are not certified and credited yet.",
            reverse("fund", args=[fund.pk]), on,
        )  # fmt: skip


def _owed(fund: Fund, day: date, key: str, what: str, text: str, url: str, on: date) -> Owed:
    return Owed(
        key=key,
        what=what,
        due_on=day,
        cite=CLAUSES[fund.pk],
        url=url,
        owner=[
            *holders_of("treasury-certifier", on=on),
            *holders_of("treasury-releaser", on=on),
        ],
        above=holders_of("budget-officer", on=on),
        department=holders_of("dca-director", on=on),
        text=text,
    )
