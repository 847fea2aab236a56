"""The only home of reviews as their pages show them: of a zone, and of all zones in a year."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Count, DecimalField, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from funds import year_reviews
from funds.models import (
    Account,
    Expenditure,
    Finding,
    FindingExpenditure,
    Kind,
    PlanEvidence,
    PlanTask,
    Posting,
    Receivable,
    Recovery,
    Review,
    RunLine,
    WithholdingOrder,
    YearReview,
)
from funds.rules import recovery
from funds.rules.fiscal_year import last_day_unencumbered, sfy_of
from funds.rules.recovery import Source, Step
from funds.splits import FUND
from municipalities.models import EnterpriseZone

ZERO = Decimal(0)
SHOWN = 25  # expenditures that a finding is offered at once
MONEY = DecimalField(max_digits=18, decimal_places=2)


def prepared(zone: EnterpriseZone) -> QuerySet[Review]:
    """Return what reviews prepared for the zone, the latest first."""
    found = Review.objects.filter(zone=zone).order_by("-prepared_on", "-pk")
    return found.select_related("prepared_by__office", "decided_by__office")


def _recovered() -> Coalesce:
    met = Recovery.objects.filter(receivable=OuterRef("receivable")).values("receivable")
    return Coalesce(Subquery(met.annotate(t=Sum("amount")).values("t")), ZERO, output_field=MONEY)


def findings(zone: EnterpriseZone | None = None) -> QuerySet[Finding]:
    """Return findings, the latest first, each with `recovered` and `owed` in dollars."""
    rows = Finding.objects.all() if zone is None else Finding.objects.filter(zone=zone)
    rows = rows.select_related("receivable", "zone", "appeal").annotate(recovered=_recovered())
    owed = F("receivable__amount") - F("receivable__reduced") - F("recovered")
    return rows.annotate(owed=owed).order_by("-found_on", "-pk")


def order_of(zone: EnterpriseZone) -> WithholdingOrder | None:
    """Return the order that stands or waits to take effect, with its plan."""
    found = WithholdingOrder.objects.filter(zone=zone, lifted_on=None)
    return found.select_related("plan", "ordered_by__office", "zone").first()


def tasks_of(order: WithholdingOrder) -> list[tuple[PlanTask, PlanEvidence | None]]:
    """Return the tasks of the order's plan in their order, each with what was filed last."""
    rows = PlanEvidence.objects.filter(task__plan__order=order).order_by("pk")
    last = {each.task_id: each for each in rows.select_related("document", "filed_by__office")}
    tasks = PlanTask.objects.filter(plan__order=order).order_by("number")
    return [(task, last.get(task.pk)) for task in tasks]


def expenditures(zone: EnterpriseZone) -> dict[Posting, Decimal]:
    """Return the zone's latest expenditures with what no finding names yet, in dollars."""
    ours = Expenditure.objects.filter(encumbrance__zone=zone, takes_back=None)
    keys = ours.order_by("-posting").values_list("posting", flat=True).distinct()[:SHOWN]
    return _not_found(list(keys))


def of_year(review: YearReview) -> dict[Posting, Decimal]:
    """Return a review's inconsistent expenditures that stand in no finding yet, in dollars."""
    return _not_found([each.posting_id for each in year_reviews.unanswered(review)])


def _not_found(keys: list[int]) -> dict[Posting, Decimal]:
    """What was spent by postings, was not voided and stands in no finding; four statements."""
    spent = Expenditure.objects.order_by().filter(posting__in=keys, takes_back=None)
    back = Expenditure.objects.order_by().filter(takes_back__posting__in=keys)
    found = FindingExpenditure.objects.order_by().filter(posting__in=keys)
    left: dict[int, Decimal] = defaultdict(Decimal)
    for pk, total in (
        *spent.values_list("posting").annotate(total=Sum("amount")),
        *back.values_list("takes_back__posting").annotate(total=Sum("amount")),
        *found.values_list("posting").annotate(total=Sum(F("reversed_amount") - F("amount"))),
    ):
        left[pk] += total
    postings = Posting.objects.filter(pk__in=[pk for pk in left if left[pk] > 0])
    return {each: left[each.pk] for each in postings.order_by("-number")}


def recovery_plan(zone: EnterpriseZone, owed: Decimal, on: date) -> list[Step]:
    """Return how what is owed is expected to be met: from what is there, then the next credits."""
    return recovery.plan(owed, on_hand(zone, on), sfy_of(on), latest_credit(zone))


