"""The only home of releasing installments: what is due leaves ENTITLED for PAYABLE, once.

What is due on one day goes in one posting; whatever can't go with the others goes alone, so that
one bad account never stops the rest.
"""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from funds import accounts, ledger, receivables
from funds.ledger import Move
from funds.models import Account, Kind, Posting, Receivable
from funds.refusal import Refusal
from funds.rules.money import ZERO
from municipalities import offices, standstills
from municipalities.letters.words import on_paper
from municipalities.models import Officer
from payments import holds, plans
from payments.models import Installment

log = logging.getLogger(__name__)

CLAUSES = {"energy-receipts": "52:27D-439 c.", "highlands": "54:1-85 f.(1)"}


@dataclass(frozen=True)
class Refused:
    """An installment that was due and could not be released, and why."""

    installment: Installment
    reason: str


@dataclass
class Released:
    """What a day's release came to."""

    released: list[Installment] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    @property
    def total(self) -> Decimal:
        """What was released, in dollars."""
        return sum((each.amount for each in self.released), ZERO)


@transaction.atomic
def release(installment: Installment, *, on: date, by: Officer) -> Installment:
    """Release one installment, recovering first what its holder owes; once, whoever asks again.

    Raises Refusal before its deposit date, when it was planned anew, and when its money is not
    there.
    """
    offices.require(by, "release", on=on)
    standstills.refuse()
    fund = installment.fund_id
    ledger.hold(fund)
    row = Installment.objects.select_for_update().get(pk=installment.pk)
    if row.posting_id is not None:
        log.info("Already done: %s was released by posting %s.", row, row.posting_id)
        return row
    _refuse(row, on)
    key = f"installment/{row.pk}"
    entitled = accounts.find(fund, Kind.ENTITLED, row.holder, row.entitlement_sfy)
    _refuse_short(row, accounts.balance(entitled))
    recovery = receivables.recover(
        fund, row.holder, entitled, limit=row.amount, key=f"{key}/recover", on=on, by=by
    )
    row.recovered = recovery.total if recovery else ZERO
    posting = recovery
    if row.amount > row.recovered:
        payable = accounts.find(fund, Kind.PAYABLE, row.holder, row.entitlement_sfy)
        moves = [Move(entitled, payable, row.amount - row.recovered)]
        posting = _post(fund, moves, f"{key}/release", row.statutory_on, on, by)
    row.posting, row.released_late = posting, on > row.deposit_on
    row.save(update_fields=["posting", "released_late", "recovered"])
    if recovery and row.amount > row.recovered:
        left = row.amount - row.recovered
        why = f"SFY{row.entitlement_sfy}, installment {row.number}: the rest met what is owed"
        holds.hold_lowered(row.holder, fund, row.amount, left, why, on)
    return row


def _refuse(row: Installment, on: date) -> None:
    clause = CLAUSES[row.fund_id]
    if row.replaced_by_id is not None:
        raise Refusal(f"{row} was planned anew by {row.replaced_by}: release that one.", clause)
    if on < row.deposit_on:
        raise Refusal(f"{row} is deposited on {on_paper(row.deposit_on)}: not before.", clause)


def _refuse_short(row: Installment, balance: Decimal) -> None:
    if balance < row.amount:
        raise Refusal(
            f"{row.holder}, SFY{row.entitlement_sfy}: ${row.amount - balance:,.2f} short; "
            f"${balance:,.2f} of ${row.amount:,.2f} is certified and not released.",
            CLAUSES[row.fund_id],
        )


def _post(fund: str, moves: Sequence[Move], key: str, due: date, on: date, by: Officer) -> Posting:
    return ledger.post(
        "release", moves, fund=fund, key=key, on=on, by=by, clause=CLAUSES[fund], note=f"due {due}"
    )


