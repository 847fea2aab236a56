"""The Authority spends; loans come back and assets are sold: second-generation money."""

from decimal import Decimal

from funds import authority, second_generation
from funds.models import AuthoritySpending, Loan
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import joined

FUNDS = {"AUTHORITY", ""}


@act(
    "authority-spend", "fund", "amount",
    columns="by authority; holder: the payee (or AUTHORITY); amount; ref A1; note:"
    " administration,\ngrant, loan or guaranty.",
)  # fmt: skip
def authority_spend(stage: Stage, line: Line) -> Decimal:
    """Spend from the Authority's account."""
    words = joined(line.note).split("-")
    known = [p for p in AuthoritySpending.Purpose.values if p in words]
    purpose = known[0] if known else line.note or AuthoritySpending.Purpose.ADMINISTRATION.value
    payee = "UEZ Authority vendor" if line.holder.upper() in FUNDS else stage.holder(line)
    made = authority.spend(
        purpose, payee, money(line), stage.key(line), on=line.on, by=stage.by(line)
    )
    stage.bind(line, made)
    return made.posting.total


@act(
    "lend", "fund", "holder", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; amount: principal; ref L1.",
)  # fmt: skip
def lend(stage: Stage, line: Line) -> Decimal:
    """Record a loan made from zone money."""
    made = second_generation.lend(
        stage.zone(line.holder), stage.new_name(line), money(line), on=line.on, by=stage.by(line)
    )
    stage.bind(line, made)
    return made.principal


@act(
    "repayment", "fund", "holder", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; ref: the loan L1 (one of"
    " this\namount is recorded when none is named); amount.",
)  # fmt: skip
def repayment(stage: Stage, line: Line) -> Decimal:
    """Receive a loan's repayment."""
    by = stage.by(line)
    loan = stage.met(line, Loan)
    if loan is None:
        zone, name = stage.zone(line.holder), stage.new_name(line)
        loan = second_generation.lend(zone, f"loan of {name}", money(line), on=line.on, by=by)
    key = f"loan/{loan.number}/repayment/{line.number}"
    made = second_generation.repay(loan, money(line), key, on=line.on, by=by)
    return made.posting.total


@act(
    "sale", "fund", "holder", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; amount: proceeds; ref S1;"
    "\nnote: what was sold.",
)  # fmt: skip
def sale(stage: Stage, line: Line) -> Decimal:
    """Receive the proceeds of a sale."""
    return second_generation.sell(
        stage.zone(line.holder), line.note or "an asset", money(line), stage.key(line),
        on=line.on, by=stage.by(line),
    ).posting.total  # fmt: skip


@act(
    "use", "fund", "holder", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; amount; ref U1; note: for"
    " what.",
)  # fmt: skip
def use(stage: Stage, line: Line) -> Decimal:
    """Use second-generation money."""
    zone = stage.zone(line.holder)
    return second_generation.use(
        zone, line.note or "as told", stage.municipality(line).pk, money(line), stage.key(line),
        on=line.on, by=stage.by(line),
    ).total  # fmt: skip


@act(
    "write-off", "fund", "ref",
    columns="by cfo:CODE (a coordinator asks); ref L1; note: why.",
)  # fmt: skip
def write_off(stage: Stage, line: Line) -> Decimal:
    """Write off what is outstanding of a loan."""
    loan = stage.met(line, Loan) or Loan.objects.get(number=line.ref)
    by = stage.by(line)
    asks = stage.officer(f"coordinator:{loan.zone.holder}")
    left = second_generation.outstanding(loan)
    if asks.person_id == by.person_id:
        asks = stage.officer(f"cfo:{stage.municipality(line).pk}")
    second_generation.write_off(loan, line.note or "default", on=line.on, by=asks, approved_by=by)
    return left
