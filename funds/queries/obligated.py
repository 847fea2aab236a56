"""The only home of what a project had bound to it, quarter by quarter, as its page shows it. O-39.

A quarter shows what was encumbered less what was released in it, by the day of the act: what was
bound before is in the sum of all, and never in a later quarter's own figure.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import F, Q, Sum

from funds.models import Entry, Kind, Project
from funds.quarters import Quarter, quarter_with
from funds.rules.money import ZERO

SHOWN = 8  # quarters: two years


@dataclass(frozen=True)
class Obligated:
    """Dollars encumbered less released: in the quarter, and from the first day to its last."""

    quarter: Quarter
    current: Decimal
    cumulative: Decimal


def by_quarter(project: Project, on: date) -> list[Obligated]:
    """Return the project's quarters from its first encumbrance to the day's, the newest first."""
    moved = _moved(project)
    found: list[Obligated] = []
    each, so_far = min(moved, default=None), ZERO
    while each is not None and each <= quarter_with(on):
        so_far += moved[each]
        found.append(Obligated(each, moved[each], so_far))
        each = each.after
    return found[-SHOWN:][::-1]


def _moved(project: Project) -> dict[Quarter, Decimal]:
    """What went from the zone to the project's encumbrances, less what came back, by quarter."""
    bound = Q(credit__encumbrance__project=project, credit__kind=Kind.ENCUMBERED)
    back = Q(
        debit__encumbrance__project=project,
        debit__kind__in=[Kind.ENCUMBERED, Kind.TRUST],
        credit__kind__in=[Kind.ZONE, Kind.AUTHORITY],
    )
    found: dict[Quarter, Decimal] = defaultdict(Decimal)
    for which, sign in ((bound & Q(debit__kind=Kind.ZONE), 1), (back, -1)):
        rows = Entry.objects.filter(which).order_by().values_list("effective_on")
        for day, amount in rows.annotate(total=Sum(F("amount"))):
            found[quarter_with(day)] += sign * amount
    return found
