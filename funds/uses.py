"""The only home of what a zone's money is used for: read from what is on record, not kept."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.db.models import CharField, QuerySet, Sum, Value

from funds.models import (
    Category,
    Entry,
    Expenditure,
    Kind,
    PledgeYear,
    Project,
    ProjectBudget,
)
from funds.rules.money import ZERO
from municipalities.models import EnterpriseZone


@dataclass(frozen=True)
class Line:
    """One project's use of one vintage: whose, and for what."""

    project: int
    municipality: str
    category: str
    sfy: int


@dataclass(frozen=True)
class Spent:
    """Where an expenditure stands: the category it was encumbered for, and the one it served."""

    municipality: str
    encumbered_for: str
    category: str
    sfy: int


@dataclass(frozen=True)
class Sums:
    """Dollars of one category and vintage; `used` is without `pledged`, what a loan may claim."""

    budgeted: Decimal
    pledged: Decimal
    encumbered: Decimal
    expended: Decimal
    used: Decimal


Amounts = dict[Line, Decimal]


@dataclass(frozen=True)
class Uses:
    """Dollars budgeted, pledged, bound (encumbered less released), released and spent."""

    budgeted: Amounts
    pledged: Amounts
    bound: Amounts
    released: Amounts
    spent: dict[Spent, Decimal]

    def of(
        self, municipality: str | None, sfy: int, category: str, apart: Project | None = None
    ) -> Sums:
        """Return the sums of one category, or of everything for GENERAL; None: the whole zone.

        What a project given as `apart` may still encumber of its budget or pledge is left out.
        """
        everything = category == Category.GENERAL
        lines = [
            line
            for line in {*self.budgeted, *self.pledged, *self.bound}
            if line.sfy == sfy
            and municipality in (None, line.municipality)
            and (everything or line.category == category)
        ]
        others = [line for line in lines if apart is None or line.project != apart.pk]
        bound = self._bound(lines)
        spent = list(self._spent(municipality, sfy))
        of_bound = sum((a for s, a in spent if everything or s.encumbered_for == category), ZERO)
        expended = sum((a for s, a in spent if everything or s.category == category), ZERO)
        # What is budgeted to a project and what it bound of it is one appropriation; a budget is
        # no claim on the credit as a whole, a pledge is.
        budgets = ZERO if everything else sum((self._unused(line) for line in others), ZERO)
        return Sums(
            budgeted=sum((self.budgeted.get(line, ZERO) for line in lines), ZERO),
            pledged=sum((self._claimed(line, everything) for line in others), ZERO),
            encumbered=bound - of_bound,
            expended=expended,
            used=bound + budgets - of_bound + expended,
        )

    def bound_by(self, project: Project, sfy: int | None = None) -> Decimal:
        """Return what the project has encumbered, of one vintage or all, less what it released."""
        lines = [line for line in self.bound if line.project == project.pk]
        return self._bound([line for line in lines if sfy in (None, line.sfy)])

    def _bound(self, lines: Iterable[Line]) -> Decimal:
        return sum((self.bound.get(line, ZERO) for line in lines), ZERO)

    def _unused(self, line: Line) -> Decimal:
        """What a year's budget holds beyond what is bound, of its own vintage or of another."""
        return self._left_of_budgets.get(line, ZERO)

    @cached_property
    def _left_of_budgets(self) -> Amounts:
        """Each budget less what was taken of its vintage, bound or released again.

        What a project took of a vintage beyond that year's budget is taken from its other budgets,
        in the order of their years: one appropriation is not counted in two years.
        """
        left: Amounts = {}
        beyond: dict[int, Decimal] = defaultdict(Decimal)
        for line in sorted({*self.budgeted, *self.bound}, key=lambda each: each.sfy):
            taken = self.bound.get(line, ZERO) + self.released.get(line, ZERO)
            budget = self.budgeted.get(line, ZERO)
            left[line] = max(budget - taken, ZERO)
            beyond[line.project] += max(taken - budget, ZERO)
        for line in left:
            part = min(left[line], beyond[line.project])
            left[line] -= part
            beyond[line.project] -= part
        return left

    def _claimed(self, line: Line, everything: bool) -> Decimal:
        """What a pledge holds beyond what is bound, and beyond a budget where that counts."""
        held = self.bound.get(line, ZERO) + (ZERO if everything else self._unused(line))
        return max(self.pledged.get(line, ZERO) - held, ZERO)

    def _spent(self, municipality: str | None, sfy: int) -> Iterator[tuple[Spent, Decimal]]:
        for spent, amount in self.spent.items():
            if spent.sfy == sfy and municipality in (None, spent.municipality):
                yield spent, amount


