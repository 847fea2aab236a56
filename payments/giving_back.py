"""The only home of trust money given back to its encumbrance. 52:27H-88 i."""

from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import encumbrances, ledger
from funds.duties import refuse_elsewhere
from funds.ledger import Move
from funds.models import Encumbrance, Kind, Posting
from funds.splits import FUND
from municipalities import offices
from municipalities.models import Officer
from payments import reductions

CITE = "52:27H-88 i."


@transaction.atomic
def give_back(
    encumbrance: Encumbrance, amount: Decimal, key: str, *, on: date, by: Officer
) -> Posting:
    """Give back what a trust did not spend: it is encumbered again, newest vintage first.

    After the encumbrance's last usable day it goes to the Authority. Raises Refusal when less is
    in the trust.
    """
    offices.require(by, "approve-voucher", on=on)
    refuse_elsewhere(by, encumbrance.zone, on, encumbrance.municipality_id)
    ledger.hold(FUND)
    done = Posting.objects.filter(key=key).first()
    if done is not None:
        return done
    late = on > encumbrance.last_usable_on
    moves = []
    for account, part in encumbrances.take(
        encumbrance, Kind.TRUST, amount, newest_first=True
    ).items():
        bound = (
            encumbrances.authority()
            if late
            else reductions.bound_account(encumbrance, account.sfy or 0)
        )
        moves.append(Move(account, bound, part))
    return ledger.post(
        "give back", moves, fund=FUND, key=key, on=on, by=by, clause=CITE, note=str(encumbrance)
    )
