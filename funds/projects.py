"""The only home of acts on zone projects: proposed by a zone, determined by the Authority.

Encumbering belongs to them too and has its own home, `funds/encumbrances.py`.
"""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction

from funds import (
    completeness,
    ledger,
    project_budgets,
    proposal_reviews,
    proposals,
    repeats,
    uses,
)
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.encumbrances import encumber, release_encumbrance
from funds.models import Project, ProjectBudget
from funds.proposals import NEW_YORK, Contents
from funds.refusal import Refusal
from funds.rules.expenses import category_named
from funds.splits import FUND
from municipalities import offices, standing
from municipalities.models import EnterpriseZone, Municipality, Officer

__all__ = ["NEW_YORK", "determine", "encumber", "propose", "release_encumbrance"]

PROPOSAL = "52:27H-88 c."


@transaction.atomic
def propose(
    zone: EnterpriseZone,
    municipality: Municipality,
    number: str,
    title: str,
    category: str,
    budgets: Mapping[int, Decimal],
    hearing_closed_at: datetime,
    adopted_at: datetime,
    resolution: str,
    *,
    on: date,
    by: Officer,
    contents: Contents | None = None,
) -> Project:
    """Propose a project that a joint resolution adopted after a public hearing, once.

    A number is one project of the municipality in the zone, whatever others have the number.
    `contents` may be written later. Raises Refusal when the hearing closed after the adoption,
    without good standing or a trust account of the zone, and for a budget over a ceiling.
    """
    offices.require(by, "propose-project", on=on)
    refuse_elsewhere(by, zone, on)
    ledger.hold(FUND)
    project = Project(
        zone=zone,
        municipality=municipality,
        number=number,
        title=title,
        category=category_named(category).value,
        hearing_closed_at=hearing_closed_at,
        adopted_at=adopted_at,
        resolution=resolution,
        proposed_by=by,
        proposed_on=on,
    )
    return _entered(project, budgets, contents, on)


def _entered(
    asked: Project, budgets: Mapping[int, Decimal], contents: Contents | None, on: date
) -> Project:
    """Save a proposal that may be; the one that has its number is returned when it is the same."""
    place = {"zone": asked.zone, "municipality": asked.municipality}
    done = Project.objects.filter(number=asked.number, **place).first()
    if done is not None:
        return _same_project(done, asked, budgets)
    _refuse_proposal(asked, budgets, on)
    return _written(_saved(asked, budgets), contents, on, asked.proposed_by)


def _saved(project: Project, budgets: Mapping[int, Decimal]) -> Project:
    project.save()
    ProjectBudget.objects.bulk_create(
        ProjectBudget(project=project, sfy=sfy, amount=amount) for sfy, amount in budgets.items()
    )
    return project


def _written(project: Project, contents: Contents | None, on: date, by: Officer) -> Project:
    if contents is not None:
        proposals.write(project, contents, on=on, by=by)
    return project


def _same_project(done: Project, asked: Project, budgets: Mapping[int, Decimal]) -> Project:
    """Return the project that has the number; refuse other content, naming what differs."""
    names = ("title", "category", "hearing_closed_at", "adopted_at", "resolution")
    content = {
        name.replace("_", " "): (getattr(done, name), getattr(asked, name)) for name in names
    }
    content["budget"] = (dict(done.budgets.values_list("sfy", "amount")), dict(budgets))
    repeats.refuse_other(done.number, "project", content, PROPOSAL)
    return done


def _refuse_proposal(project: Project, budgets: Mapping[int, Decimal], on: date) -> None:
    closed, adopted = project.hearing_closed_at, project.adopted_at
    if closed is None or adopted is None or not project.resolution.strip():
        raise Refusal(
            f"{project}: a proposal names its public hearing and the joint resolution.", PROPOSAL
        )
    if closed > adopted:
        raise Refusal(
            f"{project}: adopted at {adopted:%Y-%m-%d %H:%M}, before the hearing closed at "
            f"{closed:%Y-%m-%d %H:%M}.",
            PROPOSAL,
        )
    if adopted.astimezone(NEW_YORK).date() > on:
        raise Refusal(f"{project}: not adopted by {on}.", PROPOSAL)
    if not budgets or any(amount <= 0 for amount in budgets.values()):
        raise Refusal(f"{project}: an amount above zero is needed for each year.", PROPOSAL)
    _refuse_zone(project, on)
    project_budgets.refuse_budgets(project, budgets, on)


