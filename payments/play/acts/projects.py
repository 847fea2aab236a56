"""Zone money is bound to projects and set free again: propose, determine, encumber, release.

A proposal's other steps, adopt and ethics, are told in `payments/play/acts/proposals.py`.
"""

from collections.abc import Mapping
from datetime import datetime, time
from decimal import Decimal
from zoneinfo import ZoneInfo

from funds import projects, vintages
from funds.models import Category, Encumbrance, Project
from funds.refusal import Refusal
from municipalities.models import Officer
from payments import completing
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import category

NEW_YORK = ZoneInfo("America/New_York")


@act(
    "propose", "fund", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; sfy: the year it budgets;"
    " amount;\nref P1; note: category (public-safety, administration, transportation; else"
    " general); “not adopted”\nleaves the adoptions and ethics to lines of their own, “blank” the"
    " plan too.",
)  # fmt: skip
def propose(stage: Stage, line: Line) -> Decimal:
    """Propose a project after its hearing and joint resolution."""
    number = stage.new_name(line)
    budgets = {stage.sfy(line): money(line)}
    blank = "blank" in line.note
    of = category(line.note)
    made = _propose(stage, line, number, of, budgets, stage.by(line), blank=blank)
    if not blank and "not adopted" not in line.note:
        complete(stage, made, line)
    stage.bind(line, made)
    return money(line)


def _propose(
    stage: Stage, line: Line, number: str, of: Category | None,
    budgets: Mapping[int, Decimal], by: Officer, *, blank: bool = False,
) -> Project:  # fmt: skip
    title = f"Project of {number}"
    hearing = datetime.combine(line.on, time(9), NEW_YORK)
    return projects.propose(
        stage.zone(line.holder), stage.municipality(line), number, title,
        (of or Category.GENERAL).value, budgets, hearing, hearing, f"Resolution of {number}",
        contents=None if blank else completing.contents(title, budgets), on=line.on, by=by,
    )  # fmt: skip


def complete(stage: Stage, project: Project, line: Line) -> Project:
    """Have both bodies adopt a proposal, as their own officers."""
    return completing.complete(
        project, on=line.on, clerk=stage.officer(f"clerk:{project.municipality_id}"),
        corporation=stage.officer(f"corporation:{project.zone.holder}"),
    )  # fmt: skip


@act(
    "determine", "fund", "ref",
    columns="by authority; ref P1; note: approve (or nothing), or reject and why.",
)  # fmt: skip
def determine(stage: Stage, line: Line) -> None:
    """Approve or reject a project for the Authority."""
    project = stage.met(line, Project)
    if project is None:
        raise Refusal(f"“{line.ref}” is no project.")
    approve = not line.note.lower().startswith("reject")
    projects.determine(project, approve=approve, reason=line.note, on=line.on, by=stage.by(line))


@act(
    "encumber", "fund", "holder", "amount",
    columns="by cfo:CODE or preparer:CODE; holder: zone:NAME; amount; ref E1 (P1/E1 on project"
    " P1;\nwithout one a project is made and approved); sfy: the one vintage to take, or nothing"
    " for\nthe oldest usable first; note: category.",
)  # fmt: skip
def encumber(stage: Stage, line: Line) -> Decimal:
    """Encumber zone money for a project."""
    number = stage.new_name(line)
    again = Encumbrance.objects.filter(number__in=stage.names(line)).first()
    project = stage.met(line, Project) or (again.project if again else None)
    project = project or _made_for(stage, line, number)
    chosen = [line.sfy] if line.sfy else None
    made = projects.encumber(
        project, money(line), again.number if again else number, line.note or "as told",
        on=line.on, by=stage.by(line), vintages=chosen, reason="the story names the year",
    )  # fmt: skip
    stage.bind(line, made)
    return made.amount


def _made_for(stage: Stage, line: Line, number: str) -> Project:
    """Propose and approve a project that budgets exactly what is to be encumbered."""
    of = category(line.note) or Category.GENERAL
    zone = stage.zone(line.holder)
    draft = Project(zone=zone, municipality=stage.municipality(line), category=of.value,
                    number=f"P-{number}", title=f"Project of {number}")  # fmt: skip
    budgets = vintages.draw(draft, money(line), line.on, [line.sfy] if line.sfy else None)
    proposer = stage.one_who("propose-project", line, f"coordinator:{zone.holder}")
    made = _propose(stage, line, draft.number, of, budgets, proposer)
    complete(stage, made, line)
    return projects.determine(made, approve=True, on=line.on, by=stage.officer("authority"))


def encumbrance(stage: Stage, line: Line) -> Encumbrance:
    """Return the encumbrance that a line meets: the one named, or the holder's latest."""
    found = stage.met(line, Encumbrance)
    if found is None and line.holder and len(stage.names(line)) < 2:
        of_zone = Encumbrance.objects.filter(zone=stage.zone(line.holder))
        found = of_zone.order_by("-pk").first()
    if found is None:
        raise Refusal(f"“{line.ref}” is no encumbrance.")
    return found


@act(
    "release-encumbrance", "fund", "amount",
    columns="by cfo:CODE; ref E1; amount. To the zone in its vintage, or to the Authority when"
    " that\nvintage's window is over.",
)  # fmt: skip
def release_encumbrance(stage: Stage, line: Line) -> Decimal:
    """Release what an encumbrance no longer needs."""
    of = encumbrance(stage, line)
    key = f"encumbrance/{of.pk}/release/{line.number}"
    by = stage.by(line)
    return projects.release_encumbrance(of, money(line), key, on=line.on, by=by).total
