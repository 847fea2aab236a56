"""The only home of second-generation money as its pages show it: loans, movements, reports."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import F, Q, QuerySet, Sum

from funds import splits
from funds.models import (
    Account,
    Entry,
    Expenditure,
    Kind,
    Loan,
    LoanInstallment,
    Posting,
    QuarterlyReport,
    SecondGenerationReceipt,
)
from funds.quarters import Quarter
from funds.rules.loans import Part, PastDue, past_due
from funds.rules.money import ZERO
from funds.second_generation import USE
from municipalities.models import EnterpriseZone

DAYS_90 = 90  # days past due from which a loan is held to be in trouble


@dataclass(frozen=True)
class LoanState:
    """A loan on a day: what was repaid of its principal, what is outstanding and past due."""

    loan: Loan
    repaid: Decimal
    late: PastDue
    on: date

    @property
    def gone(self) -> bool:
        """Whether it was written off by the day."""
        return self.loan.written_off_on is not None and self.loan.written_off_on <= self.on

    @property
    def outstanding(self) -> Decimal:
        """What of its principal is still owed, in dollars."""
        return ZERO if self.gone else self.loan.principal - self.repaid

    @property
    def written_off(self) -> Decimal:
        """What of its principal was written off, in dollars."""
        return self.loan.principal - self.repaid if self.gone else ZERO

    @property
    def days_late(self) -> int:
        """Days since what is past due was due first; 0 when nothing is."""
        return (self.on - self.late.since).days if self.late.since and self.outstanding else 0


def states(loans: Iterable[Loan], on: date) -> list[LoanState]:
    """Return loans as they stand on a day; two statements."""
    found = list(loans)
    stands = Q(posting__reversed_by=None) | Q(posting__reversed_by__effective_on__gt=on)
    repaid = dict(
        SecondGenerationReceipt.objects.filter(
            stands, loan__in=found, posting__effective_on__lte=on
        )
        .order_by()
        .values_list("loan")
        .annotate(sum=Sum(F("posting__total") - F("interest")))
    )
    parts: dict[int, list[Part]] = defaultdict(list)
    for row in LoanInstallment.objects.filter(loan__in=found):
        parts[row.loan_id].append(Part(row.due_on, row.principal, row.interest))
    return [
        LoanState(
            each,
            repaid.get(each.pk, ZERO),
            past_due(parts[each.pk], repaid.get(each.pk, ZERO), on),
            on,
        )
        for each in found
    ]


def loans_of(zone: EnterpriseZone, on: date) -> QuerySet[Loan]:
    """Return the loans that a zone had made by a day, the latest first."""
    return Loan.objects.filter(zone=zone, made_on__lte=on).order_by("-made_on", "-pk")


def balance(zone: EnterpriseZone) -> Account | None:
    """Return the zone's second-generation account, if money ever came into it."""
    return Account.objects.filter(zone=zone, kind=Kind.SECOND_GENERATION).first()


def movements(account: Account | None) -> QuerySet[Entry]:
    """Return what came into the account and left it, the latest day first."""
    touches = Q(debit=account) | Q(credit=account) if account else Q(pk__in=[])
    return (
        Entry.objects.filter(touches)
        .select_related(
            "posting__second_generation_receipt__loan", "posting__reversed_by", "credit", "debit"
        )
        .order_by("-effective_on", "-posting__number", "-seq")
    )


def outlays(zone: EnterpriseZone) -> list[tuple[Posting, Decimal]]:
    """Return the zone's expenditures and uses that a loan may have been made from, newest first."""
    first = Expenditure.objects.filter(encumbrance__zone=zone, takes_back=None).values("posting")
    second = Entry.objects.filter(debit__zone=zone, posting__act=USE).values("posting")
    # A union is looked up by index; "or" over both ways makes the database join every entry.
    rows = Posting.objects.filter(pk__in=first.union(second), reversed_by=None)
    found = list(rows.order_by("-number")[:100])
    back = Expenditure.objects.filter(takes_back__posting__in=found).order_by()
    voided = dict(back.values_list("takes_back__posting").annotate(total=Sum("amount")))
    net = [(each, each.total + voided.get(each.pk, ZERO)) for each in found]
    return [(each, amount) for each, amount in net if amount > 0]


def live_reports(zone: EnterpriseZone) -> dict[Quarter, QuarterlyReport]:
    """Return a zone's reports that stand, by quarter."""
    rows = QuarterlyReport.objects.filter(zone=zone, closed_on=None)
    return {Quarter(each.sfy, each.quarter): each for each in rows}


def versions(zone: EnterpriseZone, quarter: Quarter) -> list[QuarterlyReport]:
    """Return every report of a zone's quarter, the latest first."""
    rows = QuarterlyReport.objects.filter(zone=zone, sfy=quarter.sfy, quarter=quarter.number)
    return list(
        rows.select_related(
            "zone", "prepared_by__office", "prepared_by__person", "certified_by__office",
            "certified_by__person", "accepted_by__office", "closed_by__office", "statement",
        ).order_by("-version")
    )  # fmt: skip


def compiled(quarter: Quarter) -> list[tuple[EnterpriseZone, QuarterlyReport | None]]:
    """Return each zone with its report of a quarter that stands; two statements."""
    rows = QuarterlyReport.objects.filter(sfy=quarter.sfy, quarter=quarter.number, closed_on=None)
    by_zone = {each.zone_id: each for each in rows}
    return [(zone, by_zone.get(zone.pk)) for zone in EnterpriseZone.objects.order_by("name")]


def filed_by(quarters: Sequence[Quarter]) -> dict[Quarter, int]:
    """Return how many zones have filed each quarter; one statement."""
    rows = QuarterlyReport.objects.filter(closed_on=None, certified_by__gt=0)
    found = dict.fromkeys(quarters, 0)
    for sfy, number in rows.values_list("sfy", "quarter"):
        if Quarter(sfy, number) in found:
            found[Quarter(sfy, number)] += 1
    return found


def credits_like(zone: EnterpriseZone, amount: Decimal) -> list[int]:
    """Return the years whose credit to the zone is exactly that amount of dollars. O-42.

    Whoever reports the whole allocation as a balance has the statement of the wrong account.
    """
    if not amount:
        return []
    return sorted(sfy for sfy, credited in splits.credited(zone).items() if credited == amount)
