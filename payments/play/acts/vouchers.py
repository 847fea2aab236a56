"""Encumbered money is spent: voucher, advance, spend, give back."""

from datetime import date
from decimal import Decimal

from funds.refusal import Refusal
from payments import vouchers
from payments.models import Voucher
from payments.play.acts import warrants
from payments.play.acts.deposits import money
from payments.play.acts.projects import encumbrance
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import category, day

Kind = Voucher.Kind


@act(
    "voucher", "fund", "amount",
    columns="by cfo:CODE (its preparer is seated); ref E1/V1: the encumbrance met and the"
    " voucher made;\namount; note: category (else the encumbrance's), the day of service, advance"
    " for a trust.",
)  # fmt: skip
def voucher(stage: Stage, line: Line) -> Decimal:
    """Prepare and approve a voucher."""
    number = stage.new_name(line)
    named = set(stage.names(line)) - set(stage.named) | {number}
    advance = "advance" in line.note.lower() or _is_advanced_later(stage, line, named)
    return _approved(stage, line, Kind.ADVANCE if advance else Kind.REIMBURSEMENT).amount


def _is_advanced_later(stage: Stage, line: Line, names: set[str]) -> bool:
    """Tell whether a later line advances what this one makes payable."""
    later = (each for each in stage.lines if each.number > line.number and each.act == "advance")
    return any(names & set(stage.names(each)) for each in later)


def _approved(stage: Stage, line: Line, kind: Voucher.Kind) -> Voucher:
    done = stage.met(line, Voucher)
    number = done.number if done and len(stage.names(line)) > 1 else stage.new_name(line)
    of = done.encumbrance if done else encumbrance(stage, line)
    town = stage.municipality(line) if line.by.partition(":")[2] else of.municipality
    prepared = vouchers.prepare(
        of, number, money(line), f"Vendor of {number}", f"INV-{number}", _served(line),
        (category(line.note) or of.category), kind, on=line.on,
        by=stage.officer(f"preparer:{town.pk}"),
    )  # fmt: skip
    made = vouchers.approve(prepared, on=line.on, by=stage.by(line))
    return stage.bind(line, made)


def _served(line: Line) -> date:
    """The day of service: the one the note names, or the line's."""
    told = day(line.note)
    return date.fromisoformat(told) if told else line.on


@act(
    "advance", "fund", "amount",
    columns="by cfo:CODE; ref V1: an approved voucher to send to the trust, or E1/A1: approve an"
    "\nadvance against E1 and send it; amount.",
)  # fmt: skip
def advance(stage: Stage, line: Line) -> Decimal:
    """Send an advance to the municipality's trust."""
    found = stage.met(line, Voucher)
    made = found or _approved(stage, line, Kind.ADVANCE)
    if made.kind != Kind.ADVANCE:
        raise Refusal(f"{made} is no advance.")
    return warrants.pay(stage, line, made)


@act(
    "spend", "fund", "amount",
    columns="by cfo:CODE; ref E1 or E1/S1: spent from the trust; amount; note: category, the day"
    " of\nservice.",
)  # fmt: skip
def spend(stage: Stage, line: Line) -> Decimal:
    """Report what the trust spent."""
    return _approved(stage, line, Kind.SPENT).amount


@act("give-back", "fund", "amount", columns="by cfo:CODE; ref E1; amount: from the trust to E1.")
def give_back(stage: Stage, line: Line) -> Decimal:
    """Give back what the trust did not spend."""
    of = encumbrance(stage, line)
    found = stage.met(line, Voucher)
    of = found.encumbrance if found else of
    key = f"encumbrance/{of.pk}/give-back/{line.number}"
    return vouchers.give_back(of, money(line), key, on=line.on, by=stage.by(line)).total
