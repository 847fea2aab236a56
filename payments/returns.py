"""The only home of what the bank sends back: matched by trace number, once, payable again."""

import re
from collections.abc import Sequence
from datetime import date

from django.db import transaction

from funds import ledger
from funds.ledger import Move
from funds.refusal import Refusal
from funds.rules.money import ZERO
from municipalities import offices
from municipalities.letters.words import on_paper
from municipalities.models import Officer
from payments import bank_accounts, banking_days, obligations, practice, refunds, return_codes
from payments.models import BankReturn, Payment

CODE = re.compile(r"R[0-9]{2}")


@transaction.atomic
def record(payment: Payment, code: str, *, on: date, by: Officer) -> BankReturn:
    """Record that the bank sent a payment back, once: its obligation is payable again.

    Raises Refusal when it was not sent, when it was already returned for another reason, and
    when what it paid is no longer there.
    """
    offices.require(by, "record-return", on=on)
    if not CODE.fullmatch(code):
        raise Refusal(f"{code or 'No code'} is no return code: R and two digits are needed.")
    fund = payment.warrant.fund_id
    ledger.hold(fund)
    done = BankReturn.objects.filter(payment=payment).first()
    if done is not None:
        return _same(done, code)
    _refuse(payment, on)
    posting = ledger.post(
        "return",
        _back(fund, payment),
        fund=fund,
        key=f"payment/{payment.trace}/return",
        on=on,
        by=by,
        clause=payment.warrant.posting.clause if payment.warrant.posting else "",
        note=f"{payment.trace} {code}",
    )
    Payment.objects.filter(pk=payment.pk).update(returned=True)
    if code in return_codes.ACCOUNT_GONE and payment.bank_account is not None:
        because = f"The bank sent {payment.trace} back: {return_codes.words(code)}"
        bank_accounts.close(payment.bank_account, because, on=on, by=by)
    if payment.voucher is not None:
        refunds.drop_for_return(payment.voucher, on=on, by=by)
    return BankReturn.objects.create(
        payment=payment, code=code, returned_on=on, recorded_by=by, posting=posting
    )


def last_day_back(pays_on: date) -> date:
    """Return the last day on which a payment of a pay day comes back in time."""
    last = pays_on
    for _ in range(practice.return_days(pays_on)):
        last = banking_days.on_or_after(last + banking_days.ONE_DAY)
    return last


def _same(done: BankReturn, code: str) -> BankReturn:
    if done.code != code:
        raise Refusal(
            f"{done.payment.trace} was already returned as {done.code} on "
            f"{on_paper(done.returned_on)}: {code} is an exception to look into."
        )
    return done


def _refuse(payment: Payment, on: date) -> None:
    warrant = payment.warrant
    if warrant.posting_id is None or warrant.sent_on is None:
        raise Refusal(f"{payment.trace} is on {warrant}, which was not sent: nothing came back.")
    if on < warrant.sent_on:
        raise Refusal(
            f"{payment.trace} was sent on {on_paper(warrant.sent_on)}, after {on_paper(on)}."
        )


def _back(fund: str, payment: Payment) -> Sequence[Move]:
    """The payment's moves the other way; what was refunded since did not come from the bank."""
    moves = [Move(m.credit, m.debit, m.amount) for m in obligations.moves(fund, [payment])]
    total = sum((move.amount for move in moves), ZERO)
    if total != payment.amount:
        raise Refusal(
            f"{payment.trace}: ${payment.amount:,.2f} was paid and ${total:,.2f} of it still "
            "stands; correct the voucher first."
        )
    return moves


def with_trace(trace: str) -> Payment:
    """Find the payment of a trace number; refuse one that no payment bears."""
    payment = Payment.objects.filter(trace=trace).select_related("warrant").first()
    if payment is None:
        raise Refusal(f"No payment bears the trace number {trace}.")
    return payment