def on_hand(zone: EnterpriseZone, on: date) -> list[Source]:
    """Return what a forfeiture can take now, in its order: latest credit first, then vouchers."""
    free = Account.objects.filter(fund=FUND, kind=Kind.ZONE, zone=zone, balance__gt=0)
    found = [
        Source(f"SFY{sfy} credit, not encumbered", balance)
        for sfy, balance in free.order_by("-sfy").values_list("sfy", "balance")
        if on <= last_day_unencumbered(sfy or 0)
    ]
    members = zone.memberships.filter(until_on=None).values("municipality")
    due = Account.objects.filter(fund=FUND, kind=Kind.PAYABLE, municipality__in=members)
    payable = due.aggregate(total=Sum("balance"))["total"] or ZERO
    return [*found, Source("Vouchers that are due", payable)] if payable else found


def latest_credit(zone: EnterpriseZone) -> Decimal:
    """Return what the zone was last credited in a year by the formula, in dollars."""
    rows = RunLine.objects.filter(
        zone=zone,
        component="allocation",
        run__certification__credit__isnull=False,
        run__superseded_by=None,
    )
    last = rows.order_by("-run__sfy", "-run__number").values_list("amount", flat=True).first()
    return last.quantize(Decimal("0.01")) if last else ZERO


@dataclass(frozen=True)
class ZoneYear:
    """A zone in a year's reviews: what it spent, how far its review is, what it owes, dollars."""

    zone: EnterpriseZone
    spent: Decimal
    count: int
    review: YearReview | None
    drawn: int
    looked: int
    found: Decimal
    owed: Decimal
    withheld: bool


def of_state(sfy: int, on: date) -> list[ZoneYear]:
    """Return every zone that spent in the year or has its review, in three statements."""
    spent = _spent(sfy)
    reviews = {
        each.zone_id: each
        for each in YearReview.objects.filter(sfy=sfy).annotate(
            drawn=Count("expenditures"),
            looked=Count("expenditures", filter=~Q(expenditures__outcome="")),
        )
    }
    return [
        ZoneYear(
            zone,
            spent.get(zone.pk, (ZERO, 0))[0],
            spent.get(zone.pk, (ZERO, 0))[1],
            review := reviews.get(zone.pk),
            getattr(review, "drawn", 0),
            getattr(review, "looked", 0),
            zone.found,
            zone.owed - zone.met,
            zone.withheld,
        )
        for zone in _zones(sfy, on)
        if zone.pk in spent or zone.pk in reviews or zone.owed - zone.met or zone.withheld
    ]


def _spent(sfy: int) -> dict[str, tuple[Decimal, int]]:
    rows = (
        Expenditure.objects.filter(posting__sfy=sfy, takes_back=None)
        .order_by()
        .values_list("encumbrance__zone")
        .annotate(total=Sum("amount"), count=Count("posting", distinct=True))
    )
    return {zone: (total, count) for zone, total, count in rows}


def _zones(sfy: int, on: date) -> QuerySet[Any]:
    """Every zone by name, with what the year's reviews found, what it owes, what of it was met."""
    mine = OuterRef("pk")
    owed = Receivable.objects.filter(
        fund=FUND, kind=Receivable.Kind.FINDING, cancelled_on=None, zone=mine
    )
    met = Recovery.objects.filter(
        receivable__kind=Receivable.Kind.FINDING,
        receivable__cancelled_on=None,
        receivable__zone=mine,
    )
    found = Review.objects.filter(zone=mine, year_review__sfy=sfy, finding__isnull=False)
    standing = Q(from_on__lte=on) & (Q(lifted_on=None) | Q(lifted_on__gt=on))
    return EnterpriseZone.objects.annotate(
        found=_summed(found, "zone", F("amount") - F("finding__receivable__reduced")),
        owed=_summed(owed, "zone", F("amount") - F("reduced")),
        met=_summed(met, "receivable__zone", F("amount")),
        withheld=Exists(WithholdingOrder.objects.filter(standing, zone=mine)),
    ).order_by("name")


def _summed(rows: QuerySet[Any], by: str, amount: Any) -> Coalesce:
    """A sum in dollars of the rows of an outer row."""
    sums = rows.order_by().values(by).annotate(total=Sum(amount)).values("total")
    return Coalesce(Subquery(sums), ZERO, output_field=MONEY)
