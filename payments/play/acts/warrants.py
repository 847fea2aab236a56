"""Money leaves: installments are released, warrants sent, and the bank sends something back."""

from decimal import Decimal

from django.db.models import QuerySet

from funds import scheduled, work
from funds.models import Encumbrance, Posting
from funds.refusal import Refusal
from municipalities import offices
from payments import (
    banking_days,
    forfeitures,
    installments,
    returns,
    warrants,
)
from payments.models import Installment, Payment, Voucher, Warrant
from payments.play.acts.holds import (
    approve_as_needed,
    enter_bank_accounts,
    look_at_what_was_lowered,
)
from payments.play.acts.projects import release_encumbrance
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import joined

ZERO = Decimal(0)


@act(
    "installments", "fund",
    columns="by system or treasury-certifier; what is due on that day is released, oldest first;"
    "\nholder and sfy narrow what is found.",
)  # fmt: skip
def release_due(stage: Stage, line: Line) -> Decimal:
    """Release what is due."""
    done = installments.release_due(on=line.on, by=stage.by(line))
    refused = [each for each in done.refused if each.installment.fund_id == line.fund]
    ours = [row for row in done.released if _is_asked(stage, line, row)]
    if refused and not ours:
        raise Refusal("; ".join(each.reason for each in refused[:3]))
    return sum((row.amount for row in ours), ZERO)


def _is_asked(stage: Stage, line: Line, row: Installment) -> bool:
    return (
        row.fund_id == line.fund
        and line.holder in ("", row.holder)
        and line.sfy in (None, row.entitlement_sfy)
    )


@act(
    "release", "fund",
    columns="by system or treasury-certifier; holder: municode or county:CC; sfy: the year of the"
    "\naid: its next installment. With ref E1 and an amount: release that encumbrance.",
)  # fmt: skip
def release(stage: Stage, line: Line) -> Decimal:
    """Release one installment, or an encumbrance."""
    if stage.met(line, Encumbrance) or line.fund == "zone-assistance":
        return release_encumbrance(stage, line)
    live = Installment.objects.filter(fund=line.fund, replaced_by=None, posting=None)
    live = live.filter(holder=stage.holder(line)) if line.holder else live
    live = live.filter(entitlement_sfy=line.sfy) if line.sfy else live
    row = live.order_by("deposit_on", "pk").first()
    if row is None:
        raise Refusal(f"{line.fund}: no installment of {line.holder} is left to be released.")
    made = installments.release(row, on=line.on, by=stage.by(line))
    stage.bind(line, made)
    return made.amount


@act(
    "warrant", "fund",
    columns="by treasury-certifier: certified; by budget-officer: certified and warranted; ref W1;"
    "\nevery payee's bank account is entered and verified. What no later line warrants or sends"
    "\nthe other officers warrant and send at once. Finds its total.",
)  # fmt: skip
def warrant(stage: Stage, line: Line) -> Decimal:
    """Collect what is owed on a warrant, and warrant it."""
    by = stage.by(line)
    made = stage.met(line, Warrant) or stage.bind(line, _certify(stage, line))
    approve_as_needed(made, line.on)
    if by.may("issue-warrant"):
        made = warrants.issue(made, on=line.on, by=by)
    if not _goes_on(stage, line):
        made = warrants.issue(made, on=line.on, by=stage.officer("budget-officer"))
        made = warrants.send(made, on=line.on, by=stage.officer("treasury-releaser"))
    return made.total


def _goes_on(stage: Stage, line: Line) -> bool:
    """Tell whether a later line takes the warrant's next step, by its name or without one."""
    named = set(stage.names(line))
    later = [x for x in stage.lines if x.number > line.number and x.fund == line.fund]
    return any(
        named & set(stage.names(each)) or (each.act == "payment-sent" and not each.ref)
        for each in later
        if each.act in ("warrant", "payment-sent")
    )


def _certify(stage: Stage, line: Line) -> Warrant:
    by = stage.by(line)
    if by.may("issue-warrant") or by.may("send-warrant"):
        by = stage.officer("treasury-certifier")
    pays_on = banking_days.on_or_after(line.on)
    enter_bank_accounts(stage, line, pays_on)
    look_at_what_was_lowered(stage, line)
    return warrants.certify(line.fund, pays_on=pays_on, on=line.on, by=by)


@act(
    "payment-sent", "fund",
    columns="by treasury-analyst or treasury-releaser, or by an officer who did not sign it: then"
    " a\nreleaser sends it; ref W1 (or the fund's latest); a warrant that is not yet certified or"
    "\nwarranted is. Finds its total; with a holder, its part.",
)  # fmt: skip
def payment_sent(stage: Stage, line: Line) -> Decimal:
    """Send a warrant's payments."""
    found = stage.met(line, Warrant) or _latest(line)
    if found is None:
        found = _certify(stage, line)
        stage.bind(line, found)
    found.refresh_from_db()
    found = _sent(stage, line, found)
    payments = _payments(stage, line).filter(warrant=found)
    return sum(payments.values_list("amount", flat=True), ZERO)


