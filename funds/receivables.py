"""The only home of what holders owe back, and of recovering it from what comes to them next.

The acts that find a debt or release money call this; they have asked who may.
"""

from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from funds import accounts, ledger
from funds.ledger import Move
from funds.models import Account, Kind, Posting, Receivable, Recovery
from funds.refusal import Refusal
from funds.rules.money import ZERO
from municipalities.models import EnterpriseZone, Officer


@transaction.atomic
def open(  # noqa: A001  `receivables.open` is the sentence
    fund: str,
    kind: Receivable.Kind,
    holder: str,
    amount: Decimal,
    key: str,
    clause: str,
    reason: str,
    *,
    on: date,
    by: Officer,
) -> Receivable:
    """Record what a holder owes back, once by its key.

    Raises Refusal when the amount is not positive or the key was used for something else.
    """
    if amount <= 0:
        raise Refusal(f"{holder}: a receivable is of more than ${amount:,.2f}.", clause)
    found, _ = Receivable.objects.get_or_create(
        key=key,
        defaults={
            "fund_id": fund,
            "kind": kind,
            "holder": holder,
            "amount": amount,
            "clause": clause,
            "reason": reason[:300],
            "opened_on": on,
            "opened_by": by,
            **_scope(holder),
        },
    )
    if (found.fund_id, found.kind, found.holder, found.amount) != (fund, kind, holder, amount):
        raise Refusal(f"{key} was already used for another receivable: {found}.", clause)
    return found


def _scope(holder: str) -> dict[str, str]:
    if holder.startswith("zone:"):
        zone = EnterpriseZone.objects.get(name=holder.removeprefix("zone:"))
        return {"zone_id": zone.code}
    return {"municipality_id": holder} if holder.isdigit() else {}


def open_ones(fund: str, holder: str) -> QuerySet[Receivable]:
    """Return the holder's receivables, oldest first, each with `owing` in dollars still owed."""
    rows = Receivable.objects.filter(fund=fund, holder=holder, cancelled_on=None)
    met = Coalesce(Sum("recoveries__amount"), ZERO)
    owing = rows.annotate(owing=F("amount") - F("reduced") - met).filter(owing__gt=0)
    return owing.order_by("opened_on", "pk")


def outstanding(receivable: Receivable) -> Decimal:
    """Return what is still owed of it, in dollars; nothing once it was cancelled."""
    if receivable.cancelled_on is not None:
        return ZERO
    met = receivable.recoveries.aggregate(total=Sum("amount"))["total"] or ZERO
    return receivable.amount - receivable.reduced - met


def recover(
    fund: str,
    holder: str,
    credit_account: Account,
    *,
    limit: Decimal,
    key: str,
    on: date,
    by: Officer,
) -> Posting | None:
    """Take what the holder owes out of its next credit or release, oldest debt first, to the pool.

    At most `limit` and what is in the account; None when nothing is owed. What a finding made is
    not taken here: it is forfeited to the Department.
    """
    with transaction.atomic():
        ledger.hold(fund)
        done = Posting.objects.filter(key=key).first()
        if done is not None:
            return done
        owed = list(open_ones(fund, holder).exclude(kind=Receivable.Kind.FINDING))
        parts = share_out(owed, min(limit, accounts.balance(credit_account)))
        if not parts:
            return None
        pool = accounts.find(fund, Kind.POOL, "FUND")
        posting = ledger.post(
            "recover",
            [Move(credit_account, pool, sum(parts.values(), ZERO))],
            fund=fund,
            key=key,
            on=on,
            by=by,
            clause=owed[0].clause,
            note="; ".join(each.reason for each in parts)[:500],
        )
        meet(parts, posting)
        return posting


def share_out(owed: list[Receivable], amount: Decimal) -> dict[Receivable, Decimal]:
    """Divide an amount over receivables in their order, each up to what is still owed."""
    parts: dict[Receivable, Decimal] = {}
    for receivable in owed:
        part = min(outstanding(receivable), amount)
        if part > 0:
            parts[receivable] = part
            amount -= part
    return parts


def meet(parts: dict[Receivable, Decimal], posting: Posting) -> None:
    """Record that a posting met these parts of receivables."""
    Recovery.objects.bulk_create(
        Recovery(receivable=receivable, posting=posting, amount=amount)
        for receivable, amount in parts.items()
    )
