"""What an approved voucher is taken off: voided before it is paid, refunded afterwards."""

from decimal import Decimal
from hashlib import sha256

from funds.models import Kind
from funds.refusal import Refusal
from municipalities.documents import store
from municipalities.models import Document
from payments import reductions, refunds, vouchers
from payments.models import Refund, Voucher
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


@act(
    "void", "fund", "ref",
    columns="by cfo:CODE; ref V1; amount (or all of it); note: why. One that was paid is refunded.",
)  # fmt: skip
def void(stage: Stage, line: Line) -> Decimal:
    """Void a voucher in part or whole, or have it refunded when it was paid."""
    return _taken_off(stage, line)


@act(
    "refund", "fund", "ref",
    columns="by cfo:CODE, who confirms what the preparer asks; ref V1; amount (or all of it); note:"
    " why.\nThe Treasury records the deposit at once. One that was not paid is voided.",
)  # fmt: skip
def refund(stage: Stage, line: Line) -> Decimal:
    """Have a paid voucher refunded, its deposit recorded."""
    return _taken_off(stage, line)


@act(
    "refund-owed", "fund", "ref",
    columns="by cfo:CODE, as refund; the deposit waits for a later line: refund V1.",
)  # fmt: skip
def refund_owed(stage: Stage, line: Line) -> Decimal:
    """Have a refund asked for and confirmed: the municipality owes it."""
    return _owed(stage, line, _voucher(stage, line)).amount


def _taken_off(stage: Stage, line: Line) -> Decimal:
    found = _voucher(stage, line)
    if _is_paid(found):
        made = _owed(stage, line, found)
        refunds.record(made, _paper(line), on=line.on, by=stage.officer("treasury-releaser"))
        return made.amount
    amount = line.amount if line.amount is not None else found.amount
    vouchers.void(
        found, amount, line.note or "as told", f"voucher/{found.pk}/void/{line.number}",
        on=line.on, by=stage.by(line),
    )  # fmt: skip
    return amount


def _voucher(stage: Stage, line: Line) -> Voucher:
    found = stage.met(line, Voucher)
    if found is None:
        raise Refusal(f"“{line.ref}” is no voucher.")
    found.refresh_from_db()
    return found


def _is_paid(voucher: Voucher) -> bool:
    return voucher.posting is not None and reductions.standing_kind(voucher) == Kind.PAID


def _owed(stage: Stage, line: Line, of: Voucher) -> Refund:
    """The voucher's open refund, or one asked by its preparer; confirmed by who the line names."""
    made = of.refunds.filter(posting=None, dropped_on=None).first()
    if made is None:
        amount = line.amount if line.amount is not None else of.amount
        made = refunds.ask(
            of, amount, line.note or "as told", f"voucher/{of.pk}/refund/{line.number}",
            on=line.on, by=stage.officer(f"preparer:{of.municipality_id}"),
        )  # fmt: skip
    return refunds.confirm(made, on=line.on, by=stage.by(line))


def _paper(line: Line) -> store.Checked:
    content = f"Deposit of {line.on}, line {line.number}\n".encode()
    digest = sha256(content).hexdigest()
    return store.Checked("deposit.csv", content, Document.Kind.CSV, digest, "a story")
