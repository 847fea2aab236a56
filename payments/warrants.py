"""The only home of acts on warrants: certified, warranted and sent by three different persons."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import Count, Sum

from funds import ledger
from funds.certification import PREFIXES
from funds.deposits import code_of
from funds.ledger import Move
from funds.models import Fund
from funds.refusal import Refusal
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO
from municipalities import offices, standstills
from municipalities.letters.words import on_paper
from municipalities.models import Officer
from payments import approvals, banking_days, collecting, holds, obligations, practice
from payments.collecting import Collected
from payments.holds import Stops
from payments.models import Payment, Voucher, Warrant

CLAUSES = {
    "zone-assistance": "52:27H-88 a.(1)",
    "energy-receipts": "52:27D-439 c.",
    "highlands": "54:1-85 f.(1)",
}


@transaction.atomic
def certify(
    fund: Fund | str, *, pays_on: date, on: date, by: Officer, only: Voucher | None = None
) -> Warrant:
    """Collect what the fund owes on one warrant, a payment for each obligation, or for one voucher.

    Left out, each with its reason: payees without a usable account or held, vouchers of a
    withheld zone or one without a trust account. Raises Refusal when nothing is left to pay and
    when the banks are closed on the day.
    """
    offices.require(by, "certify-warrant", on=on)
    code = code_of(fund)
    ledger.hold(code)
    if pays_on < on or not banking_days.is_banking_day(pays_on):
        later = banking_days.on_or_after(max(pays_on, on))
        raise Refusal(
            f"{on_paper(pays_on)} is no banking day from {on_paper(on)} on; the next one is "
            f"{on_paper(later)}."
        )
    found = collecting.collect(code, pays_on, on, only)
    if not found.payable:
        raise Refusal(found.in_words(code), CLAUSES[code])
    warrant = _write(code, found, pays_on, on, by)
    Payment.objects.bulk_create(_payments(warrant, found))
    return warrant


def _write(fund: str, found: Collected, pays_on: date, on: date, by: Officer) -> Warrant:
    stem = f"{PREFIXES[fund]}-W-{sfy_of(pays_on)}-"
    earlier = Warrant.objects.filter(number__startswith=stem).count()
    total = sum((each.amount for each in found.payable), ZERO)
    return Warrant.objects.create(
        fund_id=fund,
        number=f"{stem}{earlier + 1:04d}",
        pays_on=pays_on,
        total=total,
        approvals_needed=practice.approvals_needed(total, on),
        payments_count=len(found.payable),
        certified_by=by,
        certified_on=on,
        left_out=found.left_out,
    )


def _payments(warrant: Warrant, found: Collected) -> list[Payment]:
    """One payment an obligation; what the bank sent back before is chained to its reissue."""
    back = collecting.returned_before(found.payable)
    return [
        Payment(
            warrant=warrant,
            payable=next(iter(each.parts)),
            payee=each.payee,
            bank_account=found.account(each),
            amount=each.amount,
            trace=f"{warrant.pk:08d}{number:07d}",
            reissues=back.get((each.column, each.source.pk)),
            **{each.column: each.source},
        )
        for number, each in enumerate(found.payable, 1)
    ]


@transaction.atomic
def issue(warrant: Warrant, *, on: date, by: Officer) -> Warrant:
    """Order the payment of a certified warrant, as another person than its certifier.

    Raises Refusal for the certifier, for a withdrawn warrant, and when its payments no longer
    sum to its total or one of them is stopped.
    """
    offices.require(by, "issue-warrant", on=on)
    found = _locked(warrant)
    if found.warranted_by_id is not None:
        return found
    if found.certified_by.person_id == by.person_id:
        raise Refusal(f"{found} was certified by {by.person}: another person warrants it.")
    if on < found.certified_on:
        raise Refusal(
            f"{found} is certified on {on_paper(found.certified_on)}: not warranted on "
            f"{on_paper(on)}."
        )
    approvals.refuse_unapproved(found)
    _unchanged(found, on)
    found.warranted_by, found.warranted_on = by, on
    found.save(update_fields=["warranted_by", "warranted_on"])
    return found


@transaction.atomic
def send(warrant: Warrant, *, on: date, by: Officer) -> Warrant:
    """Send a warrant's payments, as a third person: what was payable is paid, in one posting.

    An advance goes to its trust instead. Raises Refusal before it is warranted, for either of the
    two who signed before, and when a payment is stopped.
    """
    offices.require(by, "send-warrant", on=on)
    standstills.refuse()
    found = _locked(warrant)
    if found.posting_id is not None:
        return found
    _refuse_sender(found, on, by)
    found.posting = ledger.post(
        "pay",
        _unchanged(found, on),
        fund=found.fund_id,
        key=f"warrant/{found.number}/send",
        on=on,
        by=by,
        clause=CLAUSES[found.fund_id],
        note=f"{found}, paid on {found.pays_on}",
    )
    found.sent_by, found.sent_on = by, on
    found.save(update_fields=["posting", "sent_by", "sent_on"])
    return found


def _locked(warrant: Warrant) -> Warrant:
    ledger.hold(warrant.fund_id)
    found = Warrant.objects.select_for_update(of=("self",)).get(pk=warrant.pk)
    if found.withdrawn_on is not None:
        raise Refusal(f"{found} was withdrawn on {on_paper(found.withdrawn_on)}: {found.reason}")
    return found


def _of(warrant: Warrant) -> list[Payment]:
    related = ("installment", "voucher__encumbrance__zone", "payable", "bank_account")
    return list(warrant.payments.select_related(*related).order_by("trace"))


def _refuse_sender(warrant: Warrant, on: date, by: Officer) -> None:
    if warrant.warranted_by is None or warrant.warranted_on is None:
        raise Refusal(f"{warrant} is not warranted yet.", CLAUSES[warrant.fund_id])
    if by.person_id in {warrant.certified_by.person_id, warrant.warranted_by.person_id}:
        raise Refusal(f"{warrant} bears the signature of {by.person}: a third person sends it.")
    if on < warrant.warranted_on:
        raise Refusal(
            f"{warrant} is warranted on {on_paper(warrant.warranted_on)}: not sent on "
            f"{on_paper(on)}."
        )


def _unchanged(warrant: Warrant, on: date) -> list[Move]:
    """Count and sum again, look again for what has been stopped since it was certified.

    Returns what leaves the accounts. Raises Refusal for a payment that can't be paid any more.
    """
    counted = warrant.payments.aggregate(count=Count("pk"), total=Sum("amount"))
    if (counted["count"], counted["total"]) != (warrant.payments_count, warrant.total):
        raise Refusal(
            f"{warrant}: {counted['count']} payments of ${counted['total'] or ZERO:,.2f} are not "
            f"the certified {warrant.payments_count} of ${warrant.total:,.2f}."
        )
    payments = _of(warrant)
    moves = obligations.moves(warrant.fund_id, payments)
    _refuse_other_amounts(warrant, moves)
    stopping = collecting.stopping(warrant.fund_id, on, _stops(warrant, on))
    for each in payments:
        zone = each.voucher.encumbrance.zone if each.voucher else None
        _, why = collecting.stop(each.payee, each.amount, zone, stopping)
        why = why or _account_gone(each, warrant)
        if why:
            raise Refusal(f"{warrant}: {each.payee} {why}. Withdraw it and certify it anew.")
    return moves


def _stops(warrant: Warrant, on: date) -> Stops:
    """The fund's holds; what waits and is not on the warrant counts first to a hold's amount."""
    stops = holds.standing(warrant.fund_id, on)
    if stops.count_up:
        for each in obligations.open_ones(warrant.fund_id, warrant.pays_on):
            stops.of(each.payee, each.amount)
    return stops


def _account_gone(payment: Payment, warrant: Warrant) -> str:
    """Say that the account was closed since, or is not usable on the warrant's day any more."""
    account = payment.bank_account
    if account is None or account.closed_on is not None:
        since = on_paper(account.closed_on) if account and account.closed_on else "no day"
        return f"is to be paid to {account}, which closed on {since}"
    if account.usable_on is None or account.usable_on > warrant.pays_on:
        return f"is to be paid to {account}, which is not verified for {on_paper(warrant.pays_on)}"
    return ""


