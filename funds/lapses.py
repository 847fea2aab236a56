"""The only home of the posting that moves a year's lapsed money to the Authority's account."""

from datetime import date
from decimal import Decimal

from django.db.models import F, QuerySet

from funds import accounts, ledger, receivables
from funds.models import Closing, Disposition, Kind, Posting, Receivable
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
    refuse_what_is_gone(closing)
    authority = accounts.find(closing.fund_id, Kind.AUTHORITY, "AUTHORITY")
    posting = ledger.post_all(
        "lapse",
        _MOVES,
        [authority.pk, closing.pk],
        fund=closing.fund_id,
        key=key(closing),
        on=last_day(closing.sfy),
        by=by,
        clause=CLAUSE,
        note=f"Year end of SFY{closing.sfy}, certified {closing.certified_on}",
    )
    if posting is not None and waiting(closing).update(posting=posting):
        _open_receivables(closing, on, by)
    return posting


def refuse_what_is_gone(closing: Closing) -> None:
    """Say in words that a later posting took what lapses, before the ledger refuses the overdraft.

    Raises Refusal naming the account.
    """
    gone = waiting(closing).filter(account__balance__lt=F("amount")).select_related("account")
    short = gone.first()
    if short is not None:
        raise Refusal(
            f"{short.account}: ${short.amount:,.2f} lapses, but only"
            f" ${short.account.balance:,.2f} is left; a posting dated after"
            f" {last_day(closing.sfy)} took the rest. Reverse that posting first.",
            cite=short.clause,
        )


def _open_receivables(closing: Closing, on: date, by: Officer) -> None:
    """What lapses while in a trust is still with the municipality: it owes it back."""
    for (holder, encumbrance), amount in _in_trusts(closing).items():
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


def _in_trusts(closing: Closing) -> dict[tuple[str, str], Decimal]:
    """What lapses out of trusts, by holder and encumbrance, over all vintages."""
    lapsed = closing.dispositions.filter(what=LAPSED, account__kind=Kind.TRUST)
    sums: dict[tuple[str, str], Decimal] = {}
    for each in lapsed.select_related("account__encumbrance"):
        account = each.account
        owing = account.holder, account.encumbrance.number if account.encumbrance else ""
        sums[owing] = sums.get(owing, ZERO) + each.amount
    return sums