def release_due(*, on: date, by: Officer) -> Released:
    """Release every installment whose deposit date has come, oldest first; late ones are flagged.

    Each day's installments of a fund stand or fall on their own; what is refused stays due.
    """
    offices.require(by, "release", on=on)
    standstills.refuse()
    plans.plan_credited(on=on)
    outcome = Released()
    for fund, day in _days(on):
        alone = _together(fund, day, outcome, on=on, by=by)
        for row in alone:
            _one(row, outcome, on=on, by=by)
    return outcome


def _days(on: date) -> list[tuple[str, date]]:
    """Each fund's days with something due, oldest first."""
    due = _due(on).order_by("deposit_on", "fund").values_list("fund_id", "deposit_on")
    return list(dict.fromkeys(due))


def _due(on: date) -> QuerySet[Installment]:
    return Installment.objects.filter(posting=None, replaced_by=None, deposit_on__lte=on)


def _together(
    fund: str, day: date, outcome: Released, *, on: date, by: Officer
) -> list[Installment]:
    """Release what can go in one posting; return what has to go alone."""
    try:
        with transaction.atomic():
            ledger.hold(fund)
            rows = list(_due(on).filter(fund=fund, deposit_on=day).select_for_update())
            plain, alone = _sorted_out(fund, rows)
            if plain:
                posting = _post(fund, _moves(fund, plain), _key(fund, day, plain), day, on, by)
                Installment.objects.filter(pk__in=[row.pk for row in plain]).update(
                    posting=posting, released_late=on > day
                )
    except (Refusal, DatabaseError):
        return list(_due(on).filter(fund=fund, deposit_on=day))
    for row in plain:
        row.posting, row.released_late = posting, on > day
    outcome.released += plain
    return alone


def _sorted_out(
    fund: str, rows: Sequence[Installment]
) -> tuple[list[Installment], list[Installment]]:
    """Part the rows that only move from those of holders who owe, or whose money is short."""
    owing = set(
        Receivable.objects.filter(fund=fund, cancelled_on=None).values_list("holder", flat=True)
    )
    left = _entitled(fund, rows)
    plain, alone = [], []
    for row in rows:
        place = row.holder, row.entitlement_sfy
        if row.holder in owing or left.get(place, ZERO) < row.amount:
            alone.append(row)
        else:
            left[place] -= row.amount
            plain.append(row)
    return plain, alone


def _entitled(fund: str, rows: Sequence[Installment]) -> dict[tuple[str, int], Decimal]:
    """What is certified and not released, in dollars by holder and year."""
    found = Account.objects.filter(
        fund=fund,
        kind=Kind.ENTITLED,
        holder__in={row.holder for row in rows},
        sfy__in={row.entitlement_sfy for row in rows},
    )
    return {(each.holder, each.sfy or 0): each.balance for each in found}


def _moves(fund: str, rows: Sequence[Installment]) -> list[Move]:
    """One entry an installment, in the order of their numbers."""
    moves: dict[int, Move] = {}
    for sfy in {row.entitlement_sfy for row in rows}:
        ours = [row for row in rows if row.entitlement_sfy == sfy]
        holders = [row.holder for row in ours]
        entitled = accounts.find_many(fund, Kind.ENTITLED, holders, sfy)
        payable = accounts.find_many(fund, Kind.PAYABLE, holders, sfy)
        moves |= {
            row.pk: Move(entitled[row.holder], payable[row.holder], row.amount) for row in ours
        }
    return [moves[pk] for pk in sorted(moves)]


def _key(fund: str, day: date, rows: Sequence[Installment]) -> str:
    """The same installments always have the same key."""
    ids = ",".join(str(pk) for pk in sorted(row.pk for row in rows))
    return f"installments/{fund}/{day}/{hashlib.sha256(ids.encode()).hexdigest()[:16]}"


def _one(row: Installment, outcome: Released, *, on: date, by: Officer) -> None:
    """Release one on its own; what it says stays with it."""
    try:
        outcome.released.append(release(row, on=on, by=by))
    except Refusal as refusal:
        outcome.refused.append(Refused(row, str(refusal)))
    except DatabaseError as error:
        outcome.refused.append(Refused(row, f"The database refused: {error}".strip()))
