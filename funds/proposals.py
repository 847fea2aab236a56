"""The only home of writing what a proposal says, and of its adoption by each of the two bodies."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import adoptions, completeness
from funds.adoptions import CITE, NEW_YORK, Adoption
from funds.duties import refuse_elsewhere
from funds.models import OtherRevenue, Project, Proposal
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer

__all__ = ["NEW_YORK", "Adoption", "Contents", "adopt", "open_project", "write"]


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


@transaction.atomic
def write(project: Project, contents: Contents, *, on: date, by: Officer) -> Proposal:
    """State what the proposal says; what a body adopted before must be adopted anew.

    Raises Refusal for an office of another zone, for a determined project, and for an amount
    that is not above zero.
    """
    offices.require(by, "propose-project", on=on)
    refuse_elsewhere(by, project.zone, on)
    project = open_project(project)
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
    project = open_project(project)
    adoptions.refuse_another_body(project, body, on, by)
    made = project.proposals.select_for_update(of=("self",)).filter(superseded=False).first()
    completeness.refuse(project, [p for p in completeness.contents(made, project) if p.lacks])
    assert made is not None  # noqa: S101 - without one the six parts are missing
    _refuse_before_the_change(project, adoption)
    return adoptions.record(made, body, adoption, project.hearing_closed_at, on=on, by=by)


def _refuse_before_the_change(project: Project, adoption: Adoption) -> None:
    """What was changed is adopted anew: an adoption before the changes were asked for is not it."""
    asked = project.change_requests.exclude(sent_on=None).order_by("-pk").first()
    adopted_on = adoption.adopted_at.astimezone(adoptions.NEW_YORK).date()
    if asked is not None and adopted_on < asked.asked_on:
        raise Refusal(
            f"{project.number}: adopted on {adopted_on:%B %-d, %Y}, before the changes of "
            f"{asked.asked_on:%B %-d, %Y}. The changed plan is adopted anew.",
            CITE,
        )


def open_project(project: Project) -> Project:
    """Lock a project that waits for the Authority; refuse one that does not any more."""
    found = Project.objects.select_related("zone", "proposed_by__office").select_for_update(
        of=("self",)
    ).get(pk=project.pk)  # fmt: skip
    if found.withdrawn_on:
        raise Refusal(f"{found} was withdrawn: {found.withdrawn_because}", CITE)
    if found.approved_on or found.rejected_on:
        raise Refusal(f"{found} is determined: its proposal stays as it is.", CITE)
    return found
