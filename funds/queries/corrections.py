"""The only home of a correction as its pages show it: what it takes, what is owed, which ceilings.

Before the approval it is what would happen today; after it, what did.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Count, F, QuerySet, Sum

from funds import caps, corrections, splits
from funds.models import Account, Category, CorrectionCase, CorrectionLine, Kind
from funds.queries.ceilings import SHOWN
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities.models import EnterpriseZone, Municipality


@dataclass(frozen=True)
class YearEffect:
    """One zone's wrong year, in dollars: the difference is taken from what is there, or owed."""

    zone: EnterpriseZone
    sfy: int
    credited: Decimal
    should_have_been: Decimal
    taken: Decimal
    posting: int | None = None

    @property
    def wrong(self) -> Decimal:
        """By how much too much was credited."""
        return self.credited - self.should_have_been

    @property
    def owed(self) -> Decimal:
        """What is not there: a receivable."""
        return self.wrong - self.taken


@dataclass(frozen=True)
class CeilingEffect:
    """A ceiling of a corrected year, in dollars, and what is used of it by now."""

    sfy: int
    place: str
    purpose: str
    before: Decimal
    after: Decimal
    used: Decimal

    @property
    def over(self) -> Decimal:
        """By how much existing use is over the corrected ceiling; nothing is undone."""
        return max(self.used - self.after, ZERO)


def cases() -> QuerySet[Any]:
    """Return the cases, the latest first, each with `wrong` in dollars and how many `zones`."""
    found = CorrectionCase.objects.select_related("prepared_by__office", "decided_by__office")
    wrong = Sum(F("lines__credited") - F("lines__should_have_been"))
    found = found.annotate(wrong=wrong, zones=Count("lines__zone", distinct=True))
    return found.order_by("-prepared_on", "-pk")


def waiting(person: int) -> list[tuple[CorrectionCase, Decimal]]:
    """Return the cases that wait for another person than this one, with what was too much."""
    found = cases().filter(decided_by=None).exclude(prepared_by__person=person)
    return [(case, case.wrong) for case in found if case.wrong]


def lines(case: CorrectionCase) -> list[CorrectionLine]:
    """Return the case's lines with a difference, by zone and year; one statement."""
    found = case.lines.select_related("zone").exclude(credited=F("should_have_been"))
    return list(found.order_by("zone__name", "sfy"))


def effects(case: CorrectionCase, found: list[CorrectionLine], on: date) -> list[YearEffect]:
    """Return what each line takes and leaves owed; one statement."""
    done = {(each.holder, each.sfy): each for each in corrections.numbered(case.number)}
    if done:
        made = [(line, done[line.zone.holder, line.sfy]) for line in found]
        return [
            _effect(line, each.posting.total if each.posting else ZERO, each.posting_id)
            for line, each in made
        ]
    takes = _foreseen(found, on)
    return [_effect(line, takes[line.zone_id, line.sfy]) for line in found]


def _effect(line: CorrectionLine, taken: Decimal, posting: int | None = None) -> YearEffect:
    return YearEffect(line.zone, line.sfy, line.credited, line.should_have_been, taken, posting)


def _foreseen(found: list[CorrectionLine], on: date) -> dict[tuple[str, int], Decimal]:
    wrong: dict[str, dict[int, Decimal]] = defaultdict(dict)
    for line in found:
        wrong[line.zone_id][line.sfy] = line.wrong
    held: dict[str, list[Account]] = defaultdict(list)
    rows = Account.objects.filter(fund=FUND, kind=Kind.ZONE, zone__in=wrong, balance__gt=0)
    for account in rows.order_by("sfy"):
        held[account.zone_id or ""].append(account)
    return {
        (code, sfy): sum(taken.values(), ZERO)
        for code, years in wrong.items()
        for sfy, taken in corrections.taken_from(held[code], years, on).items()
    }


def ceilings(
    case: CorrectionCase, zone: EnterpriseZone, wrong: Mapping[int, Decimal], on: date
) -> list[CeilingEffect]:
    """Return the ceilings of the zone's corrected years, before and after; a fixed number of reads.

    Transportation stands there where some of it is used.
    """
    now, posted = caps.load(zone, on), bool(corrections.numbered(case.number))
    sign = 1 if posted else -1
    other_amounts = {
        sfy: amount + sign * wrong.get(sfy, ZERO) for sfy, amount in now.credited.items()
    }
    other = replace(now, credited=other_amounts, parts=splits.parts(zone, other_amounts))
    before, after = (other, now) if posted else (now, other)
    names = dict(Municipality.objects.filter(zone_memberships__zone=zone).values_list("pk", "name"))
    found = []
    for sfy in sorted(wrong):
        towns = sorted(after.parts.get(sfy, {zone.pk: ZERO}))
        for town in towns:
            for category, (label, rate) in SHOWN.items():
                then, was = after.of(town, sfy, category), before.of(town, sfy, category)
                if category != Category.TRANSPORTATION or then.used:
                    place = names.get(town, "") if len(towns) > 1 else ""
                    purpose = f"{label}, {rate}"
                    found.append(
                        CeilingEffect(sfy, place, purpose, was.limit, then.limit, then.used)
                    )
    return found
