"""Loans are made, come back or do not, assets are sold: second-generation money."""

from decimal import Decimal

from funds import loans, second_generation
from funds.loans import Terms
from funds.models import Loan, SecondGenerationReceipt
from funds.refusal import Refusal
from funds.rules.loans import months_on, schedule
from funds.rules.money import ZERO
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


def loan_of(stage: Stage, line: Line) -> Loan:
    """Return the loan that a line names."""
    found = stage.met(line, Loan) or Loan.objects.filter(number=line.ref).first()
    if found is None:
        raise Refusal(f"“{line.ref}” is no loan.")
    return found


@act(
    "lend", "fund", "holder", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; amount: principal; ref L1;"
    " note: how\nmany months it is repaid in, beginning the month after.",
)  # fmt: skip
def lend(stage: Stage, line: Line) -> Decimal:
    """Record a loan made from zone money."""
    terms = Terms()
    if line.note.strip().isdigit():
        first = months_on(line.on, 1)
        terms = Terms("", ZERO, schedule(money(line), ZERO, first, int(line.note), 1))
    made = loans.lend(
        stage.zone(line.holder), stage.new_name(line), money(line), on=line.on, by=stage.by(line),
        terms=terms,
    )  # fmt: skip
    stage.bind(line, made)
    return made.principal


@act(
    "repayment", "fund", "holder", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; ref: the loan L1 (one of"
    " this\namount is recorded when none is named), with R1 a name for it; amount.",
)  # fmt: skip
def repayment(stage: Stage, line: Line) -> Decimal:
    """Receive a loan's repayment."""
    by = stage.by(line)
    loan = stage.met(line, Loan)
    if loan is None:
        zone, name = stage.zone(line.holder), stage.new_name(line)
        loan = loans.lend(zone, f"loan of {name}", money(line), on=line.on, by=by)
    key = f"loan/{loan.pk}/repayment/{line.number}"
    made = loans.repay(loan, money(line), key, on=line.on, by=by)
    stage.bind(line, made)
    return made.posting.total


@act(
    "sale", "fund", "holder", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; amount: proceeds; ref S1;"
    "\nnote: what was sold.",
)  # fmt: skip
def sale(stage: Stage, line: Line) -> Decimal:
    """Receive the proceeds of a sale."""
    made = second_generation.sell(
        stage.zone(line.holder), line.note or "an asset", money(line), stage.key(line),
        on=line.on, by=stage.by(line),
    )  # fmt: skip
    stage.bind(line, made)
    return made.posting.total


@act(
    "take-back", "fund", "ref",
    columns="by coordinator:zone:NAME or cfo:CODE; ref: R1 or S1, which did not come in after all;"
    " note: why.",
)  # fmt: skip
def take_back(stage: Stage, line: Line) -> Decimal:
    """Take back a repayment or the proceeds of a sale."""
    found = stage.met(line, SecondGenerationReceipt)
    if found is None:
        raise Refusal(f"“{line.ref}” is no receipt.")
    made = second_generation.take_back(
        found, line.note or "returned by the bank", on=line.on, by=stage.by(line)
    )
    return made.total


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
    "default", "fund", "ref",
    columns="by coordinator:zone:NAME or cfo:CODE; ref L1; note: why the borrower does not pay.",
)  # fmt: skip
def default(stage: Stage, line: Line) -> Decimal:
    """Record a borrower's default."""
    loan = loans.declare_default(loan_of(stage, line), line.note, on=line.on, by=stage.by(line))
    return loans.outstanding(loan)


@act(
    "write-off", "fund", "ref",
    columns="by cfo:CODE (a coordinator asks); ref L1; note: why. Its default is recorded when"
    " none is.",
)  # fmt: skip
def write_off(stage: Stage, line: Line) -> Decimal:
    """Write off what is outstanding of a loan."""
    loan, by, why = loan_of(stage, line), stage.by(line), line.note or "default"
    asks = stage.officer(f"coordinator:{loan.zone.holder}")
    if asks.person_id == by.person_id:
        asks = stage.officer(f"cfo:{stage.municipality(line).pk}")
    left = loans.outstanding(loan)
    if loan.defaulted_on is None:
        loans.declare_default(loan, why, on=line.on, by=asks)
    loans.write_off(loans.ask_write_off(loan, why, on=line.on, by=asks), on=line.on, by=by)
    return left