def _refuse_zone(project: Project, on: date) -> None:
    zone, since = project.zone, project.zone.trust_account_on
    members = zone.memberships.filter(municipality=project.municipality, from_on__lte=on)
    if not any(each.until_on is None or on <= each.until_on for each in members):
        raise Refusal(f"{project.municipality} is not in {zone} on {on}.", PROPOSAL)
    if not standing.in_good_standing(zone, on):
        raise Refusal(f"{zone} is not in good standing on {on}.", "52:27H-88 a.(2)")
    if since is None or since > on:
        raise Refusal(f"{zone} has no receiving trust account on record.", "52:27H-88 a.(2)")


@transaction.atomic
def determine(
    project: Project, *, approve: bool, reason: str = "", on: date, by: Officer
) -> Project:
    """Approve or reject a project for the Authority, as another person than who proposed it.

    The approval of a project for transportation infrastructure is the Authority's approval of
    that use. Raises Refusal when it was determined otherwise and without a reason to reject; an
    approval also when the proposal lacks a part, a body's adoption or an ethics status, when the
    zone is not in good standing or has no trust account, and when a budget is over a ceiling.
    """
    offices.require(by, "determine-project", on=on)
    ledger.hold(FUND)
    project = Project.objects.select_for_update(of=("self",)).get(pk=project.pk)
    if project.withdrawn_on:
        raise Refusal(f"{project} was withdrawn: {project.withdrawn_because}", PROPOSAL)
    if project.approved_on or project.rejected_on:
        if approve != bool(project.approved_on):
            word = "approved" if project.approved_on else "rejected"
            raise Refusal(f"{project} was {word} already.", PROPOSAL)
        return project
    refuse_same_person(f"{project}, determination", project.proposed_by, by)
    project.determined_by, project.reason = by, reason
    if approve:
        _refuse_approval(project, on)
        project.approved_on = on
    else:
        if not reason.strip():
            raise Refusal(f"{project}: a rejection says why.", PROPOSAL)
        project.rejected_on = on
    project.save()
    return project


def _refuse_approval(project: Project, on: date) -> None:
    asked = proposal_reviews.waiting(project)
    if asked is not None:
        raise Refusal(
            f"{project.number}: changes are asked for since {asked.asked_on}; the town answers "
            "first.",
            PROPOSAL,
        )
    completeness.refuse_incomplete(project, on)
    _refuse_zone(project, on)
    project_budgets.refuse_budgets(project, dict(project.budgets.values_list("sfy", "amount")), on)


@transaction.atomic
def withdraw(project: Project, reason: str, *, on: date, by: Officer) -> Project:
    """Withdraw a proposal, or an approved project of which nothing is bound, once.

    Raises Refusal without a reason, for a rejected one, and while money is encumbered or spent.
    """
    offices.require(by, "propose-project", on=on)
    refuse_elsewhere(by, project.zone, on)
    ledger.hold(FUND)
    found = Project.objects.select_related("zone").select_for_update(of=("self",))
    project = found.get(pk=project.pk)
    if project.withdrawn_on is not None:
        return project
    if project.rejected_on is not None or not reason.strip():
        why = "was rejected" if project.rejected_on else "a withdrawal says why"
        raise Refusal(f"{project}: {why}.", PROPOSAL)
    bound = uses.load(project.zone).bound_by(project)
    if bound:
        raise Refusal(f"{project.number}: ${bound:,.2f} is bound or spent. Release it first.",
                      PROPOSAL)  # fmt: skip
    project.withdrawn_on, project.withdrawn_by = on, by
    project.withdrawn_because = reason.strip()
    project.save()
    return project
