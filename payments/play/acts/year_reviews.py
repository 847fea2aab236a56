"""What a zone spent in a year is reviewed: begin, look, conclude; a finding is appealed. j."""

from decimal import Decimal

from funds import appeals, year_reviews
from funds.models import Appeal, Finding, FindingExpenditure, YearReview
from funds.refusal import Refusal
from payments import forfeitures
from payments.models import Voucher
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line

ZERO = Decimal(0)


@act(
    "review", "fund", "holder", "ref",
    columns="by dca-analyst; holder: zone:NAME; sfy: the year that ended; ref Y1; amount: how many"
    "\nexpenditures are drawn (nothing: all). Finds what they come to.",
)  # fmt: skip
def review(stage: Stage, line: Line) -> Decimal:
    """Begin the review of what a zone spent in a year."""
    size = int(line.amount) if line.amount is not None else None
    zone, by = stage.zone(line.holder), stage.by(line)
    made = year_reviews.begin(zone, stage.sfy(line), size, on=line.on, by=by)
    stage.bind(line, made)
    return sum(made.expenditures.values_list("amount", flat=True), ZERO)


def _met(stage: Stage, line: Line) -> YearReview:
    found = stage.met(line, YearReview)
    if found is None:
        raise Refusal(f"“{line.ref}” is no review.", year_reviews.CITE)
    return found


@act(
    "look", "fund", "ref",
    columns="by dca-analyst; ref Y1, or Y1/V1 for one voucher (else every one that is not looked"
    " at yet);\nnote: consistent, or inconsistent and why.",
)  # fmt: skip
def look(stage: Stage, line: Line) -> None:
    """Say of expenditures whether they are consistent with the act."""
    found, voucher = _met(stage, line), stage.met(line, Voucher)
    rows = found.expenditures.all()
    rows = rows.filter(posting=voucher.posting) if voucher else rows.filter(outcome="")
    outcome, _, why = line.note.partition(" ")
    if outcome.strip(":") == "inconsistent":
        said = dict.fromkeys(rows.values_list("pk", flat=True), ("inconsistent", why))
    else:
        said = dict.fromkeys(rows.values_list("pk", flat=True), ("consistent", ""))
    year_reviews.look(found, said, on=line.on, by=stage.by(line))


@act("conclude", "fund", "ref", columns="by dca-director; ref Y1; note: what the review concludes.")
def conclude(stage: Stage, line: Line) -> None:
    """Conclude a review."""
    year_reviews.conclude(_met(stage, line), line.note, on=line.on, by=stage.by(line))


@act(
    "appeal", "fund", "ref",
    columns="by cfo:CODE or coordinator:zone:NAME; ref F1/A1: the finding and the appeal; note:"
    " grounds.",
)  # fmt: skip
def appeal(stage: Stage, line: Line) -> None:
    """Appeal a finding."""
    finding = stage.met(line, Finding)
    if finding is None:
        raise Refusal(f"“{line.ref}” is no finding.", appeals.CITE)
    made = appeals.file(finding, line.note or "as told", on=line.on, by=stage.by(line))
    stage.bind(line, made)


@act(
    "decide-appeal", "fund", "ref",
    columns="by authority; ref A1; amount: what is reversed, of the finding's expenditures in their"
    "\norder (nothing: all, 0: none); note: why. Finds what was given back.",
)  # fmt: skip
def decide_appeal(stage: Stage, line: Line) -> Decimal:
    """Decide an appeal."""
    made = stage.met(line, Appeal)
    if made is None:
        raise Refusal(f"“{line.ref}” is no appeal.", appeals.CITE)
    left = made.finding.receivable.amount if line.amount is None else money(line)
    reversed_: dict[FindingExpenditure, Decimal] = {}
    for each in made.finding.expenditures.order_by("posting"):
        reversed_[each] = min(each.amount, left)
        left -= reversed_[each]
    if left > 0:
        raise Refusal(f"${left:,.2f} more is reversed than was found.", appeals.CITE)
    back = forfeitures.decide_appeal(
        made, reversed_, line.note or "as told", on=line.on, by=stage.by(line)
    )
    return sum((posting.total for posting in back), ZERO)
