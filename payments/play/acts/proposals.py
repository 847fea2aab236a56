"""A proposal is written, adopted by two bodies, and signed by persons under the ethics law."""

from dataclasses import replace
from datetime import datetime, time
from zoneinfo import ZoneInfo

from funds import ethics, proposals
from funds.models import EthicsStatus, Project
from funds.proposals import Adoption, Contents
from funds.refusal import Refusal
from payments import completing
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line

NEW_YORK = ZoneInfo("America/New_York")
BODIES = {"clerk": "governing", "corporation": "corporation"}


def project_of(stage: Stage, line: Line) -> Project:
    """Return the project that a line names."""
    found = stage.met(line, Project)
    if found is None:
        raise Refusal(f"“{line.ref}” is no project.")
    return found


@act(
    "write-proposal", "fund", "ref",
    columns="by coordinator:zone:NAME or cfo:CODE; ref P1. States the six parts of the plan;"
    " what a body\nadopted before is adopted anew; note: without jobs leaves that part blank.",
)  # fmt: skip
def write(stage: Stage, line: Line) -> None:
    """State what a proposal says."""
    project = project_of(stage, line)
    budgets = dict(project.budgets.values_list("sfy", "amount"))
    said = completing.contents(project.title, budgets)
    left_out = line.note.removeprefix("without ").strip()
    if left_out:
        said = replace(said, **{left_out: getattr(Contents(), left_out)})
    proposals.write(project, said, on=line.on, by=stage.by(line))


@act(
    "adopt", "fund", "ref",
    columns="by clerk:CODE for the governing body or corporation:zone:NAME for the zone"
    " development\ncorporation; ref P1. Adopted at noon of the day.",
)  # fmt: skip
def adopt(stage: Stage, line: Line) -> None:
    """Record that a body adopted a proposal."""
    project = project_of(stage, line)
    at = datetime.combine(line.on, time(12), NEW_YORK)
    body = BODIES.get(line.by.partition(":")[0], "governing")
    adoption = Adoption(f"Resolution of {project.number}", at)
    proposals.adopt(project, body, adoption, on=line.on, by=stage.by(line))


@act(
    "ethics", "fund",
    columns="by the office that acknowledges the Local Government Ethics Law; note: the office of"
    " which a\nclerk or dca-director records a disclosure, for example cfo:9901; nothing for"
    " one's own.",
)  # fmt: skip
def record(stage: Stage, line: Line) -> None:
    """Record an acknowledgement, or another's disclosure."""
    by = stage.by(line)
    of = stage.officer(line.note.strip()) if line.note else by
    status = EthicsStatus.Status.DISCLOSED if line.note else EthicsStatus.Status.ACKNOWLEDGED
    ethics.record(of, status, status_on=line.on, on=line.on, by=by)
