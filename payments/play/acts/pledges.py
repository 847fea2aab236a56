"""Credits to come are pledged to a transportation project, and what is encumbered moves on."""

import re
from decimal import Decimal

from funds import pledges, re_encumbrances
from funds.models import Encumbrance, Pledge, Project
from funds.pledges import Loan
from funds.refusal import Refusal
from payments import vouchers
from payments.models import Voucher
from payments.play.acts.deposits import money
from payments.play.acts.projects import encumbrance
from payments.play.acts.proposals import project_of
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import category


@act(
    "pledge", "fund", "ref", "amount",
    columns="by cfo:CODE or coordinator:zone:NAME; ref P1/G1: the approved project and the pledge;"
    " sfy: the\nfirst credit to come; amount: of each; note: “through 2030”, else one year; “no"
    " plan” leaves its place out.",
)  # fmt: skip
def pledge(stage: Stage, line: Line) -> Decimal:
    """Pledge credits to come."""
    project, number, first = project_of(stage, line), stage.new_name(line), stage.sfy(line)
    through = re.search(r"through (\d{4})", line.note)
    amounts = dict.fromkeys(
        range(first, int(through[1]) + 1 if through else first + 1), money(line)
    )
    plan = "" if "no plan" in line.note else "Section 4 of the plan"
    loan = Loan("State Transportation Infrastructure Bank", f"Loan of {number}", plan)
    made = pledges.pledge(project, number, amounts, loan, on=line.on, by=stage.by(line))
    stage.bind(line, made)
    return sum(amounts.values(), Decimal(0))


@act(
    "decide-pledge", "fund", "ref",
    columns="by authority; ref G1; note: approve (or nothing), or reject and why.",
)  # fmt: skip
def decide_pledge(stage: Stage, line: Line) -> None:
    """Approve or reject a pledge for the Authority."""
    found = stage.met(line, Pledge)
    if found is None:
        raise Refusal(f"“{line.ref}” is no pledge.")
    word, _, why = line.note.partition(" ")
    approve = word.lower() != "reject"
    reason = "" if approve else why
    pledges.decide(found, approve=approve, reason=reason, on=line.on, by=stage.by(line))


@act(
    "re-encumber", "fund", "ref", "amount",
    columns="by cfo:CODE; ref E1/E2 or E1/P2/E2: what is released and encumbered anew, for the same"
    " project\nor P2; amount; note: why.",
)  # fmt: skip
def re_encumber(stage: Stage, line: Line) -> Decimal:
    """Encumber anew what an encumbrance no longer needs."""
    of = encumbrance(stage, line)
    project = stage.met(line, Project) or of.project
    made: Encumbrance = re_encumbrances.re_encumber(
        of, project, money(line), stage.names(line)[-1], "as told", line.note,
        on=line.on, by=stage.by(line),
    )  # fmt: skip
    stage.bind(line, made)
    return made.amount


@act(
    "prepare-voucher", "fund", "ref", "amount",
    columns="by preparer:CODE; ref E1/V1; amount; note: category. A later voucher of V1 approves"
    " it.",
)  # fmt: skip
def prepare(stage: Stage, line: Line) -> Decimal:
    """Prepare a voucher that waits for the CFO."""
    of, number = encumbrance(stage, line), stage.new_name(line)
    made = vouchers.prepare(
        of, number, money(line), f"Vendor of {number}", f"INV-{number}", line.on,
        category(line.note) or of.category, Voucher.Kind.REIMBURSEMENT, on=line.on,
        by=stage.by(line),
    )  # fmt: skip
    return stage.bind(line, made).amount


@act("send-back", "fund", "ref", columns="by cfo:CODE or preparer:CODE; ref V1; note: why.")
def send_back(stage: Stage, line: Line) -> None:
    """Send back a voucher that is not approved."""
    found = stage.met(line, Voucher)
    if found is None:
        raise Refusal(f"“{line.ref}” is no voucher.")
    vouchers.send_back(found, line.note, on=line.on, by=stage.by(line))
