"""The year's appropriations act, its watch by 52:27D-441, and levy relief."""

from decimal import Decimal

from funds import corrections_report, levy_relief, receipts_watch
from funds.levy_relief import Budget
from funds.models import Enactment
from funds.refusal import Refusal
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


@act(
    "enact", "fund", "note",
    columns="by treasury-analyst; sfy; note: the appropriations act, enacted on the line's day.",
)  # fmt: skip
def enact(stage: Stage, line: Line) -> None:
    """Record a year's appropriations act."""
    receipts_watch.record(stage.sfy(line), line.on, line.note, on=line.on, by=stage.by(line))


@act(
    "certify-short", "fund",
    columns="by budget-officer; sfy; what the act lacks of the required amount is certified.",
)  # fmt: skip
def certify_short(stage: Stage, line: Line) -> Decimal | None:
    """Certify that a year's act falls short."""
    return receipts_watch.certify_short(_of(stage, line), on=line.on, by=stage.by(line)).short


@act(
    "notify-filers", "fund",
    columns="by taxation-director; sfy; note: where the notice to the taxpayers stands.",
)  # fmt: skip
def notify_filers(stage: Stage, line: Line) -> None:
    """Notify the corporation business taxpayers."""
    receipts_watch.notify_filers(_of(stage, line), line.note, on=line.on, by=stage.by(line))


@act(
    "report-corrections", "fund",
    columns="by taxation-director; the corrections in force are reported; finds their amount.",
)  # fmt: skip
def report_corrections(stage: Stage, line: Line) -> Decimal:
    """Issue the report of the corrections to the Legislature."""
    corrections_report.issue(on=line.on, by=stage.by(line))
    found = corrections_report.corrected(line.on)
    return sum((each.correction for each in found), Decimal(0))


def _of(stage: Stage, line: Line) -> Enactment:
    sfy = stage.sfy(line)
    found = Enactment.objects.filter(sfy=sfy).first()
    if found is None:
        raise Refusal(f"The appropriations act of SFY{sfy} is not on record.")
    return found


@act(
    "attest-levy-relief", "fund", "holder",
    columns="by cfo:CODE; holder: the municipality; sfy; its budget is adopted on the line's day.",
)  # fmt: skip
def attest(stage: Stage, line: Line) -> Decimal:
    """Attest that aid above SFY2002's cut the levy."""
    sfy = stage.sfy(line)
    signed = levy_relief.standing(sfy)
    if signed is None:
        raise Refusal(f"SFY{sfy} is not certified: there is nothing to attest.")
    budget = Budget(line.on.year, line.on)
    town = stage.municipality(line)
    return levy_relief.attest(signed, town, budget, on=line.on, by=stage.by(line)).amount