def _refuse_other_amounts(warrant: Warrant, moves: Sequence[Move]) -> None:
    """What leaves the accounts is what was certified, payment by payment."""
    leaving = sum((move.amount for move in moves), ZERO)
    if leaving != warrant.total:
        raise Refusal(
            f"{warrant}: ${leaving:,.2f} is payable, ${warrant.total:,.2f} is certified. "
            "Withdraw it and certify it anew."
        )


@transaction.atomic
def withdraw(warrant: Warrant, reason: str, *, on: date, by: Officer) -> Warrant:
    """Withdraw a warrant that was not sent: what was on it can be certified anew.

    Raises Refusal once it was sent, since what went to the bank can't be recalled, and without a
    reason.
    """
    offices.require(by, "certify-warrant", on=on)
    ledger.hold(warrant.fund_id)
    found = Warrant.objects.select_for_update(of=("self",)).get(pk=warrant.pk)
    if found.withdrawn_on is not None:
        return found
    if found.posting_id is not None and found.sent_on is not None:
        sent_on = on_paper(found.sent_on)
        raise Refusal(f"{found} was sent on {sent_on}: what was sent is not recalled.")
    if not reason.strip():
        raise Refusal(f"{found}: a withdrawal says why.")
    found.payments.update(returned=True)
    found.withdrawn_by, found.withdrawn_on, found.reason = by, on, reason
    found.save(update_fields=["withdrawn_by", "withdrawn_on", "reason"])
    return found