def _sent(stage: Stage, line: Line, of: Warrant) -> Warrant:
    by = stage.by(line)
    if of.warranted_by is None:
        approve_as_needed(of, line.on)
    if of.warranted_by is None and (by.may("send-warrant") or by.may("issue-warrant")):
        of = warrants.issue(of, on=line.on, by=stage.officer("budget-officer"))
        by = stage.one_who("send-warrant", line, "treasury-releaser")
    elif by.may("issue-warrant") or by.may("release"):
        if _signed(stage, line):
            raise Refusal(
                f"{by.office} may not do this: it signed {of}, and another person sends it."
            )
        by = stage.officer("treasury-releaser")
    return warrants.send(of, on=line.on, by=by)


def _signed(stage: Stage, line: Line) -> bool:
    """Tell whether the same office took a step of the warrant before."""
    before = [x for x in stage.lines if x.number < line.number and x.act == "warrant"]
    mine = [each for each in before if each.by == line.by and each.fund == line.fund]
    return any(not line.ref or set(stage.names(each)) & set(stage.names(line)) for each in mine)


def _latest(line: Line) -> Warrant | None:
    waiting = Warrant.objects.filter(fund=line.fund, posting=None, withdrawn_on=None)
    return waiting.order_by("-pk").first()


def _payments(stage: Stage, line: Line) -> QuerySet[Payment]:
    """The payments to the line's holder; a zone's are its municipalities'."""
    every = Payment.objects.filter(warrant__fund=line.fund)
    if not line.holder:
        return every
    holder = stage.holder(line)
    if holder.startswith("zone:"):
        towns = stage.zone(holder).memberships.values_list("municipality_id", flat=True)
        return every.filter(payee__in=[holder, *towns])
    return every.filter(payee=holder)


def pay(stage: Stage, line: Line, of: Voucher) -> Decimal:
    """Put one approved voucher on a warrant of its own and send it."""
    enter_bank_accounts(stage, line, pays_on := banking_days.on_or_after(line.on))
    by = stage.officer("treasury-certifier")
    made = warrants.certify(line.fund, pays_on=pays_on, on=line.on, by=by, only=of)
    approve_as_needed(made, line.on)
    made = warrants.issue(made, on=line.on, by=stage.officer("budget-officer"))
    made = warrants.send(made, on=line.on, by=stage.officer("treasury-releaser"))
    return sum(made.payments.filter(voucher=of).values_list("amount", flat=True), ZERO)


@act(
    "return", "fund",
    columns="by treasury-analyst or treasury-releaser; ref: W1 or V1 whose payment came back;"
    " holder,\namount: which of several; note: the code (R03).",
)  # fmt: skip
def return_(stage: Stage, line: Line) -> Decimal:
    """Record what the bank sent back."""
    found = _payments(stage, line).filter(returned=False)
    voucher, of = stage.met(line, Voucher), stage.met(line, Warrant)
    found = found.filter(voucher=voucher) if voucher else found
    found = found.filter(warrant=of) if of else found
    found = found.filter(amount=line.amount) if line.amount is not None else found
    payment = found.order_by("-pk").first()
    if payment is None:
        raise Refusal(f"No payment of {line.ref or line.fund} is there that could come back.")
    code = next((w for w in line.note.upper().split() if w.startswith("R") and len(w) == 3), "R03")
    made = returns.record(payment, code, on=line.on, by=stage.by(line))
    return made.posting.total


@act(
    "task",
    columns="“task NAME” in the column act; by system: release_due_installments,"
    "\nforfeit_what_is_owed, prepare_year_end_rehearsal or work_through_rows, as on that day.",
)  # fmt: skip
def task(stage: Stage, line: Line) -> Decimal | None:
    """Run what beat would wake."""
    name = joined(line.task or line.ref or line.note).replace("-", "_").rpartition(".")[2]
    if name == "release_due_installments":
        done = installments.release_due(on=line.on, by=offices.system())
        ours = [row for row in done.released if line.fund in ("", row.fund_id)]
        return sum((row.amount for row in ours), ZERO)
    if name == "forfeit_what_is_owed":
        taken = forfeitures.forfeit_all(on=line.on, by=offices.system())
        return sum((posting.total for posting in taken), ZERO)
    if name == "prepare_year_end_rehearsal":
        scheduled.offer_rehearsals(on=line.on)
        return None
    if name == "work_through_rows":
        before = Posting.objects.count()
        rows = work.run_due(on=line.on)
        return None if rows or Posting.objects.count() > before else ZERO
    raise Refusal(f"“{name}” is no task that a story can run.")
