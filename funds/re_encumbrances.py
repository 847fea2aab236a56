"""The only home of encumbering anew what an encumbrance no longer needs, in one step. 52:27H-88 h.

It is a release and an encumbrance that nobody comes between: the same vintages move, and only
those that may still be encumbered. What is encumbered anew has three years of its own.
"""

from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import caps, ledger, repeats
from funds.duties import refuse_elsewhere
from funds.encumbrances import bind, refuse_encumbrance, release_encumbrance, take, with_number
from funds.models import Encumbrance, Kind, Project
from funds.refusal import Refusal
from funds.splits import FUND
from funds.vintages import refuse_expired
from municipalities import offices
from municipalities.models import Officer

CITE = "52:27H-88 h."


@transaction.atomic
def re_encumber(
    encumbrance: Encumbrance,
    project: Project,
    amount: Decimal,
    number: str,
    purpose: str,
    reason: str,
    *,
    on: date,
    by: Officer,
) -> Encumbrance:
    """Release an amount of an encumbrance and encumber it for a project of its municipality, once.

    The newest vintage goes first, as in every release. Raises Refusal without a reason, for a
    project of another municipality, for a vintage that may no longer be encumbered (released, it
    goes to the Authority), and whatever a release or an encumbrance is refused for.
    """
    offices.require(by, "encumber", on=on)
    refuse_elsewhere(by, encumbrance.zone, on, encumbrance.municipality_id)
    ledger.hold(FUND)
    done = with_number(encumbrance.project, number)
    if done is not None:
        _refuse_other(done, encumbrance, project, amount, purpose)
        return done
    _refuse(encumbrance, project, reason)
    taken = take(encumbrance, Kind.ENCUMBERED, amount, newest_first=True)
    parts = {account.sfy or 0: part for account, part in taken.items()}
    refuse_expired(encumbrance.zone, list(parts), on)
    release_encumbrance(
        encumbrance, amount, f"encumbrance/{encumbrance.pk}/anew/{number}", on=on, by=by
    )
    ceilings = caps.load(project.zone, on)
    refuse_encumbrance(project, amount, on, ceilings.uses)
    for sfy, part in parts.items():
        caps.refuse_encumbrance(project, sfy, part, ceilings)
    made = Encumbrance(number=number, purpose=purpose, encumbered_on=on, encumbered_by=by)
    made.follows = encumbrance
    made.vintages_reason = f"anew from {encumbrance}: {reason.strip()}"[:300]
    return bind(made, project, parts)


def _refuse(encumbrance: Encumbrance, project: Project, reason: str) -> None:
    if not reason.strip():
        raise Refusal(f"{encumbrance}: to encumber it anew needs a reason.", CITE)
    mine = (encumbrance.zone_id, encumbrance.municipality_id)
    if (project.zone_id, project.municipality_id) != mine:
        raise Refusal(f"{project.number} is not of {encumbrance.municipality}.", CITE)


def _refuse_other(
    done: Encumbrance, encumbrance: Encumbrance, project: Project, amount: Decimal, purpose: str
) -> None:
    content = {
        "origin": (str(done.follows or ""), str(encumbrance)),
        "project": (done.project.number, project.number),
        "amount": (done.amount, amount),
        "purpose": (done.purpose, purpose),
    }
    repeats.refuse_other(done.number, "encumbrance", content, CITE)
