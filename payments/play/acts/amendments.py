"""A proposal on its way: changes asked for, answered, withdrawn; a project amended; its outcome."""

import re
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal
from zoneinfo import ZoneInfo

from funds import amendments, outcomes, projects
from funds import proposal_reviews as reviews
from funds.adoptions import Adoption
from funds.models import Amendment
from funds.outcomes import Said
from funds.refusal import Refusal
from payments.play.acts.deposits import money
from payments.play.acts.proposals import BODIES, project_of
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line

NEW_YORK = ZoneInfo("America/New_York")


@act(
    "ask-changes", "fund", "ref",
    columns="by authority or dca-analyst; ref P1; note: the part, a colon and the comment, for"
    " example\nmonths: twelve are too few.",
)  # fmt: skip
def ask_changes(stage: Stage, line: Line) -> None:
    """Ask for a change of one part of a proposal."""
    part, _, words = line.note.partition(":")
    comments = {part.strip(): words}
    reviews.ask(project_of(stage, line), comments, on=line.on, by=stage.by(line))


@act(
    "send-again", "fund", "ref",
    columns="by coordinator:zone:NAME or cfo:CODE; ref P1; note: the answer; amount: the months it"
    " takes now,\nif they change.",
)  # fmt: skip
def send_again(stage: Stage, line: Line) -> None:
    """Answer every comment and send the proposal again."""
    project = project_of(stage, line)
    asked = reviews.waiting(project) or project.change_requests.last()
    if asked is None:
        raise Refusal(f"{project.number}: no change is asked for.", reviews.CITE)
    answers = {each.part: line.note for each in asked.comments.all()}
    live = project.proposals.filter(superseded=False).first()
    said = reviews.contents_of(live) if live and line.amount else None
    contents = replace(said, months=int(line.amount or 0)) if said else None
    reviews.send_again(asked, answers, contents=contents, on=line.on, by=stage.by(line))


@act("withdraw", "fund", "ref", columns="by coordinator:zone:NAME or cfo:CODE; ref P1; note: why.")
def withdraw(stage: Stage, line: Line) -> None:
    """Withdraw a proposal or an approved project."""
    projects.withdraw(project_of(stage, line), line.note, on=line.on, by=stage.by(line))


@act(
    "amend", "fund", "ref",
    columns="by coordinator:zone:NAME or cfo:CODE; ref P1/A1: A1 names the amendment; sfy and"
    " amount: what\nit needs of that year now; note: why, and the months as “months 18”.",
)  # fmt: skip
def amend(stage: Stage, line: Line) -> Decimal:
    """Propose to amend an approved project after a hearing."""
    project = project_of(stage, line)
    now = amendments.current(project)
    budgets = dict(now.budgets)
    if line.amount is not None:
        budgets[stage.sfy(line)] = money(line)
    months = re.search(r"months (\d+)", line.note)
    plan = replace(now, budgets=budgets, months=int(months[1]) if months else now.months)
    closed = datetime.combine(line.on, time(9), NEW_YORK)
    made = amendments.propose(project, plan, line.note, closed, on=line.on, by=stage.by(line))
    stage.bind(line, made)
    return sum(budgets.values(), Decimal(0))


def amendment_of(stage: Stage, line: Line) -> Amendment:
    """Return the amendment that a line names."""
    found = stage.met(line, Amendment)
    if found is None:
        raise Refusal(f"“{line.ref}” is no amendment.")
    return found


@act(
    "adopt-amendment", "fund", "ref",
    columns="by clerk:CODE for the governing body or corporation:zone:NAME for the zone"
    " development\ncorporation; ref A1. Adopted at noon of the day.",
)  # fmt: skip
def adopt(stage: Stage, line: Line) -> None:
    """Record that a body adopted an amendment."""
    found = amendment_of(stage, line)
    at = datetime.combine(line.on, time(12), NEW_YORK)
    body = BODIES.get(line.by.partition(":")[0], "governing")
    amendments.adopt(
        found, body, Adoption(f"Resolution of {found}", at), on=line.on, by=stage.by(line)
    )


@act(
    "determine-amendment", "fund", "ref",
    columns="by authority; ref A1; note: a reason rejects it, nothing approves it.",
)  # fmt: skip
def determine(stage: Stage, line: Line) -> None:
    """Approve an amendment, or reject it with the reason."""
    amendments.determine(
        amendment_of(stage, line), approve=not line.note, reason=line.note, on=line.on,
        by=stage.by(line),
    )  # fmt: skip


@act(
    "outcome", "fund", "ref", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; ref P1; amount: new jobs so far; note: the"
    " activity. What\nis found is what was promised.",
)  # fmt: skip
def outcome(stage: Stage, line: Line) -> Decimal:
    """Report what a project has led to, beside what was promised."""
    project = project_of(stage, line)
    said = Said(line.on, int(line.amount or 0), line.note)
    outcomes.report(project, said, on=line.on, by=stage.by(line))
    live = project.proposals.filter(superseded=False).first()
    return Decimal(live.jobs or 0) if live else Decimal(0)
