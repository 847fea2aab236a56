"""The only home of crediting a certification, and of stepping down to the General Fund."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import accounts, credited, frozen, ledger, receivables
from funds import certification as certifications
from funds.credited import AUTHORITY
from funds.deposits import pool
from funds.ledger import Move
from funds.models import Account, Certification, Credit, Kind, Posting, Receivable, Run
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer

CLAUSES = {
    "zone-assistance": "52:27H-88 a.(2)",
    "energy-receipts": "52:27D-439 b.(1)",
    "highlands": "54:1-85 e.",
}
STEP_DOWN = "52:27H-88 a.(1)"
ADJUSTMENT = "54:1-85 c."
ZERO = Decimal(0)


@transaction.atomic
def credit(certification: Certification, *, on: date, by: Officer) -> Posting | None:
    """Credit what the certification gives each holder, once, as one posting.

    Where an earlier certification was credited only the difference moves: a decrease goes back to
    the pool as far as it is there, and the rest is a receivable (then alone, nothing is posted).
    Raises Refusal when superseded, re-opened, or the pool is short.
    """
    offices.require(by, "credit", on=on)
    run = certification.run
    ledger.hold(run.fund_id)
    if hasattr(certification, "reopening"):
        raise Refusal(f"{certification} was re-opened on {certification.reopening.reopened_on}.")
    done = Credit.objects.filter(certification=certification).first()
    if done is not None:
        return done.posting
    _refuse(certification, on)
    posting = _post_difference(run, certification, on, by)
    Credit.objects.create(
        certification=certification, posting=posting, credited_on=on, credited_by=by
    )
    _open_adjustments(certification, on, by)
    _recover_from_zones(run, certification, on, by)
    return posting


def _refuse(certification: Certification, on: date) -> None:
    run = certification.run
    newer = certifications.certified_successor(run)
    if newer is not None:
        raise Refusal(f"{certification} is superseded by {newer}: credit that one.")
    if on < certification.certified_on:
        raise Refusal(f"{certification} is certified on {certification.certified_on}, not by {on}.")
    certifications.refuse_standing(run)
    signed = frozen.digest(certifications.shown(run, certification.statement))
    if signed != certification.document_hash:
        raise Refusal(
            f"{certification}: the run’s lines are not the ones that were signed."
            " Prepare the run anew.",
            CLAUSES[run.fund_id],
        )


def _post_difference(
    run: Run, certification: Certification, on: date, by: Officer
) -> Posting | None:
    earlier, before = credited.standing(run)
    after = credited.amounts(run)
    change = {h: after.get(h, ZERO) - before.get(h, ZERO) for h in sorted({*before, *after})}
    found = _accounts(run, [holder for holder, amount in change.items() if amount])
    ours = pool(run.fund_id)
    moves = []
    for holder, amount in change.items():
        if amount > 0:
            moves.append(Move(ours, found[holder], amount))
        elif amount < 0:
            back = min(-amount, accounts.balance(found[holder]))
            moves += [Move(found[holder], ours, back)] if back else []
            _owe(certification, holder, -amount - back, on, by)
    # Decreases first: what comes back to the pool may be what an increase is paid from.
    moves.sort(key=lambda move: move.credit.kind != Kind.POOL)
    if not moves and earlier is not None:
        return None  # all of the difference became receivables, or there is none
    return ledger.post(
        "credit",
        moves,
        fund=run.fund_id,
        key=credited.credit_key(run),
        on=on,
        by=by,
        clause=CLAUSES[run.fund_id],
        note=f"{certification} SFY{run.sfy}" + (f", in the place of {earlier}" if earlier else ""),
    )


def _accounts(run: Run, holders: Iterable[str]) -> dict[str, Account]:
    """Open the holders' accounts of the run's year; the Authority's has no year."""
    others = [holder for holder in holders if holder != AUTHORITY]
    kind = credited.kind_of(run.fund_id, "")
    found = accounts.find_many(run.fund_id, kind, others, run.sfy)
    if AUTHORITY in holders:
        found[AUTHORITY] = accounts.find(run.fund_id, Kind.AUTHORITY, AUTHORITY)
    return found


