"""Files of figures in a story: sent and read, put forward, accepted by another, or declined."""

import re
from decimal import Decimal
from hashlib import sha256

from funds.refusal import Refusal
from municipalities.documents import store
from municipalities.intake import accepting, checks, sending
from municipalities.models import Document, Intake, SourceDocument
from municipalities.reading.formats import LAYOUTS
from payments.play.acts.facts import ANALYSTS
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


@act(
    "file", "ref", "note", "holder",
    columns="by an analyst; holder: municode; ref names the file; note: LAYOUT PERIOD: the cell as"
    " it is\ntyped (watershed-deduction SFY2027: $1,000.50). Refused with what must be mended.",
)  # fmt: skip
def file(stage: Stage, line: Line) -> Decimal:
    """Send a table of one row, and read it; return the figure."""
    told = re.fullmatch(r"(\S+) (\S+): (.*)", line.note)
    if told is None:
        raise Refusal("file: LAYOUT PERIOD: CELL is needed in the note.")
    key, period, typed = told.groups()
    head = next(c.head for c in sending.layout_of(key).columns if c.role == "figure")
    text = f'"{key}, {period}"\nMunicode,{head}\n{line.holder},"{typed}"\n'
    content = text.encode()
    checked = store.Checked(
        f"{line.ref}.csv", content, Document.Kind.CSV, sha256(content).hexdigest(), "a story"
    )
    title = f"Story, line {line.number}"
    what = sending.Publication(
        key, period, title, "a story", line.on, standing=SourceDocument.Standing.DEMONSTRATION
    )
    made = sending.read(sending.send(checked, what, on=line.on, by=stage.by(line)))
    stage.named[line.ref] = made
    if made.must:
        first = made.must[0]
        raise Refusal(f"{first['cell']}: {first['found']}. {first['needed']}", first["clause"])
    return sum((Decimal(v) for each in made.figures.values() for v in each.values()), Decimal(0))


@act("forward-file", "ref", columns="by an analyst; ref: the file; what was asked is looked at.")
def forward(stage: Stage, line: Line) -> None:
    """Put the figures of a file forward."""
    accepting.forward(_file(stage, line), looked=True, on=line.on, by=stage.by(line))


@act("accept-file", "ref", columns="by an analyst who did not send it; ref: the file.")
def accept(stage: Stage, line: Line) -> None:
    """Accept the figures of a file."""
    accepting.accept(_file(stage, line), on=line.on, by=stage.by(line))


@act("decline-file", "ref", columns="by an analyst; ref: the file; note: why.")
def decline(stage: Stage, line: Line) -> None:
    """End a file."""
    accepting.decline(_file(stage, line), line.note, on=line.on, by=stage.by(line))


@act(
    "override-file", "ref",
    columns="by an analyst (another one approves); ref: the file; note: why its checks may not"
    " stop it.",
)  # fmt: skip
def override(stage: Stage, line: Line) -> Decimal:
    """Override the open checks of a file; return how many there are."""
    intake, by = _file(stage, line), stage.by(line)
    failed = checks.failed(checks.compare(intake, line.on), LAYOUTS[intake.layout])
    groups = list(checks.grouped(checks.open_checks(intake, failed)))
    made = accepting.ask_override(intake, groups, line.note, on=line.on, by=by)
    accepting.approve_override(made, on=line.on, by=stage.other_than(by, *ANALYSTS))
    return Decimal(len(made.checks))


def _file(stage: Stage, line: Line) -> Intake:
    found = stage.named.get(line.ref)
    if not isinstance(found, Intake):
        raise Refusal(f"“{line.ref}” is no file of this story.")
    return Intake.objects.get(pk=found.pk)
