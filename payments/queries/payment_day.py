"""The only home of payment day's figures: what is due, late, released and waiting, by fund."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Count, Q, Sum

from funds.models import Account, Fund, Kind
from payments.models import Installment, Warrant

ZERO = Decimal(0)


@dataclass(frozen=True)
class FundDay:
    """One fund on a day: counts, and dollars due, late, payable and coming next."""

    fund: Fund
    due: int
    due_amount: Decimal
    late: int
    late_amount: Decimal
    payees: int
    payable: Decimal
    next_on: date | None
    next_amount: Decimal


def by_fund(on: date) -> list[FundDay]:
    """Return each fund's day, recomputed at this moment; a fixed number of statements."""
    return [_fund_day(fund, on) for fund in Fund.objects.all()]


def _fund_day(fund: Fund, on: date) -> FundDay:
    open_ = Installment.objects.filter(fund=fund, posting=None, replaced_by=None)
    due, late = Q(deposit_on__lte=on), Q(deposit_on__lt=on)
    sums = open_.aggregate(
        due=Count("pk", filter=due),
        due_amount=Sum("amount", filter=due),
        late=Count("pk", filter=late),
        late_amount=Sum("amount", filter=late),
    )
    payable = Account.objects.filter(fund=fund, kind=Kind.PAYABLE, balance__gt=0).aggregate(
        payees=Count("holder", distinct=True), total=Sum("balance")
    )
    coming = open_.filter(deposit_on__gt=on).order_by("deposit_on").values("deposit_on")
    following = coming.annotate(total=Sum("amount")).first()
    return FundDay(
        fund,
        sums["due"],
        sums["due_amount"] or ZERO,
        sums["late"],
        sums["late_amount"] or ZERO,
        payable["payees"],
        payable["total"] or ZERO,
        following["deposit_on"] if following else None,
        following["total"] if following else ZERO,
    )


def open_warrants() -> list[Warrant]:
    """Return the warrants that are certified and not yet sent, the first to pay on top."""
    return list(
        Warrant.objects.filter(posting=None, withdrawn_on=None)
        .select_related("fund", "certified_by__office", "warranted_by__office")
        .order_by("pays_on", "number")
    )


def sent(many: int = 10) -> list[Warrant]:
    """Return the last warrants that were sent."""
    return list(
        Warrant.objects.filter(posting__isnull=False)
        .select_related("fund", "posting")
        .order_by("-sent_on", "-number")[:many]
    )