def _owe(certification: Certification, holder: str, amount: Decimal, on: date, by: Officer) -> None:
    """Record as a receivable what a decrease no longer finds in the holder's account."""
    if amount > 0:
        run = certification.run
        receivables.open(
            run.fund_id,
            Receivable.Kind.OVERPAYMENT,
            holder,
            amount,
            f"certification/{certification.number}/{holder}",
            CLAUSES[run.fund_id],
            f"{certification} gives less than was credited, and the difference is used.",
            on=on,
            by=by,
        )


def _open_adjustments(certification: Certification, on: date, by: Officer) -> None:
    """Record what a decrease by final judgment leaves owing, beyond what already stands. c."""
    run = certification.run
    earlier, _ = credited.standing(run)
    before = _owed_by_run(earlier) if earlier else {}
    for holder, amount in _owed_by_run(run).items():
        if amount > before.get(holder, ZERO):
            receivables.open(
                run.fund_id,
                Receivable.Kind.ADJUSTMENT,
                holder,
                amount - before.get(holder, ZERO),
                f"certification/{certification.number}/{holder}/adjustment",
                ADJUSTMENT,
                f"SFY{run.sfy}: the payment could not absorb the adjustment.",
                on=on,
                by=by,
            )


def _owed_by_run(run: Run) -> dict[str, Decimal]:
    lines = run.lines.filter(component="receivable", amount__gt=0)
    return {line.holder: line.amount.quantize(Decimal("0.01")) for line in lines}


def _recover_from_zones(run: Run, certification: Certification, on: date, by: Officer) -> None:
    """Take what zones owe from what they were just credited, oldest receivable first.

    Formula aid is recovered at its release instead, so that its installments stay whole.
    """
    if run.fund_id != "zone-assistance":
        return
    owing = Receivable.objects.filter(
        fund=run.fund_id, cancelled_on=None, holder__startswith="zone:"
    )
    owing = owing.exclude(kind=Receivable.Kind.FINDING)
    given = credited.amounts(run)
    for holder in sorted(set(owing.values_list("holder", flat=True)) & set(given)):
        account = accounts.find(run.fund_id, Kind.ZONE, holder, run.sfy)
        receivables.recover(
            run.fund_id,
            holder,
            account,
            limit=accounts.balance(account),
            key=f"certification/{certification.number}/recover/{holder}",
            on=on,
            by=by,
        )


@transaction.atomic
def step_down(run: Run, *, on: date, by: Officer) -> Posting:
    """Deposit the year's step-down share in the General Fund, by the run's own line.

    Raises Refusal in a year of 100 percent, and for a run that has a certified successor.
    """
    offices.require(by, "step-down", on=on)
    ledger.hold(run.fund_id)
    key = f"run/{run.pk}/step-down"
    done = Posting.objects.filter(key=key).first()
    if done is not None:
        return done
    if certifications.certified_successor(run) is not None:
        raise Refusal(f"{run} is superseded: step down by the run in its place.", STEP_DOWN)
    line = run.lines.filter(component="general_fund").first()
    share = line.amount.quantize(Decimal("0.01")) if line else ZERO
    change = share - _stepped_down(run)
    if not change:
        raise Refusal(
            f"{run}: ${share:,.2f} goes to the General Fund, and no more is due.", STEP_DOWN
        )
    treasury = accounts.find(run.fund_id, Kind.GENERAL_FUND, "GENERAL_FUND")
    ours = pool(run.fund_id)
    move = Move(ours, treasury, change) if change > 0 else Move(treasury, ours, -change)
    percent = run.figures.get("available_percent")
    note = f"SFY{run.sfy}: {percent}% stays available" if percent else f"SFY{run.sfy}"
    return ledger.post(
        "step down", [move], fund=run.fund_id, key=key, on=on, by=by, clause=STEP_DOWN, note=note
    )


def _stepped_down(run: Run) -> Decimal:
    """What the superseded runs of the year already moved to the General Fund, in dollars."""
    earlier = run.supersedes
    while earlier is not None:
        if Posting.objects.filter(key=f"run/{earlier.pk}/step-down").exists():
            line = earlier.lines.get(component="general_fund")
            return line.amount.quantize(Decimal("0.01"))
        earlier = earlier.supersedes
    return ZERO
