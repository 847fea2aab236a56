"""What goes wrong is put right: findings, withholding, recovery, corrections, successions."""

from decimal import Decimal

from funds import compliance, corrections, credited, receivables
from funds import correction_cases as cases
from funds import successions as balances
from funds.models import Account, Certification, Posting, Receivable
from funds.refusal import Refusal
from municipalities import successions
from municipalities.models import Municipality
from payments import forfeitures
from payments.models import Voucher
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import code

ZERO = Decimal(0)


@act(
    "finding", "fund", "ref",
    columns="by dca-analyst (dca-director confirms) or dca-director; holder: zone:NAME; ref V1/F1:"
    " the\nvoucher found wrong and the finding made; amount (or all of it); note: why.",
)  # fmt: skip
def finding(stage: Stage, line: Line) -> Decimal:
    """Find an expenditure inconsistent with the act."""
    voucher = stage.met(line, Voucher)
    if voucher is None or voucher.posting is None:
        raise Refusal(f"“{line.ref}” names no approved voucher.", compliance.CITE)
    amount = line.amount if line.amount is not None else voucher.amount
    finder, confirmer = stage.pair(
        line, ("find", "dca-analyst"), ("confirm-finding", "dca-director")
    )
    made = compliance.find(
        voucher.encumbrance.zone, stage.new_name(line), {voucher.posting: amount},
        line.note or "as told", on=line.on, by=finder, confirmed_by=confirmer,
    )  # fmt: skip
    stage.bind(line, made)
    return made.receivable.amount


@act(
    "forfeit", "fund", "holder",
    columns="by treasury-certifier or system, or dca-director, for whom Treasury applies it;"
    "\nholder: zone:NAME. Finds what was taken, up to what is owed.",
)  # fmt: skip
def forfeit(stage: Stage, line: Line) -> Decimal:
    """Forfeit what a zone owes by findings."""
    by = stage.by(line)
    if by.office.title == "dca-director":
        by = stage.officer("treasury-certifier")
    made = forfeitures.forfeit(stage.zone(line.holder), on=line.on, by=by)
    return _total(made)


def _total(of: list[Posting]) -> Decimal:
    return sum((posting.total for posting in of), ZERO)


@act(
    "recover", "fund", "holder",
    columns="by treasury-certifier or system; holder; sfy: the credit it is taken from; amount:"
    " at most.\nFinds what was taken.",
)  # fmt: skip
def recover(stage: Stage, line: Line) -> Decimal:
    """Recover what a holder owes from what was credited to it."""
    by, holder = stage.by(line), stage.holder(line)
    compliance.require_recovery(by, line.on)
    kind = credited.kind_of(line.fund, holder)
    held = Account.objects.filter(fund=line.fund, kind=kind, holder=holder, balance__gt=0)
    held = held.filter(sfy=line.sfy) if line.sfy else held
    taken = ZERO
    for account in held.order_by("-sfy"):
        most = account.balance if line.amount is None else money(line) - taken
        limit = min(account.balance, most)
        made = receivables.recover(
            line.fund, holder, account, limit=limit,
            key=f"story/recover/{line.number}/{account.pk}", on=line.on, by=by,
        )  # fmt: skip
        taken += made.total if made else ZERO
    return taken


@act(
    "reduce", "fund", "holder", "amount",
    columns="by treasury-analyst or dca-analyst (another approves), or who approves; holder; sfy:"
    " the\nyear credited in error; amount: by how much; ref K1. Finds what came back; the rest is"
    " owed.",
)  # fmt: skip
def reduce(stage: Stage, line: Line) -> Decimal:
    """Correct a State error."""
    sfy, holder = stage.sfy(line), stage.holder(line)
    was = _credited(line.fund, holder, sfy)
    preparer = "dca-analyst" if line.by.startswith("treasury") else "treasury-analyst"
    by, approver = stage.pair(
        line, ("correct", preparer), ("approve-correction", "treasury-certifier")
    )
    lines, why = {sfy: (was, was - money(line))}, line.note or "credited in error"
    number = stage.new_name(line)
    if holder.startswith("zone:"):
        case = cases.open_case(number, why, None, on=line.on, by=by)
        cases.write(case, stage.zone(holder), {sfy: was - money(line)}, on=line.on, by=by)
        cases.approve(case, on=line.on, by=approver)
    else:
        corrections.correct(
            number, line.fund, holder, lines, why, on=line.on, by=by, approved_by=approver
        )
    made = corrections.numbered(number)
    return _total([each.posting for each in made if each.posting])


def _credited(fund: str, holder: str, sfy: int) -> Decimal:
    """What the year's certifications that stand credit to the holder."""
    year = Certification.objects.filter(run__fund=fund, run__sfy=sfy, credit__isnull=False)
    standing = year.filter(run__superseded_by=None, reopening=None).select_related("run")
    return sum((credited.amounts(each.run).get(holder, ZERO) for each in standing), ZERO)


@act(
    "succeed", "holder",
    columns="by dca-director, or dca-analyst or system for them; holder: the municode that is taken"
    " in;\nref or note: the municode that takes it in. Finds what moved.",
)  # fmt: skip
def succeed(stage: Stage, line: Line) -> Decimal:
    """Move a dissolved municipality's balances to its successor."""
    heir = code(line.ref) or code(line.note)
    if heir is None:
        raise Refusal("The successor's municode is needed in ref or note.")
    by = stage.by(line)
    if by.office.title in ("dca-analyst", "system"):
        by = stage.officer("dca-director")
    made = successions.record(
        Municipality.objects.get(pk=line.holder), Municipality.objects.get(pk=heir),
        document=line.note or f"Story, line {line.number}", on=line.on, by=by,
    )  # fmt: skip
    moved = balances.move_balances(made, on=line.on, by=by)
    return _total([each for each in moved if line.fund in ("", each.fund_id)])


@act(
    "rename", "holder", "note",
    columns="by dca-director; holder: municode; note: the new name; the act it rests on.",
)  # fmt: skip
def rename(stage: Stage, line: Line) -> None:
    """Record a municipality's new name; its code and history stay."""
    name, _, document = (part.strip() for part in line.note.partition(";"))
    town = Municipality.objects.get(pk=line.holder)
    official = f"{town.kind} of {name}" if name else ""
    successions.rename(town, name, official, document=document, on=line.on, by=stage.by(line))


def owed(fund: str, holder: str) -> Decimal:
    """Return what a holder owes by every kind of receivable."""
    rows = Receivable.objects.filter(fund=fund, holder=holder, cancelled_on=None)
    return sum((receivables.outstanding(each) for each in rows), ZERO)
