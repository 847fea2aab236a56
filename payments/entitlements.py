"""The only home of what a year's credited certifications give each holder, by stream."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from funds.models import Account, Kind, Run, RunLine
from funds.rules.money import CENT, ZERO
from municipalities.models import FiscalYearBasis, Succession
from payments.models import Stream

CALENDAR = FiscalYearBasis.Basis.CALENDAR.value


@dataclass
class Entitlement:
    """What one holder is to receive of a year: each stream's total, and what is not released."""

    holder: str
    basis: str = CALENDAR
    totals: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    unreleased: Decimal = ZERO


def of_year(fund: str, sfy: int, *, on: date) -> dict[str, Entitlement]:
    """Return every holder's entitlement; what belonged to a merged municipality is its heir's."""
    heir = heirs(on)
    found: dict[str, Entitlement] = {}
    for run in standing_runs(fund, sfy):
        bases = _bases(run)
        for holder, stream, amount in _amounts(run):
            ours = heir.get(holder, holder)
            each = found.setdefault(ours, Entitlement(ours))
            each.totals[stream] += amount
            if ours == holder and ours in bases:
                each.basis = bases[ours]
    for account in Account.objects.filter(fund=fund, kind=Kind.ENTITLED, sfy=sfy):
        each = found.setdefault(account.holder, Entitlement(account.holder))
        each.unreleased = account.balance
    return found


def standing_runs(fund: str, sfy: int) -> list[Run]:
    """Return the year's runs that are credited, not re-opened, and not superseded by such a one."""
    credited = Run.objects.filter(
        fund=fund,
        sfy=sfy,
        certification__credit__isnull=False,
        certification__reopening=None,
    )
    runs = {run.pk: run for run in credited}
    older: dict[int, int | None] = dict(
        Run.objects.filter(fund=fund, sfy=sfy).values_list("pk", "supersedes_id")
    )
    for pk in list(runs):
        before = older[pk]
        while before is not None:
            runs.pop(before, None)
            before = older.get(before)
    return list(runs.values())


def heirs(on: date) -> dict[str, str]:
    """Return who took the place of each municipality that was taken into another one."""
    taken = Succession.objects.filter(effective_on__lte=on)
    direct = dict(taken.values_list("predecessor_id", "successor_id"))
    final = {}
    for code in direct:
        heir = code
        while heir in direct:
            heir = direct[heir]
        final[code] = heir
    return final


def _amounts(run: Run) -> list[tuple[str, str, Decimal]]:
    """Holder, stream and dollars of each line that is paid out in installments."""
    lines = RunLine.objects.filter(run=run, component__in=_STREAMS).order_by("position")
    amounts = []
    beside = Stream.SUPPLEMENT.value if run.kind == Run.Kind.SUPPLEMENT else ""
    for line in lines:
        amount = line.amount.quantize(CENT)
        amounts.append((line.holder, beside or _STREAMS[line.component], amount))
        if line.component == "difference":  # the total holds it: the rest is the regular stream
            amounts.append((line.holder, Stream.REGULAR.value, -amount))
    return amounts


_STREAMS: dict[str, str] = {
    "total": Stream.REGULAR.value,
    "difference": Stream.DIFFERENCE.value,
    "county": Stream.COUNTY.value,
    "payable": Stream.HIGHLANDS.value,
}


def _bases(run: Run) -> dict[str, str]:
    """The fiscal-year bases the run froze, or those on record on its day."""
    rows = run.facts.get("municipalities", [])
    if rows:
        return {row["municode"]: row["basis"] for row in rows if "basis" in row}
    known = FiscalYearBasis.objects.filter(from_on__lte=run.prepared_on).order_by("from_on")
    return dict(known.values_list("municipality_id", "basis"))
