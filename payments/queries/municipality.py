"""The only home of a municipality's money over all funds: certified, released, paid, and when."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Count, Prefetch, Q, Sum

from funds.models import Account, Kind, RunLine
from funds.queries.postings import touching
from funds.queries.runs import MAIN
from municipalities.models import Municipality
from payments.models import Installment, Payment

ZERO = Decimal(0)
LIVE = Q(run__certification__isnull=False, run__superseded_by__isnull=True)

COMING, NEXT = "installments_coming", 12  # kept on the municipality in hand; so many


@dataclass
class YearOfFund:
    """One fund's State fiscal year for a municipality, in dollars; `run_id` explains it."""

    fund: str
    sfy: int
    certified: Decimal | None = None
    run_id: int | None = None
    holder: str = ""
    credited: Decimal = ZERO
    released: Decimal = ZERO
    paid: Decimal = ZERO

    @property
    def to_come(self) -> Decimal:
        """What is credited and not yet released."""
        return self.credited - self.released


FLOWS: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {
    (Kind.POOL, Kind.ENTITLED): (("credited", 1),),
    (Kind.ENTITLED, Kind.POOL): (("credited", -1),),
    (Kind.ENTITLED, Kind.PAYABLE): (("released", 1),),
    (Kind.PAYABLE, Kind.ENTITLED): (("released", -1),),
    (Kind.PAYABLE, Kind.PAID): (("paid", 1),),
    (Kind.PAID, Kind.PAYABLE): (("paid", -1),),
}


def years(municipality: Municipality) -> list[YearOfFund]:
    """Return each fund's years, the latest first; three statements."""
    found: dict[tuple[str, int], YearOfFund] = {}

    def at(fund: str, sfy: int) -> YearOfFund:
        return found.setdefault((fund, sfy), YearOfFund(fund, sfy))

    for line in _certified(municipality):
        year = at(line.run.fund_id, line.run.sfy)
        year.certified = (year.certified or ZERO) + Decimal(line.amount)
        year.run_id, year.holder = line.run_id, line.holder
    for fund, sfy, debit, credit, total in _flows(municipality):
        year = at(fund, sfy)
        for column, sign in FLOWS.get((debit, credit), ()):
            setattr(year, column, getattr(year, column) + sign * total)
    return sorted(found.values(), key=lambda y: (y.fund, -y.sfy))


def _certified(municipality: Municipality) -> list[RunLine]:
    zone = municipality.zone_memberships.filter(until_on=None).values("zone")
    share = Q(municipality=municipality, component="municipal_share")
    formula = Q(municipality=municipality, component__in=MAIN.values())
    whole = Q(zone__in=zone, component=MAIN["zone-assistance"])
    lines = list(
        RunLine.objects.filter(LIVE, share | formula | whole)
        .select_related("run")
        .order_by("run__sfy", "run__number")
    )
    split = {line.run_id for line in lines if line.component == "municipal_share"}
    return [li for li in lines if li.run_id not in split or li.component == "municipal_share"]


def _flows(municipality: Municipality) -> list[tuple[str, int, str, str, Decimal]]:
    sums: dict[tuple[str, int, str, str], Decimal] = defaultdict(Decimal)
    rows = (
        touching(Account.objects.filter(municipality=municipality))
        .values_list("credit__fund_id", "debit__kind", "credit__kind", "debit__sfy", "credit__sfy")
        .annotate(total=Sum("amount"))
    )
    for fund, debit, credit, debit_sfy, credit_sfy, total in rows:
        sums[fund, credit_sfy or debit_sfy or 0, debit, credit] += total
    return [(*key, total) for key, total in sums.items()]


def coming(municipality: Municipality, on: date) -> list[Installment]:
    """Return the next installments, by the day they are deposited; read once for one in hand."""
    kept: dict[date, list[Installment]] = vars(municipality).setdefault(COMING, {})
    if on not in kept:
        found = Installment.objects.filter(
            municipality=municipality, replaced_by=None, posting=None, deposit_on__gte=on
        )
        kept[on] = list(found.select_related("fund").order_by("deposit_on")[:NEXT])
    return kept[on]


def installments(municipality: Municipality, sfy: int) -> list[Installment]:
    """Return the live installments of an entitlement year with their payments."""
    return list(
        Installment.objects.filter(municipality=municipality, replaced_by=None, entitlement_sfy=sfy)
        .select_related("fund", "posting")
        .prefetch_related(Prefetch("payments", Payment.objects.select_related("warrant")))
        .order_by("deposit_on", "stream")
    )


def every_installment(municipality: Municipality) -> list[Installment]:
    """Return the live installments of every year with their payments, the latest year first."""
    return list(
        Installment.objects.filter(municipality=municipality, replaced_by=None)
        .select_related("fund", "posting")
        .prefetch_related(Prefetch("payments", Payment.objects.select_related("warrant")))
        .order_by("-entitlement_sfy", "fund", "deposit_on", "stream")
    )


def replaced(municipality: Municipality, sfy: int) -> list[Installment]:
    """Return the installments of an entitlement year that a later certification planned anew."""
    rows = Installment.objects.filter(municipality=municipality, entitlement_sfy=sfy)
    rows = rows.exclude(replaced_by=None).select_related("replaced_by")
    return list(rows.order_by("deposit_on", "stream", "pk"))


@dataclass(frozen=True)
class DepositDay:
    """A day on which installments are due: how many, and how much in dollars."""

    on: date
    count: int
    amount: Decimal


def coming_days(on: date, many: int = 6) -> list[DepositDay]:
    """Return the next deposit days of what is not released, every municipality's together."""
    open_ = Installment.objects.filter(replaced_by=None, posting=None, deposit_on__gte=on)
    days = open_.order_by("deposit_on").values_list("deposit_on")
    found = days.annotate(count=Count("pk"), total=Sum("amount"))[:many]
    return [DepositDay(day, count, total) for day, count, total in found]
