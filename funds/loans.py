"""The only home of acts on loans made from zone money: lent, repaid, in default, written off.

What is repaid is second-generation money, whatever the loan was made from. a.(4).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import Q, Sum

from funds import ledger, repeats
from funds.duties import refuse_same_person
from funds.models import (
    Expenditure,
    Loan,
    LoanInstallment,
    Posting,
    SecondGenerationReceipt,
    WriteOff,
)
from funds.refusal import Refusal
from funds.rules.loans import Part
from funds.rules.money import ZERO
from funds.second_generation import CITE, USE, receive, require
from funds.splits import FUND
from municipalities.models import EnterpriseZone, Officer


@dataclass(frozen=True)
class Terms:
    """Who borrows, at what rate in percent a year, and what is owed by when."""

    borrower: str = ""
    rate: Decimal = ZERO
    schedule: Sequence[Part] = ()


@transaction.atomic
def lend(
    zone: EnterpriseZone,
    number: str,
    principal: Decimal,
    *,
    on: date,
    by: Officer,
    expenditure: Posting | None = None,
    terms: Terms | None = None,
) -> Loan:
    """Record a loan made from zone money, once by its number.

    `expenditure` is the posting it was spent or used by; none for a loan older than this ledger.
    Raises Refusal for a principal that is not positive or that the schedule does not make up,
    and for more than the expenditure was.
    """
    require(zone, on, by)
    ledger.hold(FUND)
    done = Loan.objects.filter(zone=zone, number=number).first()
    if done is not None:
        repeats.refuse_other(number, "loan", {"principal": (done.principal, principal)}, CITE)
        return done
    loan = Loan(zone=zone, number=number, principal=principal, made_on=on, proposed_by=by)
    if expenditure is not None:
        _refuse_expenditure(loan, expenditure)
        loan.posting = expenditure
    return _lent(loan, terms or Terms())


def _lent(loan: Loan, terms: Terms) -> Loan:
    _refuse_terms(loan, terms)
    loan.borrower, loan.rate = terms.borrower.strip(), terms.rate
    loan.save()
    LoanInstallment.objects.bulk_create(
        LoanInstallment(loan=loan, **each._asdict()) for each in terms.schedule
    )
    return loan


def _refuse_terms(loan: Loan, terms: Terms) -> None:
    if loan.principal <= 0:
        raise Refusal(f"Loan {loan}: a principal above zero is needed.", CITE)
    if terms.rate < 0:
        raise Refusal(f"Loan {loan}: a rate of zero or more is needed.", CITE)
    if not terms.schedule:
        return
    owed = sum((each.principal for each in terms.schedule), ZERO)
    if owed != loan.principal:
        raise Refusal(
            f"Loan {loan}: its schedule repays ${owed:,.2f}, not ${loan.principal:,.2f}.", CITE
        )
    first = min(each.due_on for each in terms.schedule)
    if first <= loan.made_on:
        raise Refusal(f"Loan {loan}: its first payment, {first}, is after {loan.made_on} only.",
                      CITE)  # fmt: skip


def _refuse_expenditure(loan: Loan, expenditure: Posting) -> None:
    spent = spent_by(expenditure, loan.zone)
    if expenditure.act == USE and expenditure.entries.filter(debit__zone=loan.zone).exists():
        spent = expenditure.total
    lent = Loan.objects.filter(posting=expenditure).aggregate(total=Sum("principal"))["total"]
    left = spent - (lent or ZERO)
    if loan.principal > left:
        raise Refusal(
            f"Loan {loan}: #{expenditure.number} spent ${left:,.2f} of {loan.zone} not lent yet, "
            f"not ${loan.principal:,.2f}.",
            CITE,
        )


def spent_by(posting: Posting, zone: EnterpriseZone) -> Decimal:
    """Return what of an expenditure of the zone stands, in dollars: what was voided is off."""
    own = Q(posting=posting, takes_back=None) | Q(takes_back__posting=posting)
    rows = Expenditure.objects.filter(own, encumbrance__zone=zone)
    return rows.aggregate(total=Sum("amount"))["total"] or ZERO


@transaction.atomic
def repay(
    loan: Loan,
    amount: Decimal,
    key: str,
    *,
    on: date,
    by: Officer,
    interest: Decimal = ZERO,
) -> SecondGenerationReceipt:
    """Receive a repayment, of which `interest` is not principal, in the second-generation account.

    Raises Refusal when more principal is repaid than is outstanding.
    """
    require(loan.zone, on, by)
    ledger.hold(FUND)
    done = SecondGenerationReceipt.objects.filter(posting__key=key).first()
    if done is not None:
        return done
    left = loan.principal - repaid(loan)
    if not ZERO <= interest <= amount or amount - interest > left:
        raise Refusal(
            f"{loan}: ${amount - interest:,.2f} of principal is repaid; ${left:,.2f} is "
            "outstanding. What is above it is interest.",
            CITE,
        )
    source = SecondGenerationReceipt.Source.REPAYMENT
    posting = receive(loan.zone, source, amount, key, f"{loan}", on, by)
    return SecondGenerationReceipt.objects.create(
        zone=loan.zone, source=source, loan=loan, interest=interest, posting=posting
    )


@transaction.atomic
def declare_default(loan: Loan, reason: str, *, on: date, by: Officer) -> Loan:
    """Record that a borrower does not pay, once; what is owed stays owed.

    Raises Refusal without a reason and when nothing is outstanding.
    """
    require(loan.zone, on, by)
    loan = _locked(loan)
    if loan.defaulted_on is not None:
        return loan
    if not reason.strip() or not outstanding(loan):
        raise Refusal(f"{loan}: a default says why, and something is outstanding.", CITE)
    loan.defaulted_on, loan.defaulted_by, loan.default_reason = on, by, reason.strip()
    loan.save(update_fields=["defaulted_on", "defaulted_by", "default_reason"])
    return loan


@transaction.atomic
def ask_write_off(loan: Loan, reason: str, *, on: date, by: Officer) -> WriteOff:
    """Ask that what is outstanding of a loan in default be written off; one waits at a time.

    Raises Refusal without a reason, before a default is on record, and when nothing is owed.
    """
    require(loan.zone, on, by)
    loan = _locked(loan)
    waiting = loan.write_offs.filter(decided_by=None).first()
    if waiting is not None:
        return waiting
    if loan.defaulted_on is None:
        raise Refusal(f"{loan}: a default is recorded before a write-off is asked for.", CITE)
    if not reason.strip() or not outstanding(loan):
        raise Refusal(f"{loan}: a write-off says why, and something is outstanding.", CITE)
    return WriteOff.objects.create(loan=loan, reason=reason.strip(), asked_by=by, asked_on=on)


@transaction.atomic
def write_off(asked: WriteOff, *, on: date, by: Officer) -> Loan:
    """Write off what is outstanding, as another person than who asked; no money moves.

    A later repayment is still received. Raises Refusal for who asked or recorded the loan, and
    when it was refused or is repaid meanwhile.
    """
    asked = _decide(asked, on=on, by=by)
    loan = asked.loan
    if loan.written_off_on is not None:
        return loan
    refuse_same_person(f"{loan}, write-off", loan.proposed_by, by)
    if asked.refused_because or not outstanding(loan):
        why = asked.refused_because or "nothing is outstanding"
        raise Refusal(f"{asked}: {why}.", CITE)
    asked.decided_by, asked.decided_on, asked.amount = by, on, outstanding(loan)
    asked.save()
    loan.written_off_on, loan.written_off_by = on, by
    loan.save(update_fields=["written_off_on", "written_off_by"])
    return loan


@transaction.atomic
def refuse_write_off(asked: WriteOff, reason: str, *, on: date, by: Officer) -> WriteOff:
    """Leave a loan as it is, with the reason; it may be asked again."""
    asked = _decide(asked, on=on, by=by)
    if asked.decided_by is not None:
        raise Refusal(f"{asked} was decided on {asked.decided_on}.", CITE)
    if not reason.strip():
        raise Refusal(f"{asked}: to refuse it needs a reason.", CITE)
    asked.decided_by, asked.decided_on, asked.refused_because = by, on, reason.strip()
    asked.save()
    return asked


def _decide(asked: WriteOff, *, on: date, by: Officer) -> WriteOff:
    require(asked.loan.zone, on, by)
    refuse_same_person(f"{asked}", asked.asked_by, by)
    _locked(asked.loan)
    return WriteOff.objects.select_related("loan__zone", "loan__proposed_by", "asked_by").get(
        pk=asked.pk
    )


def _locked(loan: Loan) -> Loan:
    ledger.hold(FUND)
    return Loan.objects.select_related("zone").select_for_update(of=("self",)).get(pk=loan.pk)


def repaid(loan: Loan) -> Decimal:
    """Return the principal repaid, in dollars; a repayment that was taken back is none."""
    stands = loan.repayments.filter(posting__reversed_by=None)
    sums = stands.aggregate(all=Sum("posting__total"), interest=Sum("interest"))
    return (sums["all"] or ZERO) - (sums["interest"] or ZERO)


def outstanding(loan: Loan) -> Decimal:
    """Return the principal that is still owed, in dollars; nothing once written off."""
    return ZERO if loan.written_off_on else loan.principal - repaid(loan)
