"""The only home of writing what a proposal says, and of its adoption by each of the two bodies."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.db import transaction

from funds import completeness
from funds.completeness import BODIES, CITE
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.models import OtherRevenue, Project, Proposal
from funds.refusal import Refusal
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer

NEW_YORK = ZoneInfo("America/New_York")
DUTIES = {"governing": "adopt-for-governing-body", "corporation": "adopt-for-corporation"}


@dataclass(frozen=True)
class Contents:
    """The six parts of c.(1)-(6) but the zone's amounts by year, and the finding; dollars."""

    description: str = ""
    total_cost: Decimal | None = None
    months: int | None = None
    furthers: str = ""
    controls: str = ""
    qualifies: str = ""
    jobs: int | None = None
    activity: str = ""
    other_revenues: Mapping[str, Decimal] = field(default_factory=dict)


@dataclass(frozen=True)
class Adoption:
    """What a body adopted: its resolution, the moment, and the paper it stands in."""

    resolution: str
    adopted_at: datetime
    paper: store.Checked | None = None


@transaction.atomic
def write(project: Project, contents: Contents, *, on: date, by: Officer) -> Proposal:
    """State what the proposal says; what a body adopted before must be adopted anew.

    Raises Refusal for an office of another zone, for a determined project, and for an amount
    that is not above zero.
    """
    offices.require(by, "propose-project", on=on)
    refuse_elsewhere(by, project.zone, on)
    project = _open(project)
    amounts = [contents.total_cost, *contents.other_revenues.values()]
    if any(amount is not None and amount <= 0 for amount in amounts):
        raise Refusal(f"{project.number}: an amount above zero is needed.", "52:27H-88 c.(2)")
    said = asdict(contents)
    said.pop("other_revenues")
    project.proposals.filter(superseded=False).update(superseded=True)
    made = Proposal.objects.create(project=project, written_by=by, written_on=on, **said)
    OtherRevenue.objects.bulk_create(
        OtherRevenue(proposal=made, source=source, amount=amount)
        for source, amount in contents.other_revenues.items()
    )
    return made


@transaction.atomic
def adopt(project: Project, body: str, adoption: Adoption, *, on: date, by: Officer) -> Proposal:
    """Record that a body ("governing", "corporation") adopted the proposal, once.

    Raises Refusal while a part of the plan is missing, when the hearing closed after it, for an
    office of another body, and for the person who recorded the other body's adoption.
    """
    offices.require(by, DUTIES[body], on=on)
    project = _open(project)
    _refuse_another_body(project, body, by)
    made = project.proposals.select_for_update(of=("self",)).filter(superseded=False).first()
    completeness.refuse(project, [p for p in completeness.contents(made, project) if p.lacks])
    assert made is not None  # noqa: S101 - without one the six parts are missing
    if getattr(made, f"{body}_by_id") is not None:
        return _same_adoption(made, body, adoption)
    _refuse_adoption(project, adoption, on)
    other = made.corporation_by if body == "governing" else made.governing_by
    if other is not None:
        refuse_same_person(f"{project}, adoption", other, by)
    return _adopted(made, body, adoption, by)


def _adopted(made: Proposal, body: str, adoption: Adoption, by: Officer) -> Proposal:
    whose = store.Whose(municipality=by.office.municipality_id, zone=by.office.zone_id)
    paper = store.keep(adoption.paper, whose, by=by) if adoption.paper else None
    setattr(made, f"{body}_resolution", adoption.resolution.strip())
    setattr(made, f"{body}_adopted_at", adoption.adopted_at)
    setattr(made, f"{body}_by", by)
    setattr(made, f"{body}_document", paper)
    made.save()
    return made


def _same_adoption(made: Proposal, body: str, adoption: Adoption) -> Proposal:
    known = (getattr(made, f"{body}_resolution"), getattr(made, f"{body}_adopted_at"))
    if known != (adoption.resolution.strip(), adoption.adopted_at):
        raise Refusal(
            f"{made.project.number}: {BODIES[body]} adopted it by {known[0]} already.", CITE
        )
    return made


def _open(project: Project) -> Project:
    found = Project.objects.select_related("zone", "proposed_by__office").select_for_update(
        of=("self",)
    ).get(pk=project.pk)  # fmt: skip
    if found.approved_on or found.rejected_on:
        raise Refusal(f"{found} is determined: its proposal stays as it is.", CITE)
    return found


def _refuse_another_body(project: Project, body: str, by: Officer) -> None:
    office = by.office
    mine, acts = (
        (office.municipality_id, project.municipality_id)
        if body == "governing"
        else (office.zone_id, project.zone_id)
    )
    if mine != acts:
        raise Refusal(f"{office} does not act for the body that adopts {project}.", CITE)


def _refuse_adoption(project: Project, adoption: Adoption, on: date) -> None:
    closed, at = project.hearing_closed_at, adoption.adopted_at
    if not adoption.resolution.strip():
        raise Refusal(f"{project.number}: the resolution needs its number.", CITE)
    if closed is None or closed > at:
        raise Refusal(f"{project.number}: adopted before the hearing closed.", CITE)
    if at.astimezone(NEW_YORK).date() > on:
        raise Refusal(f"{project.number}: not adopted by {on}.", CITE)
