"""The only home of binding zone money to a project, and of setting it free again."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import accounts, caps, compliance, ledger, repeats
from funds.duties import refuse_elsewhere
from funds.ledger import Move
from funds.models import Account, Encumbrance, Kind, Posting, Project
from funds.refusal import Refusal
from funds.rules.fiscal_year import last_day_encumbered, last_day_unencumbered, sfy_of
from funds.rules.money import ZERO
from funds.splits import FUND
from funds.uses import Uses
from funds.vintages import draw
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer

PROPOSAL, CARRIED = "52:27H-88 c.", "52:27H-88 i."


@transaction.atomic
def encumber(
    project: Project,
    amount: Decimal,
    number: str,
    purpose: str,
    *,
    on: date,
    by: Officer,
    vintages: Sequence[int] | None = None,
    reason: str = "",
    contract: store.Checked | None = None,
) -> Encumbrance:
    """Encumber zone money for an approved project, the oldest usable vintage first, once.

    Given vintages are taken in their order and need a reason; the contract is kept. Raises
    Refusal when the zone is withheld, when money or room under a ceiling or in the project's
    budget is short, and when a given vintage's window is over.
    """
    offices.require(by, "encumber", on=on)
    refuse_elsewhere(by, project.zone, on, project.municipality_id)
    ledger.hold(FUND)
    done = with_number(project, number)
    if done is not None:
        chosen = reason.strip() if vintages is not None else ""
        _refuse_other(done, project, amount, purpose, chosen)
        return done
    if vintages is not None and not reason.strip():
        raise Refusal(f"{number}: to choose the vintages needs a reason.", "52:27H-88 h.")
    ceilings = caps.load(project.zone, on)
    refuse_encumbrance(project, amount, on, ceilings.uses)
    parts = draw(project, amount, on, vintages, ceilings)
    made = Encumbrance(number=number, purpose=purpose, encumbered_on=on, encumbered_by=by)
    if vintages is not None:
        made.vintages_reason = reason.strip()
    if contract is not None:
        whose = store.Whose(municipality=project.municipality_id, zone=project.zone_id)
        made.contract = store.keep(contract, whose, by=by)
    return bind(made, project, parts)


def _refuse_other(
    done: Encumbrance, project: Project, amount: Decimal, purpose: str, chosen: str
) -> None:
    content = {
        "project": (done.project.number, project.number),
        "amount": (done.amount, amount),
        "purpose": (done.purpose, purpose),
        "reason for its years": (done.vintages_reason, chosen),
    }
    repeats.refuse_other(done.number, "encumbrance", content, CARRIED)


def with_number(project: Project, number: str) -> Encumbrance | None:
    """Return the encumbrance that has the number in the project's municipality and zone."""
    place = {"zone": project.zone_id, "municipality": project.municipality_id}
    return Encumbrance.objects.filter(number=number, **place).first()


def refuse_encumbrance(project: Project, amount: Decimal, on: date, uses: Uses) -> None:
    """Refuse to encumber for a project that is not approved, or beyond its budget."""
    project.refresh_from_db()
    if project.approved_on is None or project.withdrawn_on is not None:
        raise Refusal(f"{project} is not approved by the Authority.", PROPOSAL)
    compliance.refuse_withheld(project.zone, on)
    if amount <= 0:
        raise Refusal(f"{project}: ${amount:,.2f} is no amount to encumber.", CARRIED)
    budget = sum(project.budgets.values_list("amount", flat=True), ZERO)
    left = budget - uses.bound_by(project)
    if amount > left:
        raise Refusal(
            f"{project}: ${amount - left:,.2f} over the approved budget; ${left:,.2f} of "
            f"${budget:,.2f} is left.",
            PROPOSAL,
        )


def bind(made: Encumbrance, project: Project, parts: Mapping[int, Decimal]) -> Encumbrance:
    """Save an encumbrance of a project and post what it takes of each vintage."""
    sfy = sfy_of(made.encumbered_on)
    made.project, made.zone, made.municipality = project, project.zone, project.municipality
    made.category, made.amount = project.category, sum(parts.values(), ZERO)
    made.sfy, made.last_usable_on = sfy, last_day_encumbered(sfy)
    made.save()
    made.posting = _post(made, parts)
    made.save(update_fields=["posting"])
    return made


def _post(made: Encumbrance, parts: Mapping[int, Decimal]) -> Posting:
    holder, why = made.zone.holder, made.vintages_reason
    moves = [
        Move(
            accounts.find(FUND, Kind.ZONE, holder, vintage),
            accounts.find(FUND, Kind.ENCUMBERED, holder, vintage, made),
            part,
        )
        for vintage, part in parts.items()
    ]
    return ledger.post(
        "encumber",
        moves,
        fund=FUND,
        key=f"encumbrance/{made.zone_id}/{made.municipality_id}/{made.number}",
        on=made.encumbered_on,
        by=made.encumbered_by,
        clause="52:27H-88 h.",
        note=(f"{made.number} {made.purpose}" + (f"; vintages chosen: {why}" if why else ""))[:500],
    )


def take(
    encumbrance: Encumbrance, kind: Kind, amount: Decimal, *, newest_first: bool = False
) -> dict[Account, Decimal]:
    """Return what to take from the encumbrance's accounts of a kind, in dollars by account.

    Raises Refusal when there is less than the amount.
    """
    order = "-sfy" if newest_first else "sfy"
    found = encumbrance.accounts.filter(kind=kind, balance__gt=0).order_by(order)
    taken: dict[Account, Decimal] = {}
    left = amount
    for account in found:
        part = min(account.balance, left)
        if part > 0:
            taken[account] = part
            left -= part
    if left > 0 or amount <= 0:
        where = "in trust" if kind == Kind.TRUST else "left"
        raise Refusal(
            f"{encumbrance}: ${amount:,.2f} is asked; ${amount - left:,.2f} is {where}.", CARRIED
        )
    return taken


@transaction.atomic
def release_encumbrance(
    encumbrance: Encumbrance, amount: Decimal, key: str, *, on: date, by: Officer
) -> Posting:
    """Release what an encumbrance no longer needs to the zone, in the vintages it came from.

    The newest vintage goes first: it stays usable longest, and what is oldest stays bound, where
    its own window does not end it. A vintage whose window is over goes to the Authority. Raises
    Refusal when less than the amount is left.
    """
    offices.require(by, "encumber", on=on)
    refuse_elsewhere(by, encumbrance.zone, on, encumbrance.municipality_id)
    ledger.hold(FUND)
    done = Posting.objects.filter(key=key).first()
    if done is not None:
        return done
    moves = [
        Move(account, home(encumbrance, account.sfy or 0, on), part)
        for account, part in take(encumbrance, Kind.ENCUMBERED, amount, newest_first=True).items()
    ]
    return ledger.post(
        "release encumbrance",
        moves,
        fund=FUND,
        key=key,
        on=on,
        by=by,
        clause="52:27H-88 h.",
        note=str(encumbrance),
    )


def home(encumbrance: Encumbrance, sfy: int, on: date) -> Account:
    """Return where released money of a vintage goes: to the zone, or too late to the Authority."""
    if on > last_day_unencumbered(sfy):
        return authority()
    return accounts.find(FUND, Kind.ZONE, encumbrance.zone.holder, sfy)


def authority() -> Account:
    """Return the account in the Authority's name. 52:27H-88 a.(2)."""
    return accounts.find(FUND, Kind.AUTHORITY, "AUTHORITY")