def load(zone: EnterpriseZone) -> Uses:
    """Read what a zone's money is used for, in three statements."""
    budgeted, pledged = _promised(zone)
    encumbered, released = _moved(zone)
    bound = defaultdict(Decimal, encumbered)
    for line, amount in released.items():
        bound[line] -= amount
    return Uses(budgeted, pledged, dict(bound), released, _spent(zone))


def _promised(zone: EnterpriseZone) -> tuple[Amounts, Amounts]:
    """What approved projects budget of each year, and what approved pledges claim of it."""
    found: dict[str, Amounts] = {"budget": {}, "pledge": {}}
    budgets = ProjectBudget.objects.filter(
        project__zone=zone, project__approved_on__isnull=False, project__withdrawn_on=None
    )
    pledges = PledgeYear.objects.filter(
        pledge__project__zone=zone,
        pledge__approved_on__isnull=False,
        pledge__project__withdrawn_on=None,
    )
    rows = _named(budgets, "project", "budget").union(
        _named(pledges, "pledge__project", "pledge"), all=True
    )
    for kind, *key, total in rows:
        found[kind][Line(*key)] = total
    return found["budget"], found["pledge"]


def _named(rows: QuerySet[Any], of: str, kind: str) -> Any:
    """The rows' sums by project, its municipality and category, and year."""
    by = (of, f"{of}__municipality", f"{of}__category", "sfy")
    word = rows.order_by().annotate(kind=Value(kind, output_field=CharField()))
    return word.values_list("kind", *by).annotate(total=Sum("amount"))


def _moved(zone: EnterpriseZone) -> tuple[Amounts, Amounts]:
    """What was encumbered, and what was released of it.

    Released it goes back to the zone, or to the Authority when it was too late for that.
    """
    found: dict[str, Amounts] = {"bound": {}, "released": {}}
    bound = Entry.objects.filter(
        credit__kind=Kind.ENCUMBERED, credit__zone=zone, debit__kind=Kind.ZONE
    )
    released = Entry.objects.filter(
        debit__kind__in=[Kind.ENCUMBERED, Kind.TRUST],
        debit__zone=zone,
        credit__kind__in=[Kind.ZONE, Kind.AUTHORITY],
    )
    rows = _by_line(bound, "credit", "bound").union(
        _by_line(released, "debit", "released"), all=True
    )
    for kind, *key, total in rows:
        found[kind][Line(*key)] = total
    return found["bound"], found["released"]


def _by_line(entries: QuerySet[Entry], side: str, kind: str) -> Any:
    """The entries' sums by project, its municipality and category, and year."""
    of = f"{side}__encumbrance__"
    by = (f"{of}project", f"{of}municipality", f"{of}category", f"{side}__sfy")
    word = entries.order_by().annotate(kind=Value(kind, output_field=CharField()))
    return word.values_list("kind", *by).annotate(total=Sum("amount"))


def _spent(zone: EnterpriseZone) -> dict[Spent, Decimal]:
    rows = Expenditure.objects.filter(encumbrance__zone=zone).order_by()
    named = rows.values_list(
        "encumbrance__municipality", "encumbrance__category", "category", "sfy"
    )
    return {Spent(*key): total for *key, total in named.annotate(total=Sum("amount"))}
