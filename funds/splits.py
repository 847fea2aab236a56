"""The only home of what a year credited to a zone, and of each municipality's part of it.

Every ceiling of 52:27H-88 b. is a part of these amounts. A recovery or a forfeiture takes money
and leaves them as they are: the year's credit was made.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.db.models import F, QuerySet, Sum

from funds.models import Correction, Entry, Kind, Run, RunLine
from funds.rules.money import CENT, ZERO, apportion
from municipalities.models import EnterpriseZone

FUND = "zone-assistance"


def of_zone(zone: EnterpriseZone) -> tuple[dict[int, Decimal], dict[int, dict[str, Decimal]]]:
    """Return the zone's credits by vintage and each municipality's part of them, in dollars."""
    lines = _lines()
    amounts = credited(zone, lines)
    return amounts, parts(zone, amounts, lines)


def credited(zone: EnterpriseZone, lines: QuerySet[RunLine] | None = None) -> dict[int, Decimal]:
    """Return the dollars credited to the zone by vintage, as corrected since."""
    base = {**_posted(zone), **_by_run(zone, _lines() if lines is None else lines)}
    corrections = Correction.objects.filter(fund=FUND, holder=zone.holder)
    for each in corrections:
        base[each.sfy] = base.get(each.sfy, ZERO) - (each.credited - each.should_have_been)
    return base


def of_municipalities(zone: EnterpriseZone) -> dict[int, dict[str, Decimal]]:
    """Return each municipality's part of the zone's credit by vintage, in dollars."""
    return parts(zone, credited(zone))


def parts(
    zone: EnterpriseZone,
    amounts: Mapping[int, Decimal],
    lines: QuerySet[RunLine] | None = None,
) -> dict[int, dict[str, Decimal]]:
    """Return each municipality's part of the zone's amounts by vintage, in dollars.

    The run's recorded split decides; a zone of one municipality needs none. A joint zone without
    a recorded split has no parts: its ceilings are then those of the zone as one.
    """
    weights: dict[int, dict[str, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    members = dict(zone.memberships.values_list("municipality_id", "until_on"))
    found_lines = _lines() if lines is None else lines
    for line in found_lines.filter(component="municipal_share", holder__in=members):
        weights[line.run.sfy][line.holder] += line.amount
    today = [code for code, until in members.items() if until is None]
    found = {}
    for sfy, amount in amounts.items():
        split = weights.get(sfy) or (dict.fromkeys(today, Decimal(1)) if len(today) == 1 else {})
        if any(split.values()) and amount >= 0:
            found[sfy] = apportion(amount, split)
    return found


def _by_run(zone: EnterpriseZone, lines: QuerySet[RunLine]) -> dict[int, Decimal]:
    """What the runs that stand credited give the zone, by the year in which they credit."""
    found: dict[int, Decimal] = defaultdict(Decimal)
    for line in lines.filter(component="allocation", holder=zone.holder):
        found[line.run.sfy] += line.amount.quantize(CENT)
    return found


def _lines() -> QuerySet[RunLine]:
    """The lines of every run that is credited and not replaced by another one."""
    runs: Iterable[Any] = Run.objects.filter(fund=FUND).values_list(
        "pk", "supersedes_id", "certification__credit", "certification__reopening"
    )
    older, credited_runs = dict[int, int](), set[int]()
    for pk, supersedes, credit, reopening in runs:
        if supersedes is not None:
            older[pk] = supersedes
        if credit is not None and reopening is None:
            credited_runs.add(pk)
    replaced = set()
    for run in credited_runs:
        before = older.get(run)
        while before is not None:
            replaced.add(before)
            before = older.get(before)
    return RunLine.objects.filter(run__in=credited_runs - replaced).select_related("run")


def _posted(zone: EnterpriseZone) -> dict[int, Decimal]:
    """What came from the pool by vintage, for a credit that no run stands behind."""
    into = Entry.objects.filter(credit__kind=Kind.ZONE, credit__zone=zone, debit__kind=Kind.POOL)
    back = Entry.objects.filter(
        debit__kind=Kind.ZONE, debit__zone=zone, posting__reverses__isnull=False
    )
    added = into.order_by().values_list("credit__sfy").annotate(total=Sum("amount"))
    taken = back.order_by().values_list("debit__sfy").annotate(total=Sum(-F("amount")))
    found: dict[int, Decimal] = defaultdict(Decimal)
    for sfy, amount in added.union(taken, all=True):
        found[sfy] += amount
    return found
