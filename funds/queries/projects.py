"""The only home of a zone's projects as their pages show them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Case, CharField, Exists, OuterRef, QuerySet, Sum, Value, When

from funds.models import (
    Account,
    ChangeRequest,
    Encumbrance,
    Expenditure,
    Kind,
    Posting,
    Project,
    ProjectBudget,
    Proposal,
)
from funds.queries.postings import touching
from funds.rules.fiscal_year import last_day_unencumbered, sfy_of
from funds.vintages import unencumbered
from municipalities.models import EnterpriseZone

ZERO = Decimal(0)
ADOPTED = Exists(  # by both bodies, as it stands
    Proposal.objects.filter(
        project=OuterRef("pk"),
        superseded=False,
        governing_by__isnull=False,
        corporation_by__isnull=False,
    )
)
# Whether the town answers first: the Authority's staff asked for changes of the proposal.
CHANGES_ASKED = Exists(ChangeRequest.objects.filter(project=OuterRef("pk"), sent_on=None))


@dataclass
class ProjectMoney:
    """What a project was budgeted, and what became of it, in dollars."""

    budget: Decimal = ZERO
    encumbered: Decimal = ZERO
    in_trust: Decimal = ZERO
    spent: Decimal = ZERO

    @property
    def left(self) -> Decimal:
        """What may still be encumbered of the budget."""
        return self.budget - self.encumbered - self.in_trust - self.spent


def money(projects: Iterable[Project]) -> dict[int, ProjectMoney]:
    """Return each project's money; one statement."""
    keys = [each.pk for each in projects]
    found: dict[int, ProjectMoney] = defaultdict(ProjectMoney)
    for pk, name, total in _sums(keys):
        setattr(found[pk], name, total)
    return found


def _sums(keys: list[int]) -> Iterable[tuple[int, str, Decimal]]:
    """What was budgeted, is bound or in trust, and was spent, each by project."""
    by_project, zone_money = "encumbrance__project", [Kind.ENCUMBERED, Kind.TRUST]
    name = Case(
        When(kind=Kind.TRUST, then=Value("in_trust")),
        default=Value("encumbered"),
        output_field=CharField(),
    )
    budgets = ProjectBudget.objects.filter(project__in=keys).annotate(of=Value("budget"))
    held = Account.objects.filter(encumbrance__project__in=keys, kind__in=zone_money)
    spent = Expenditure.objects.filter(encumbrance__project__in=keys).annotate(of=Value("spent"))
    return (budgets.order_by().values_list("project", "of").annotate(total=Sum("amount"))).union(
        held.order_by()
        .annotate(of=name)
        .values_list(by_project, "of")
        .annotate(total=Sum("balance")),
        spent.order_by().values_list(by_project, "of").annotate(total=Sum("amount")),
        all=True,
    )


def of_zone(zone: EnterpriseZone) -> QuerySet[Project]:
    """Return the zone's projects, the latest proposal first."""
    found = Project.objects.filter(zone=zone).select_related("municipality")
    return found.annotate(changes_asked=CHANGES_ASKED).order_by("-proposed_on", "-pk")


def approved(zone: EnterpriseZone) -> list[Project]:
    """Return the zone's projects that money may be encumbered for."""
    return list(of_zone(zone).filter(approved_on__isnull=False))


def usable(zone: EnterpriseZone, on: date) -> dict[int, Decimal]:
    """Return what may be encumbered on the day by credit year, oldest first, in dollars."""
    return {
        sfy: left for sfy, left in unencumbered(zone).items() if on <= last_day_unencumbered(sfy)
    }


def budget_years(zone: EnterpriseZone, on: date) -> dict[int, Decimal]:
    """Return the credit years a budget may draw on, with what is unencumbered of each."""
    now = sfy_of(on)
    return {sfy: usable(zone, on).get(sfy, ZERO) for sfy in range(now - 2, now + 2)}


def postings_of(encumbrance: Encumbrance) -> QuerySet[Posting]:
    """Return every posting that moved the encumbrance's money, newest first."""
    moved = touching(Account.objects.filter(encumbrance=encumbrance)).values("posting")
    return Posting.objects.filter(pk__in=moved).select_related("by__office").order_by("-number")
