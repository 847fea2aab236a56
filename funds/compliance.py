"""The only home of review: what was found, and what is forfeited for it. 52:27H-88 j.

Withholding belongs to it too and has its own home, `funds/withholding.py`.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import F, Q, Sum

from funds import accounts, appeals, ledger, receivables
from funds.duties import refuse_same_person
from funds.ledger import Move
from funds.models import (
    Account,
    Expenditure,
    Finding,
    FindingExpenditure,
    Kind,
    Posting,
    Receivable,
)
from funds.refusal import Refusal
from funds.rules.fiscal_year import last_day_unencumbered
from funds.rules.money import ZERO
from funds.splits import FUND
from funds.withholding import (
    enter_plan,
    lift,
    record_compliance,
    refuse_withheld,
    withheld,
    withhold,
)
from municipalities import offices
from municipalities.models import EnterpriseZone, Officer

__all__ = [
    "enter_plan",
    "find",
    "findings_owed",
    "forfeit",
    "lift",
    "record_compliance",
    "refuse_withheld",
    "require_recovery",
    "take",
    "withheld",
    "withhold",
]

CITE = "52:27H-88 j."


@transaction.atomic
def find(
    zone: EnterpriseZone,
    number: str,
    expenditures: Mapping[Posting, Decimal],
    reason: str,
    *,
    on: date,
    by: Officer,
    confirmed_by: Officer,
) -> Finding:
    """Record the exact expenditures a zone made inconsistently with the act, and what it owes.

    Raises Refusal when the same person confirms, when a posting is no expenditure of the zone,
    and when more is found than was spent and not yet found.
    """
    offices.require(by, "find", on=on)
    offices.require(confirmed_by, "confirm-finding", on=on)
    refuse_same_person(f"Finding {number}, confirmation", by, confirmed_by)
    ledger.hold(FUND)
    done = Finding.objects.filter(number=number).first()
    if done is not None:
        return _same_finding(done, zone, expenditures)
    if not expenditures or not reason.strip():
        raise Refusal(f"Finding {number} names its expenditures and its reason.", CITE)
    for posting, amount in expenditures.items():
        refuse_expenditure(zone, posting, amount)
    finding = Finding.objects.create(
        zone=zone,
        number=number,
        reason=reason,
        found_on=on,
        found_by=by,
        confirmed_by=confirmed_by,
        receivable=_owed(zone, number, expenditures, reason, on, by),
    )
    FindingExpenditure.objects.bulk_create(
        FindingExpenditure(finding=finding, posting=posting, amount=amount)
        for posting, amount in expenditures.items()
    )
    return finding


def _owed(
    zone: EnterpriseZone,
    number: str,
    expenditures: Mapping[Posting, Decimal],
    reason: str,
    on: date,
    by: Officer,
) -> Receivable:
    return receivables.open(
        FUND,
        Receivable.Kind.FINDING,
        zone.holder,
        sum(expenditures.values(), ZERO),
        f"finding/{number}",
        CITE,
        f"Finding {number}: {reason}",
        on=on,
        by=by,
    )


def _same_finding(
    done: Finding, zone: EnterpriseZone, expenditures: Mapping[Posting, Decimal]
) -> Finding:
    known = dict(done.expenditures.values_list("posting", "amount"))
    if done.zone_id != zone.pk or known != {p.pk: amount for p, amount in expenditures.items()}:
        raise Refusal(f"{done.number} is already another finding, of {done.zone}.", CITE)
    return done


def refuse_expenditure(zone: EnterpriseZone, posting: Posting, amount: Decimal) -> None:
    """Refuse what is no expenditure of the zone, and more than was spent and not yet found.

    What was voided of it is no longer spent; what an appeal reversed is no longer found.
    """
    spent, left = spent_and_not_found(zone, posting)
    if spent <= 0:
        raise Refusal(f"#{posting.number} is no expenditure of {zone}.", CITE)
    if not ZERO < amount <= left:
        raise Refusal(
            f"#{posting.number}: ${amount:,.2f} is found; ${left:,.2f} of ${spent:,.2f} was spent "
            "and not found before.",
            CITE,
        )


def spent_and_not_found(zone: EnterpriseZone, posting: Posting) -> tuple[Decimal, Decimal]:
    """Return what stands of an expenditure of the zone, and what of it no finding names yet."""
    ours = Expenditure.objects.filter(encumbrance__zone=zone)
    made = Q(posting=posting, takes_back=None) | Q(takes_back__posting=posting)
    spent = ours.filter(made).aggregate(total=Sum("amount"))["total"] or ZERO
    named = FindingExpenditure.objects.filter(posting=posting)
    found = named.aggregate(total=Sum(F("amount") - F("reversed_amount")))["total"] or ZERO
    return spent, spent - found


def findings_owed(zone: EnterpriseZone, on: date) -> list[Receivable]:
    """Return what the zone still owes by findings, oldest first, but what waits for an appeal."""
    owed = receivables.open_ones(FUND, zone.holder).filter(kind=Receivable.Kind.FINDING)
    rows = owed.select_related("finding").order_by("opened_on", "pk")
    return [each for each in rows if not appeals.waits(each.finding, on)]


@transaction.atomic
def forfeit(zone: EnterpriseZone, *, on: date, by: Officer) -> Posting | None:
    """Forfeit unencumbered money of the zone for its findings, oldest finding first.

    The latest credit goes first: j. speaks of future disbursements. Never more than is there or
    owed; None when nothing is. Due vouchers: `payments/forfeitures.py`.
    """
    require_recovery(by, on)
    ledger.hold(FUND)
    found = Account.objects.filter(fund=FUND, kind=Kind.ZONE, zone=zone, balance__gt=0)
    # What is past its last day is the Authority's already and only waits for the close.
    usable = [a for a in found.order_by("-sfy") if on <= last_day_unencumbered(a.sfy or 0)]
    return take(zone, {a: a.balance for a in usable}, on=on, by=by)


def require_recovery(by: Officer, on: date) -> None:
    """Refuse anyone but the Treasury, which applies what the Department found, and its calendar."""
    offices.require(by, "recover" if by.may("recover") else "apply-withholding", on=on)


def take(
    zone: EnterpriseZone, offered: Mapping[Account, Decimal], *, on: date, by: Officer
) -> Posting | None:
    """Take what findings owe from these accounts in their order, up to what each offers."""
    parts = receivables.share_out(findings_owed(zone, on), sum(offered.values(), ZERO))
    left = sum(parts.values(), ZERO)
    recovered = accounts.find(FUND, Kind.RECOVERED, "DEPARTMENT")
    moves = []
    for account, most in offered.items():
        part = min(most, left)
        if part > 0:
            moves.append(Move(account, recovered, part))
            left -= part
    if not moves:
        return None
    # Under the held book the number is this act's alone; a second run finds less owed or none.
    number = ledger.hold(FUND).number + 1
    posting = ledger.post(
        "forfeit",
        moves,
        fund=FUND,
        key=f"zone/{zone.pk}/forfeit/{number}",
        on=on,
        by=by,
        clause=CITE,
        note="; ".join(each.reason for each in parts)[:500],
    )
    receivables.meet(parts, posting)
    return posting
