"""The only home of what a zone's money is used for: budgeted, encumbered, spent; read, not kept."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import QuerySet, Sum

from funds.models import Category, Entry, Expenditure, Kind, Project, ProjectBudget
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
    """Dollars of one category and vintage; `used` is what its ceiling is held against."""

    budgeted: Decimal
    encumbered: Decimal
    expended: Decimal
    used: Decimal


Amounts = dict[Line, Decimal]


@dataclass(frozen=True)
class Uses:
    """Dollars budgeted, bound (encumbered less released), released and spent."""

    budgeted: Amounts
    bound: Amounts
    released: Amounts
    spent: dict[Spent, Decimal]

    def of(self, municipality: str | None, sfy: int, category: str) -> Sums:
        """Return the sums of one category, or of everything for GENERAL; None: the whole zone."""
        everything = category == Category.GENERAL
        lines = [
            line
            for line in {*self.budgeted, *self.bound}
            if line.sfy == sfy
            and municipality in (None, line.municipality)
            and (everything or line.category == category)
        ]
        bound = self._bound(lines)
        spent = list(self._spent(municipality, sfy))
        of_bound = sum((a for s, a in spent if everything or s.encumbered_for == category), ZERO)
        expended = sum((a for s, a in spent if everything or s.category == category), ZERO)
        # What is budgeted to a project and what it bound of it is one appropriation.
        held = bound if everything else sum((self._appropriated(line) for line in lines), ZERO)
        return Sums(
            budgeted=sum((self.budgeted.get(line, ZERO) for line in lines), ZERO),
            encumbered=bound - of_bound,
            expended=expended,
            used=held - of_bound + expended,
        )

    def budgeted_unused(self, project: Project, sfy: int) -> Decimal:
        """Return what the project's budget of the year still holds, in dollars."""
        line = Line(project.pk, project.municipality_id, project.category, sfy)
        return self._appropriated(line) - self.bound.get(line, ZERO)

    def bound_by(self, project: Project) -> Decimal:
        """Return what the project has encumbered of all vintages, less what it released."""
        return self._bound([line for line in self.bound if line.project == project.pk])

    def _bound(self, lines: Iterable[Line]) -> Decimal:
        return sum((self.bound.get(line, ZERO) for line in lines), ZERO)

    def _appropriated(self, line: Line) -> Decimal:
        """The greater of the budget, less what was released of it, and what is bound."""
        budget = self.budgeted.get(line, ZERO) - self.released.get(line, ZERO)
        return max(budget, self.bound.get(line, ZERO))

    def _spent(self, municipality: str | None, sfy: int) -> Iterator[tuple[Spent, Decimal]]:
        for spent, amount in self.spent.items():
            if spent.sfy == sfy and municipality in (None, spent.municipality):
                yield spent, amount


def load(zone: EnterpriseZone) -> Uses:
    """Read what a zone's money is used for, in four statements."""
    released = _released(zone)
    bound = defaultdict(Decimal, _bound(zone))
    for line, amount in released.items():
        bound[line] -= amount
    return Uses(_budgeted(zone), dict(bound), released, _spent(zone))


def _budgeted(zone: EnterpriseZone) -> Amounts:
    rows = ProjectBudget.objects.filter(project__zone=zone, project__approved_on__isnull=False)
    return {
        Line(p.project_id, p.project.municipality_id, p.project.category, p.sfy): p.amount
        for p in rows.select_related("project")
    }


def _bound(zone: EnterpriseZone) -> Amounts:
    entries = Entry.objects.filter(
        credit__kind=Kind.ENCUMBERED, credit__zone=zone, debit__kind=Kind.ZONE
    )
    return _by_line(entries, "credit")


def _released(zone: EnterpriseZone) -> Amounts:
    """What went back to the zone, or to the Authority when it was too late for that."""
    entries = Entry.objects.filter(
        debit__kind__in=[Kind.ENCUMBERED, Kind.TRUST],
        debit__zone=zone,
        credit__kind__in=[Kind.ZONE, Kind.AUTHORITY],
    )
    return _by_line(entries, "debit")


def _by_line(entries: QuerySet[Entry], side: str) -> Amounts:
    of = f"{side}__encumbrance__"
    rows = entries.order_by().values_list(
        f"{of}project", f"{of}municipality", f"{of}category", f"{side}__sfy"
    )
    return {Line(*key): total for *key, total in rows.annotate(total=Sum("amount"))}


def _spent(zone: EnterpriseZone) -> dict[Spent, Decimal]:
    rows = Expenditure.objects.filter(encumbrance__zone=zone).order_by()
    named = rows.values_list(
        "encumbrance__municipality", "encumbrance__category", "category", "sfy"
    )
    return {Spent(*key): total for *key, total in named.annotate(total=Sum("amount"))}
