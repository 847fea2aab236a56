"""The only home of how a project's page shows what its proposal needs, and what it says."""

from django.urls import reverse

from funds import amendments
from funds.adoptions import DUTIES
from funds.adoptions import NAMES as BODIES
from funds.completeness import Part
from funds.models import ChangeRequest, Project, Proposal
from municipalities.models import Officer
from municipalities.page_parts import Event, Tag, Term
from municipalities.tables import Cell, Column, Row, Table, row

TURNS = {
    "contents": "the zone’s coordinator or CFO",
    "governing": "the municipal clerk",
    "corporation": "the zone development corporation",
    "ethics": "the person named",
    "zone": "the UEZ Authority",
}


def steps_table(project: Project, parts: list[Part], by: Officer) -> Table:
    """Show each part a determination needs: done by whom and when, or missing."""
    waiting = next((part for part in parts if part.lacks), None)
    return Table(
        caption="What the proposal needs before it is approved",
        columns=[Column("Part", "words"), Column("Clause"), Column("State", "state")],
        rows=[_row(project, part, by, lit=part is waiting) for part in parts],
        on_phone="blocks",
        fund="zone-assistance",
        caption_unseen=True,
    )


def _row(project: Project, part: Part, by: Officer, *, lit: bool) -> Row:
    link = "" if part.done and part.where == "contents" else mended_at(project, part, by)
    missing = f"{part.lacks} To be done by {TURNS[part.where]}." if part.lacks else ""
    return row(
        Cell(part.name, link, second=missing or part.done),
        part.clause,
        Tag("Missing", "warn") if part.lacks else Tag("Done"),
        lit=lit,
    )


def mended_at(project: Project, part: Part, by: Officer) -> str:
    """Return the page on which a part is mended, if the officer may open it."""
    duties = {"contents": "propose-project", **DUTIES}
    if part.where in duties and (not by.may(duties[part.where]) or is_determined(project)):
        return ""
    return {
        "contents": reverse("proposal", args=[project.pk]),
        "ethics": reverse("ethics", args=[project.zone_id]),
        "zone": reverse("zone", args=[project.zone_id]),
    }.get(part.where) or reverse("adopt", args=[project.pk, part.where])


def is_determined(project: Project) -> bool:
    """Say whether the Authority has approved or rejected it."""
    return bool(project.approved_on or project.rejected_on or project.withdrawn_on)


def next_step(parts: list[Part], asked: ChangeRequest | None) -> str:
    """Say what comes next and whose turn it is."""
    waiting = [part for part in parts if part.lacks]
    many = f"{len(waiting)} of {len(parts)} parts are missing. " if waiting else ""
    if asked is not None:
        turn = f"{TURNS['contents']} answers the changes asked for on {asked.asked_on:%b %-d, %Y}"
        return f"{many}Next: {turn}."
    if not waiting:
        return "Nothing is missing. Next: the UEZ Authority determines it."
    return f"{many}Next, by {TURNS[waiting[0].where]}: {waiting[0].lacks}"


def said(proposal: Proposal | None) -> list[Term]:
    """Show what the proposal says."""
    if proposal is None:
        return []
    others = [Term(each.source, each.amount) for each in proposal.other_revenues.all()]
    cost = amendments.total_cost(proposal.project)
    amended = []
    if proposal.total_cost not in {None, cost} and proposal.project.approved_on is not None:
        amended = [Term("Total cost, as amended", cost, total=True, in_dollars=True)]
    return [
        Term("Description", proposal.description),
        Term("How it furthers the zone development plan", proposal.furthers),
        Term("Months to complete it", str(proposal.months or "")),
        Term("Controls and reporting", proposal.controls),
        Term("Why it is a qualified expense", proposal.qualifies),
        Term("New jobs", str(proposal.jobs or "")),
        Term("Economic activity", proposal.activity),
        *others,
        Term("Total cost", proposal.total_cost, total=True, in_dollars=True),
        *amended,
    ]


def adoptions(proposal: Proposal | None) -> list[Event]:
    """Say when each body adopted it, and who recorded that."""
    events = []
    for body, name in BODIES.items():
        by: Officer | None = getattr(proposal, f"{body}_by", None)
        if by is not None:
            number = getattr(proposal, f"{body}_resolution")
            at = getattr(proposal, f"{body}_adopted_at")
            events.append(Event(at, f"{name} adopted it", f"{number}, recorded by {by}"))
    return events


def papers(proposal: Proposal | None) -> list[Term]:
    """Lead to the resolutions that were handed in."""
    found = []
    for body, name in BODIES.items():
        paper = getattr(proposal, f"{body}_document", None)
        if paper is not None:
            link = reverse("document", args=[paper.pk])
            found.append(Term(f"{name}’s resolution", str(paper), link))
    return found
