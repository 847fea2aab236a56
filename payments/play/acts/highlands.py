"""Highlands aid in a story: declines sent and accepted, determinations, evidence, offsets."""

import re
from datetime import date
from decimal import Decimal

from funds import determinations, highlands_figures, letters, offsets, rehearsals
from funds.determinations import Decided
from funds.models import Determination
from funds.offsets import Budgeted, Changed
from funds.queries import highlands as queries
from funds.refusal import Refusal
from municipalities import conformance
from municipalities.documents import store
from municipalities.models import Municipality, SourceDocument
from payments.play import words
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line

PAPER, SUNSET = b"%PDF-1.7", "54:1-85 o."


def _paper(line: Line) -> store.Checked:
    return store.made(f"story-line-{line.number}.pdf", PAPER)


def _town(line: Line) -> Municipality:
    return Municipality.objects.get(pk=line.holder)


@act(
    "send-declines", "ref", "note",
    columns="by taxation-director; ref S1; note: the tax year. Finds the declines as sent.",
)  # fmt: skip
def send(stage: Stage, line: Line) -> Decimal:
    """Send a year's declines to the Treasurer."""
    paper = highlands_figures.send(int(line.note[:4]), on=line.on, by=stage.by(line))
    stage.bind(line, paper)
    return sum((each.valuation_base for each in paper.declines.all()), Decimal(0))


@act(
    "accept-declines", "ref",
    columns="by treasury-analyst or dca-analyst, who did not put them forward; ref: S1, or the\n"
    "determination J1.",
)  # fmt: skip
def accept(stage: Stage, line: Line) -> None:
    """Accept figures of the chain."""
    made = stage.met(line, Determination)
    paper = made.series.document if made else stage.met(line, SourceDocument)
    if paper is None:
        raise Refusal(f"“{line.ref}” is nothing that the chain put forward.")
    highlands_figures.accept(paper, on=line.on, by=stage.by(line))


@act(
    "judgment", "holder", "amount", "ref", "note",
    columns="by taxation-director; holder: municode; amount: what it adds, or takes (below zero);"
    " ref J1;\nnote: how it comes about, with the judgment's day (YYYY-MM-DD) if it is another.",
)  # fmt: skip
def judgment(stage: Stage, line: Line) -> Decimal:
    """Record a final judgment."""
    decided = date.fromisoformat(words.day(line.note) or line.on.isoformat())
    said = Decided(decided, money(line), line.note, _paper(line))
    made = determinations.judgment(_town(line), said, on=line.on, by=stage.by(line))
    stage.bind(line, made)
    return made.amount


@act(
    "watershed", "holder", "amount", "ref", "note",
    columns="by treasury-analyst; holder: municode; sfy; amount: deducted; ref D1; note: whom of"
    " DLGS was\nconsulted.",
)  # fmt: skip
def watershed(stage: Stage, line: Line) -> Decimal:
    """Record a determination on watershed aid."""
    why = f"Story, line {line.number}"
    said = Decided(line.on, money(line), why, _paper(line), line.note.removeprefix("nobody"))
    made = determinations.watershed(
        _town(line), stage.sfy(line), said, on=line.on, by=stage.by(line)
    )
    stage.bind(line, made)
    return made.amount


@act(
    "conform", "holder", "note",
    columns="by dca-director; holder: municode; note: petition, master-plan, regulations or"
    " withdrawn, and\nthe day YYYY-MM-DD.",
)  # fmt: skip
def conform(stage: Stage, line: Line) -> None:
    """Record evidence of conformance."""
    kind, day = line.note.split()[0], words.day(line.note)
    conformance.record(
        _town(line), kind, effective_on=date.fromisoformat(day or line.on.isoformat()),
        source=f"Story, line {line.number}", on=line.on, by=stage.by(line),
    )  # fmt: skip


@act(
    "attest", "holder", "amount",
    columns="by cfo:CODE; holder: municode; sfy; amount: anticipated; note: the budget's year if"
    " another.",
)  # fmt: skip
def attest(stage: Stage, line: Line) -> Decimal:
    """Attest the levy offset."""
    sfy = stage.sfy(line)
    year = re.search(r"\d{4}", line.note)
    said = Budgeted(int(year[0]) if year else sfy, money(line), "Sheet 5", _paper(line))
    return offsets.attest(_town(line), sfy, said, on=line.on, by=stage.by(line)).amount


@act(
    "change-budget", "holder", "amount", "note",
    columns="by dca-director; holder: municode; sfy; amount: the offset now; note: BEFORE why.",
)  # fmt: skip
def change_budget(stage: Stage, line: Line) -> Decimal:
    """Record what DLGS changed in a budget."""
    before, _, why = line.note.partition(" ")
    said = Changed(Decimal(before), money(line), why, _paper(line))
    made = offsets.change_budget(_town(line), stage.sfy(line), said, on=line.on, by=stage.by(line))
    return made.after


@act(
    "rehearse-reading",
    columns="by treasury-analyst or dca-analyst; sfy. As if a program year were one in which aid"
    " was paid.\nFinds what would be paid; nothing of it can be certified.",
)  # fmt: skip
def rehearse(stage: Stage, line: Line) -> Decimal:
    """Rehearse a year under the other reading."""
    made = rehearsals.rehearse(stage.sfy(line), on=line.on, by=stage.by(line))
    return sum((Decimal(x[2]) for x in made.lines if x[1] == "payable"), Decimal(0))


@act(
    "certification-says", "fund", "ref", "note",
    columns="ref R1; note: words that the certification's letters must have.",
)  # fmt: skip
def certification_says(stage: Stage, line: Line) -> None:
    """Read the words of a certification."""
    run = stage.run(line)
    signed = getattr(run, "certification", None)
    said = [signed.statement, *letters.words_of(run)] if signed else []
    if not any(line.note in each for each in said):
        raise Refusal(f"{run}: no certification says “{line.note}”.")


@act(
    "section-ends", "note",
    columns="note: the day (YYYY-MM-DD) on which 54:1-85 expires by what is on record.",
)  # fmt: skip
def section_ends(stage: Stage, line: Line) -> None:
    """Ask on which day the section expires."""
    ends = queries.section_ends(line.on)
    if ends is None:
        raise Refusal("No payment of the tenth year is on record: there is no day.", SUNSET)
    if ends.isoformat() != line.note.strip():
        raise Refusal(f"The section expires on {ends}, not on {line.note}.", SUNSET)
