"""The only home of the posting that moves a year's lapsed money to the Authority's account."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db.models import F, QuerySet, Sum

from funds import encumbrances, ledger, receivables
from funds.ledger import Move
from funds.models import Account, Closing, Disposition, Entry, Kind, Posting, Receivable
from funds.refusal import Refusal
from funds.rules.carry_forward import ENCUMBERED
from funds.rules.fiscal_year import last_day
from funds.rules.money import ZERO
from municipalities.models import Officer

LAPSED = Disposition.What.LAPSED
CLAUSE = "52:27H-88 h., i."
_MOVES = (
    "SELECT account_id, %s::bigint, amount FROM funds_disposition"
    " WHERE closing_id = %s AND what = 'lapsed' ORDER BY account_id"
)


def key(closing: Closing) -> str:
    """Return the key of the closing's one posting; the database lets no other into its year."""
    return f"{closing.fund_id}/SFY{closing.sfy}/lapse"


def waiting(closing: Closing) -> QuerySet[Disposition]:
    """What lapses and has no posting yet."""
    return closing.dispositions.filter(what=LAPSED, posting=None)


def post(closing: Closing, *, on: date, by: Officer) -> Posting | None:
    """Post what lapses, effective June 30, and open receivables for what is in a trust."""
    if not waiting(closing).exists():
        return Posting.objects.filter(key=key(closing)).first()
    early = _set_off(closing, on=on, by=by)
    posting = ledger.post_all(
        "lapse",
        _MOVES,
        [encumbrances.authority().pk, closing.pk],
        fund=closing.fund_id,
        key=key(closing),
        on=last_day(closing.sfy),
        by=by,
        clause=CLAUSE,
        note=f"Year end of SFY{closing.sfy}, certified {closing.certified_on}",
    )
    if posting is not None and waiting(closing).update(posting=posting):
        _open_receivables(closing, early, on, by)
    return posting


def sent_ahead(closing: Closing) -> dict[Account, Decimal]:
    """What of the lapsing money went to the Authority in the days after June 30, by account.

    A late release or a trust that gave back did so ahead of the close. Raises Refusal, naming the
    account, when it went anywhere else: the ledger would refuse the lapse as an overdraft.
    """
    short = waiting(closing).filter(account__balance__lt=F("amount")).select_related("account")
    found = {each.account: each.amount - each.account.balance for each in short}
    for account, missing in found.items():
        if _went_to_authority(account, last_day(closing.sfy)) < missing:
            raise Refusal(
                f"{account}: ${account.balance + missing:,.2f} lapses, but only"
                f" ${account.balance:,.2f} is left; a posting dated after"
                f" {last_day(closing.sfy)} took the rest. Reverse that posting first.",
                cite=CLAUSE,
            )
    return found


def _went_to_authority(account: Account, since: date) -> Decimal:
    sent = Entry.objects.filter(debit=account, credit__kind=Kind.AUTHORITY, effective_on__gt=since)
    return sent.aggregate(total=Sum("amount"))["total"] or ZERO


def _set_off(closing: Closing, *, on: date, by: Officer) -> dict[Account, Decimal]:
    """Take back what reached the Authority ahead of the close, so that all of it lapses once."""
    early = sent_ahead(closing)
    if early:
        authority = encumbrances.authority()
        ledger.post(
            "set off",
            [Move(authority, account, amount) for account, amount in early.items()],
            fund=closing.fund_id,
            key=f"{key(closing)}/set-off",
            on=on,
            by=by,
            clause=CLAUSE,
            note=f"Reached the Authority before the lapse of SFY{closing.sfy} was posted",
        )
    return early


def _open_receivables(
    closing: Closing, early: Mapping[Account, Decimal], on: date, by: Officer
) -> None:
    """What lapses while in a trust is still with the municipality: it owes it back."""
    for (holder, encumbrance), amount in _in_trusts(closing, early).items():
        receivables.open(
            closing.fund_id,
            Receivable.Kind.TRUST_LAPSE,
            holder,
            amount,
            f"{key(closing)}/{encumbrance}",
            ENCUMBERED,
            f"Lapsed at the close of SFY{closing.sfy} while in the trust: {encumbrance}",
            on=on,
            by=by,
        )


def _in_trusts(
    closing: Closing, early: Mapping[Account, Decimal]
) -> dict[tuple[str, str], Decimal]:
    """What lapses out of trusts and was not given back, by holder and encumbrance."""
    lapsed = closing.dispositions.filter(what=LAPSED, account__kind=Kind.TRUST)
    sums: dict[tuple[str, str], Decimal] = {}
    for each in lapsed.select_related("account__encumbrance"):
        account = each.account
        owing = account.holder, account.encumbrance.number if account.encumbrance else ""
        sums[owing] = sums.get(owing, ZERO) + each.amount - early.get(account, ZERO)
    return {owing: amount for owing, amount in sums.items() if amount}
