"""The only home of amending an approved project's budget, time or scope. 52:27H-88 c.

The plan that both bodies adopted after a hearing and the Authority approved is changed as it was
made: a hearing, both bodies, the Authority. What it was before stays beside what it is after.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import Sum

from funds import adoptions, completeness, ledger, project_budgets, uses
from funds.adoptions import Adoption
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.models import Amendment, AmendmentBudget, Project, ProjectBudget
from funds.refusal import Refusal
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities import offices
from municipalities.models import Officer

CITE = "52:27H-88 c."


@dataclass(frozen=True)
class Plan:
    """What of an approved project may be amended; dollars by credit year."""

    months: int
    scope: str
    budgets: Mapping[int, Decimal] = field(default_factory=dict)


def current(project: Project) -> Plan:
    """Return the plan as it stands: as approved, and as amended since."""
    budgets = dict(project.budgets.values_list("sfy", "amount"))
    last = project.amendments.filter(approved_on__isnull=False).order_by("number").last()
    if last is not None:
        return Plan(last.months_after, last.scope_after, budgets)
    said = project.proposals.filter(superseded=False).first()
    if said is None:
        return Plan(0, "", budgets)
    return Plan(said.months or 0, said.description, budgets)


def total_cost(project: Project, change: Decimal = ZERO) -> Decimal:
    """Return what a project costs, in dollars: its amounts by credit year and its other sources.

    `change` is what an amendment adds. The other sources stay as adopted. c.(2), (3)
    """
    said = project.proposals.filter(superseded=False).first()
    other = said.other_revenues.aggregate(total=Sum("amount"))["total"] if said else None
    asked = project.budgets.aggregate(total=Sum("amount"))["total"]
    return (asked or ZERO) + (other or ZERO) + change


def waiting(project: Project) -> Amendment | None:
    """Return the amendment that is not determined yet."""
    found = project.amendments.filter(approved_on=None, rejected_on=None)
    return found.select_related("proposed_by__office", "project").first()


@transaction.atomic
def propose(
    project: Project, plan: Plan, why: str, hearing_closed_at: datetime, *, on: date, by: Officer
) -> Amendment:
    """Propose to change an approved project, once; one amendment waits at a time.

    Raises Refusal for a project that is not approved, without a change or a reason, for less
    than is bound already, and for a budget over a ceiling.
    """
    offices.require(by, "propose-project", on=on)
    refuse_elsewhere(by, project.zone, on)
    ledger.hold(FUND)
    project = _approved(project)
    before = current(project)
    done = waiting(project)
    if done is not None:
        return _same(done, plan)
    budgets = _changed(before, plan)
    if not why.strip() or hearing_closed_at.astimezone(adoptions.NEW_YORK).date() > on:
        raise Refusal(f"{project.number}: an amendment says why, and its hearing has closed.", CITE)
    if not budgets and (plan.months, plan.scope) == (before.months, before.scope):
        raise Refusal(f"{project.number}: nothing of budget, time or scope is changed.", CITE)
    _refuse_plan(project, plan, budgets, on)
    made = Amendment(
        project=project, number=project.amendments.count() + 1, why=why.strip(),
        hearing_closed_at=hearing_closed_at, proposed_by=by, proposed_on=on,
    )  # fmt: skip
    return _written(made, before, plan, budgets)


def _written(
    made: Amendment, before: Plan, plan: Plan, budgets: Mapping[int, tuple[Decimal, Decimal]]
) -> Amendment:
    """Write an amendment with what it changes, before and after."""
    made.months_before, made.months_after = before.months, plan.months
    made.scope_before, made.scope_after = before.scope, plan.scope
    made.save()
    AmendmentBudget.objects.bulk_create(
        AmendmentBudget(amendment=made, sfy=sfy, before=old, after=new)
        for sfy, (old, new) in sorted(budgets.items())
    )
    return made


@transaction.atomic
def adopt(
    amendment: Amendment, body: str, adoption: Adoption, *, on: date, by: Officer
) -> Amendment:
    """Record that a body adopted an amendment, once. Raises what `adoptions.record` does."""
    amendment = _locked(amendment)
    adoptions.refuse_another_body(amendment.project, body, on, by)
    _refuse_determined(amendment)
    closed = amendment.hearing_closed_at
    return adoptions.record(amendment, body, adoption, closed, on=on, by=by)


@transaction.atomic
def determine(
    amendment: Amendment, *, approve: bool, reason: str = "", on: date, by: Officer
) -> Amendment:
    """Approve or reject an amendment for the Authority; approved, it is what the project is.

    Raises Refusal for who proposed it, without a reason to reject; an approval also when a body
    has not adopted it, an ethics status is missing, or a budget is over a ceiling by now.
    """
    offices.require(by, "determine-project", on=on)
    ledger.hold(FUND)
    amendment = _locked(amendment)
    if amendment.approved_on or amendment.rejected_on:
        if approve != bool(amendment.approved_on):
            word = "approved" if amendment.approved_on else "rejected"
            raise Refusal(f"{amendment} was {word} already.", CITE)
        return amendment
    refuse_same_person(f"{amendment}, determination", amendment.proposed_by, by)
    amendment.determined_by, amendment.reason = by, reason.strip()
    if approve:
        _make(amendment, on)
        amendment.approved_on = on
    else:
        if not reason.strip():
            raise Refusal(f"{amendment}: a rejection says why.", CITE)
        amendment.rejected_on = on
    amendment.save()
    return amendment


def _make(amendment: Amendment, on: date) -> None:
    """Let the project's budget be what the amendment says, when nothing stands against it."""
    project = _approved(amendment.project)
    completeness.refuse(project, [p for p in completeness.of_amendment(amendment, on) if p.lacks])
    rows = {row.sfy: (row.before, row.after) for row in amendment.budgets.all()}
    after = dict(current(project).budgets) | {sfy: new for sfy, (_, new) in rows.items()}
    plan = Plan(amendment.months_after, amendment.scope_after, after)
    _refuse_plan(project, plan, rows, on)
    for sfy, (_, new) in rows.items():
        changed = ProjectBudget.objects.filter(project=project, sfy=sfy).update(amount=new)
        if not changed:
            ProjectBudget.objects.create(project=project, sfy=sfy, amount=new)


