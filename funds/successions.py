"""The only home of moving balances from a municipality to the one that took it in."""

from datetime import date

from django.db import transaction

from funds import accounts, ledger, receivables
from funds.ledger import Move
from funds.models import Account, Fund, Kind, Posting, Receivable
from funds.refusal import Refusal
from funds.rules.carry_forward import SECTIONS
from municipalities import offices
from municipalities.models import Officer, Succession

# What was paid stays with whom it was paid to; a source belongs to nobody. What a zone's voucher
# made payable is paid to the town that prepared it: the zone's own money has no town to leave.
STAYS = (Kind.PAID, Kind.SOURCE)
VOUCHERED = ("zone-assistance", Kind.PAYABLE)


@transaction.atomic
def move_balances(succession: Succession, *, on: date, by: Officer) -> list[Posting]:
    """Move what a dissolved municipality holds to its successor: same kind, same vintage, once.

    What it owes is owed by the successor. Raises Refusal before the succession's day.
    """
    offices.require(by, "record-succession", on=on)
    if on < succession.effective_on:
        raise Refusal(f"{succession}: not before its day.")
    made = []
    for fund in Fund.objects.order_by("pk"):
        ledger.hold(fund.pk)
        posting = _move(succession, fund.pk, on, by)
        made += [posting] if posting else []
        _move_receivables(succession, fund.pk, on, by)
    return made


def _move(succession: Succession, fund: str, on: date, by: Officer) -> Posting | None:
    key = f"succession/{succession.pk}/{fund}"
    done = Posting.objects.filter(key=key).first()
    if done is not None:
        return done
    held = Account.objects.filter(
        fund=fund, holder=succession.predecessor_id, balance__gt=0
    ).exclude(kind__in=STAYS)
    moves = [
        Move(
            account,
            accounts.find(
                fund,
                Kind(account.kind),
                succession.successor_id,
                account.sfy,
                account.encumbrance,
            ),
            account.balance,
        )
        for account in held.order_by("pk")
        if (fund, account.kind) != VOUCHERED
    ]
    if not moves:
        return None
    return ledger.post(
        "succeed",
        moves,
        fund=fund,
        key=key,
        on=on,
        by=by,
        clause=SECTIONS[fund],
        note=f"{succession.document}"[:500],
    )


def _move_receivables(succession: Succession, fund: str, on: date, by: Officer) -> None:
    for owed in receivables.open_ones(fund, succession.predecessor_id):
        receivables.open(
            fund,
            Receivable.Kind(owed.kind),
            succession.successor_id,
            receivables.outstanding(owed),
            f"succession/{succession.pk}/receivable/{owed.pk}",
            owed.clause,
            f"{owed.reason} (taken over from {succession.predecessor_id})",
            on=on,
            by=by,
        )
        Receivable.objects.filter(pk=owed.pk).update(cancelled_on=on)
