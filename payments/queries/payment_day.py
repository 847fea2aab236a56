"""The only home of payment day's figures: due, late, payable, left out, recomputed by fund."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.db.models import Count, Q, Sum

from funds.models import Fund
from payments import banking_days, collecting
from payments.collecting import Collected, Why
from payments.models import Installment, Warrant

ZERO = Decimal(0)


@dataclass(frozen=True)
class FundDay:
    """One fund on a day: counts, and dollars due, late, payable, left out and coming next."""

    fund: Fund
    due: int
    due_amount: Decimal
    late: int
    late_amount: Decimal
    next_on: date | None
    next_amount: Decimal
    collected: Collected = field(repr=False)

    @property
    def to_pay(self) -> Decimal:
        """What a warrant certified at this moment would pay, in dollars."""
        return self.collected.total

    @property
    def to_pay_count(self) -> int:
        """How many payments such a warrant would have."""
        return len(self.collected.payable)

    @property
    def towns(self) -> int:
        """How many payees would be paid."""
        return len({each.payee for each in self.collected.payable})

    def left_out(self, *whys: str) -> tuple[int, Decimal]:
        """Return how many would be left out for these reasons, and their dollars."""
        found = [each for each in self.collected.left_out if each["kind"] in whys]
        return len(found), sum((Decimal(each["amount"]) for each in found), ZERO)


def by_fund(on: date) -> list[FundDay]:
    """Return each fund's day, recomputed at this moment; a fixed number of statements a fund."""
    pays_on = banking_days.on_or_after(on)
    known = collecting.shared(pays_on, on)
    return [
        _fund_day(fund, on, collecting.collect(fund.pk, pays_on, on, known=known))
        for fund in Fund.objects.all()
    ]


def _fund_day(fund: Fund, on: date, collected: Collected) -> FundDay:
    open_ = Installment.objects.filter(fund=fund, posting=None, replaced_by=None)
    due, late = Q(deposit_on__lte=on), Q(deposit_on__lt=on)
    sums = open_.aggregate(
        due=Count("pk", filter=due),
        due_amount=Sum("amount", filter=due),
        late=Count("pk", filter=late),
        late_amount=Sum("amount", filter=late),
    )
    coming = open_.filter(deposit_on__gt=on).order_by("deposit_on").values("deposit_on")
    following = coming.annotate(total=Sum("amount")).first()
    return FundDay(
        fund,
        sums["due"],
        sums["due_amount"] or ZERO,
        sums["late"],
        sums["late_amount"] or ZERO,
        following["deposit_on"] if following else None,
        following["total"] if following else ZERO,
        collected,
    )


def exceptions(days: list[FundDay]) -> list[tuple[Fund, dict[str, str]]]:
    """Return what would be left out and why, the largest first."""
    found = [(day.fund, each) for day in days for each in day.collected.left_out]
    return sorted(found, key=lambda each: (-Decimal(each[1]["amount"]), each[1]["payee"]))


def reasons(days: list[FundDay]) -> Counter[str]:
    """Count what would be left out by kind of reason."""
    return Counter(each["kind"] for day in days for each in day.collected.left_out)


HELD = (Why.HELD, Why.WITHHELD)
NO_ACCOUNT = (Why.ACCOUNT, Why.TRUST)


def open_warrants() -> list[Warrant]:
    """Return the warrants that are certified and not yet sent, the first to pay on top."""
    return list(
        Warrant.objects.filter(posting=None, withdrawn_on=None)
        .select_related("fund", "certified_by__office", "warranted_by__office")
        .annotate(approved=Count("approvals"))
        .order_by("pays_on", "number")
    )


def sent(many: int = 10) -> list[Warrant]:
    """Return the last warrants that were sent."""
    return list(
        Warrant.objects.filter(posting__isnull=False)
        .select_related("fund", "posting")
        .order_by("-sent_on", "-number")[:many]
    )
