"""What stands before and under a signature: objections, cases, waivers, acknowledgements."""

import re

from funds import acknowledgements, objections
from funds.cases import writing
from funds.models import Certification, Fund, Objection, Waiver
from funds.objections import Challenge
from funds.refusal import Refusal
from municipalities.models import FactSeries
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


@act(
    "object", "fund", "holder", "amount", "note",
    columns="by cfo:CODE; holder: the municipality; sfy; ref O1; amount: what the figure should be;"
    " note: the\nfigure, then why (“prior_year_amount the letter says so”).",
)  # fmt: skip
def object_(stage: Stage, line: Line) -> None:
    """Object to a figure of one's own municipality."""
    kind, _, why = line.note.partition(" ")
    rows = FactSeries.objects.filter(kind=kind, accepted_on__isnull=False)
    found = rows.filter(period__in=[f"SFY{stage.sfy(line)}", f"{stage.sfy(line)}"])
    series = found.order_by("-version").first()
    if series is None:
        raise Refusal(f"{kind} of {stage.sfy(line)} is not on record.")
    town = stage.municipality(line)
    told = Challenge(money(line), why)
    stage.bind(line, objections.file(series, town, told, on=line.on, by=stage.by(line)))


@act(
    "decide-objection", "fund", "ref", "note",
    columns="by treasury-analyst or dca-analyst; ref O1; note: “uphold” or “overrule”, and why.",
)  # fmt: skip
def decide(stage: Stage, line: Line) -> None:
    """Uphold or overrule an objection."""
    found = stage.met(line, Objection)
    if found is None:
        raise Refusal(f"“{line.ref}” is no objection.")
    word, _, why = line.note.partition(" ")
    objections.decide(found, upheld=word == "uphold", answer=why, on=line.on, by=stage.by(line))


@act(
    "waive", "fund", "ref", "note",
    columns="by treasury-certifier or dca-director (an analyst asks); ref R1: the run; note:"
    " “objections” or\n“cases”, and why.",
)  # fmt: skip
def waive(stage: Stage, line: Line) -> None:
    """Waive what stops a run's certification."""
    of, _, why = line.note.partition(" ")
    if of not in Waiver.Of.values:
        raise Refusal(f"“{of}” is never waived; objections and cases are.")
    by = stage.one_who("propose-decision", line, "treasury-analyst")
    asked = objections.ask_waiver(stage.run(line), of, why, on=line.on, by=by)
    objections.authorise(asked, on=line.on, by=stage.by(line))


@act(
    "case", "fund", "note",
    columns="by treasury-analyst or dca-analyst; note: a Then of Gherkin that must hold of every"
    " recipient\n(“its total is at least 1.00”); ref C1 is its name.",
)  # fmt: skip
def case(stage: Stage, line: Line) -> None:
    """Keep a case that is tried on every recipient."""
    name = line.ref or f"Line {line.number}"
    then = re.sub(r"^then ", "", line.note, flags=re.IGNORECASE)
    text = f"Feature: {name}\n\n  Scenario: {name}\n    Then {then}\n"
    writing.write(Fund.objects.get(pk=line.fund), text, on=line.on, by=stage.by(line))


@act(
    "acknowledge", "fund", "holder",
    columns="by cfo:CODE or coordinator:zone:NAME; holder; sfy or ref R1: the certified run.",
)  # fmt: skip
def acknowledge(stage: Stage, line: Line) -> None:
    """Acknowledge a certification."""
    signed = Certification.objects.filter(run=stage.run(line)).first()
    if signed is None:
        raise Refusal(f"{line.fund} SFY{stage.sfy(line)} is not certified.")
    holder = line.holder if line.holder.startswith("zone:") else stage.municipality(line).pk
    acknowledgements.acknowledge(signed, holder, on=line.on, by=stage.by(line))
