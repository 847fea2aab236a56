"""A program follows the year's shares; a policy keeps a correction from lowering anyone."""

from decimal import Decimal

from funds import supplements
from funds.models import CorrectionPolicy, Fund, Run
from funds.refusal import Refusal
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line

RULES = CorrectionPolicy.Rule


@act(
    "program", "fund", "amount", "note",
    columns="by treasury-analyst or dca-analyst; sfy; amount; ref R1; note: its name, shared as the"
    " year's\ncertified receipts are.",
)  # fmt: skip
def program(stage: Stage, line: Line) -> Decimal:
    """Share a supplemental program's money."""
    made = supplements.follow(
        line.note, stage.sfy(line), money(line), f"Story, line {line.number}",
        on=line.on, by=stage.by(line),
    )  # fmt: skip
    stage.bind(line, made)
    return _total(made)


@act(
    "propose-policy", "fund", "note",
    columns="by treasury-analyst or dca-analyst; sfy: from which year; ref Y1; note: “never below”"
    " or\n“as computed”: what a correction of certified aid may do.",
)  # fmt: skip
def propose(stage: Stage, line: Line) -> None:
    """Propose a correction policy."""
    rule = RULES.NEVER_BELOW if "never" in line.note else RULES.AS_COMPUTED
    fund = Fund.objects.get(pk=line.fund)
    made = supplements.propose_policy(
        fund, stage.sfy(line), rule, f"Story, line {line.number}", on=line.on, by=stage.by(line)
    )
    stage.bind(line, made)


@act(
    "decide-policy", "fund", "ref",
    columns="by treasury-certifier or dca-director; ref Y1: another person puts it in force.",
)  # fmt: skip
def decide(stage: Stage, line: Line) -> None:
    """Decide a proposed policy."""
    found = stage.met(line, CorrectionPolicy)
    if found is None:
        raise Refusal(f"“{line.ref}” is no policy.")
    supplements.decide_policy(found, on=line.on, by=stage.by(line))


@act(
    "protect", "fund", "ref",
    columns="by treasury-analyst or dca-analyst; ref R2/R3: the correction, and the run that keeps"
    "\neveryone at the certified amount.",
)  # fmt: skip
def protect(stage: Stage, line: Line) -> Decimal:
    """Keep everyone at the certified amount."""
    corrected = stage.met(line, Run)
    if corrected is None:
        raise Refusal(f"“{line.ref}” is no run.")
    made = supplements.protect(corrected, on=line.on, by=stage.by(line))
    stage.bind(line, made)
    return _total(made)


def _total(made: Run) -> Decimal:
    return sum(made.lines.values_list("amount", flat=True), Decimal(0)).quantize(Decimal("0.01"))
