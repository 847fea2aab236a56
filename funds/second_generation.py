"""The only home of second-generation money: loans, repayments, sales and their use. a.(4).

It has its own source, its own account and its own bank account, and never touches another of
the zone's accounts.
"""

from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import Sum

from funds import accounts, ledger
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.ledger import Move
from funds.models import (
    Account,
    Expenditure,
    Kind,
    Loan,
    Posting,
    SecondGenerationReceipt,
)
from funds.refusal import Refusal
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities import offices
from municipalities.models import EnterpriseZone, Officer

CITE = "52:27H-88 a.(4)"
SOURCES = {
    SecondGenerationReceipt.Source.REPAYMENT: "loan-repayments",
    SecondGenerationReceipt.Source.SALE: "sale-proceeds",
}


@transaction.atomic
def lend(
    zone: EnterpriseZone,
    number: str,
    principal: Decimal,
    *,
    on: date,
    by: Officer,
    expenditure: Posting | None = None,
) -> Loan:
    """Record a loan made from zone money, once by its number.

    `expenditure` is the posting it was spent by; none for a loan older than this ledger. Raises
    Refusal for a principal that is not positive, and for more than the expenditure was.
    """
    _require(zone, on, by)
    ledger.hold(FUND)
    done = Loan.objects.filter(number=number).first()
    if done is not None:
        if (done.zone_id, done.principal) != (zone.pk, principal):
            raise Refusal(f"{number} is already another loan.", CITE)
        return done
    if principal <= 0:
        raise Refusal(f"Loan {number}: a principal above zero is needed.", CITE)
    if expenditure is not None:
        _refuse_expenditure(zone, number, principal, expenditure)
    return Loan.objects.create(
        zone=zone,
        number=number,
        principal=principal,
        made_on=on,
        proposed_by=by,
        posting=expenditure,
    )


def _refuse_expenditure(
    zone: EnterpriseZone, number: str, principal: Decimal, expenditure: Posting
) -> None:
    rows = Expenditure.objects.filter(posting=expenditure, encumbrance__zone=zone)
    spent = rows.aggregate(total=Sum("amount"))["total"] or ZERO
    lent = Loan.objects.filter(posting=expenditure).aggregate(total=Sum("principal"))["total"]
    left = spent - (lent or ZERO)
    if principal > left:
        raise Refusal(
            f"Loan {number}: #{expenditure.number} spent ${left:,.2f} of {zone} not lent yet, "
            f"not ${principal:,.2f}.",
            CITE,
        )


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
    _require(loan.zone, on, by)
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
    posting = _receive(loan.zone, source, amount, key, f"{loan}", on, by)
    return SecondGenerationReceipt.objects.create(
        zone=loan.zone, source=source, loan=loan, interest=interest, posting=posting
    )


@transaction.atomic
def sell(
    zone: EnterpriseZone, asset: str, amount: Decimal, key: str, *, on: date, by: Officer
) -> SecondGenerationReceipt:
    """Receive the proceeds of property or equipment in the second-generation account.

    Raises Refusal when the asset is not named.
    """
    _require(zone, on, by)
    ledger.hold(FUND)
    done = SecondGenerationReceipt.objects.filter(posting__key=key).first()
    if done is not None:
        return done
    if not asset.strip():
        raise Refusal(f"{zone}: what was sold is to be named.", CITE)
    source = SecondGenerationReceipt.Source.SALE
    posting = _receive(zone, source, amount, key, asset, on, by)
    return SecondGenerationReceipt.objects.create(
        zone=zone, source=source, asset=asset[:120], posting=posting
    )


@transaction.atomic
def use(
    zone: EnterpriseZone,
    purpose: str,
    payee: str,
    amount: Decimal,
    key: str,
    *,
    on: date,
    by: Officer,
) -> Posting:
    """Use second-generation money: it becomes payable to the payee.

    Raises Refusal without purpose or payee, and when the account is short; first-generation money
    never fills it up.
    """
    _require(zone, on, by)
    if not purpose.strip() or not payee.strip():
        raise Refusal(f"{zone}: a purpose and a payee are needed.", CITE)
    return ledger.post(
        "use second generation",
        [Move(account(zone), accounts.find(FUND, Kind.PAYABLE, payee.strip()), amount)],
        fund=FUND,
        key=key,
        on=on,
        by=by,
        clause=CITE,
        note=purpose[:500],
    )


@transaction.atomic
def write_off(loan: Loan, reason: str, *, on: date, by: Officer, approved_by: Officer) -> Loan:
    """Write off what is outstanding of a defaulted loan, by two persons; no money moves.

    A later repayment is still received. Raises Refusal for one person alone or the one who
    recorded the loan, without a reason, and when nothing is outstanding.
    """
    _require(loan.zone, on, by)
    _require(loan.zone, on, approved_by)
    refuse_same_person(f"{loan}, write-off", by, approved_by)
    refuse_same_person(f"{loan}, write-off", loan.proposed_by, approved_by)
    ledger.hold(FUND)
    loan.refresh_from_db()
    if loan.written_off_on is not None:
        return loan
    if not reason.strip() or repaid(loan) >= loan.principal:
        raise Refusal(f"{loan}: a write-off says why, and something is outstanding.", CITE)
    loan.written_off_on, loan.written_off_by = on, approved_by
    loan.write_off_reason = f"{reason} (asked by {by.office})"[:300]
    loan.save(update_fields=["written_off_on", "written_off_by", "write_off_reason"])
    return loan


def repaid(loan: Loan) -> Decimal:
    """Return the principal repaid, in dollars."""
    sums = loan.repayments.aggregate(all=Sum("posting__total"), interest=Sum("interest"))
    return (sums["all"] or ZERO) - (sums["interest"] or ZERO)


def outstanding(loan: Loan) -> Decimal:
    """Return the principal that is still owed, in dollars; nothing once written off."""
    return ZERO if loan.written_off_on else loan.principal - repaid(loan)


def account(zone: EnterpriseZone) -> Account:
    """Return the zone's second-generation account."""
    return accounts.find(FUND, Kind.SECOND_GENERATION, zone.holder)


def _require(zone: EnterpriseZone, on: date, by: Officer) -> None:
    offices.require(by, "second-generation", on=on)
    refuse_elsewhere(by, zone, on)


def _receive(
    zone: EnterpriseZone,
    source: SecondGenerationReceipt.Source,
    amount: Decimal,
    key: str,
    note: str,
    on: date,
    by: Officer,
) -> Posting:
    return ledger.post(
        source.value,
        [Move(accounts.find(FUND, Kind.SOURCE, SOURCES[source]), account(zone), amount)],
        fund=FUND,
        key=key,
        on=on,
        by=by,
        clause=CITE,
        note=note[:500],
    )