def _changed(before: Plan, plan: Plan) -> dict[int, tuple[Decimal, Decimal]]:
    years = {*before.budgets, *plan.budgets}
    pairs = {sfy: (before.budgets.get(sfy, ZERO), plan.budgets.get(sfy, ZERO)) for sfy in years}
    return {sfy: pair for sfy, pair in pairs.items() if pair[0] != pair[1]}


def _refuse_plan(
    project: Project, plan: Plan, budgets: Mapping[int, tuple[Decimal, Decimal]], on: date
) -> None:
    if plan.months < 1 or not plan.scope.strip():
        raise Refusal(f"{project.number}: months and scope are stated.", CITE)
    if any(new < 0 for _, new in budgets.values()):
        raise Refusal(f"{project.number}: an amount of zero or more is needed.", "52:27H-88 c.(2)")
    total, bound = sum(plan.budgets.values(), ZERO), uses.load(project.zone).bound_by(project)
    if total < bound:
        raise Refusal(
            f"{project.number}: ${bound:,.2f} is encumbered or spent; a budget of ${total:,.2f} is "
            "less. Release first.",
            CITE,
        )
    more = {sfy: new for sfy, (old, new) in budgets.items() if new > old}
    project_budgets.refuse_budgets(project, more, on)


def _approved(project: Project) -> Project:
    found = Project.objects.select_related("zone").select_for_update(of=("self",))
    project = found.get(pk=project.pk)
    if project.approved_on is None or project.withdrawn_on is not None:
        raise Refusal(f"{project} is not an approved project: nothing of it is amended.", CITE)
    return project


def _same(done: Amendment, plan: Plan) -> Amendment:
    after = {row.sfy: row.after for row in done.budgets.all()}
    same = (done.months_after, done.scope_after) == (plan.months, plan.scope)
    if not same or any(plan.budgets.get(sfy, ZERO) != amount for sfy, amount in after.items()):
        raise Refusal(f"{done} waits for the Authority; another follows it.", CITE)
    return done


def _refuse_determined(amendment: Amendment) -> None:
    if amendment.approved_on or amendment.rejected_on:
        raise Refusal(f"{amendment} is determined: it stays as it is.", CITE)


def _locked(amendment: Amendment) -> Amendment:
    found = Amendment.objects.select_related("project__zone", "proposed_by__office")
    return found.select_for_update(of=("self",)).get(pk=amendment.pk)
