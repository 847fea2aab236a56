"""The only home of the year's end: rehearse, certify, lapse, carry forward, seal.

A close is small steps, each in its own transaction and each leaving its evidence: what lapsed
points at its posting, what goes on has its opening balance, a closed year has its seal. Done
again, a step finds its evidence and changes nothing; a close that was cut off goes on from there.
"""

from datetime import date

from django.db import transaction

from funds import dispositions, lapses, ledger, opening_balances, work
from funds.models import Closing, LedgerHead, Posting, Seal
from funds.refusal import Refusal
from funds.rules.fiscal_year import last_day
from funds.work import Progress
from municipalities import offices
from municipalities.models import Officer


@transaction.atomic
def rehearse(fund: str, sfy: int, *, on: date, by: Officer) -> Closing:
    """Write what would become of every balance at the year's end, in place of an older rehearsal.

    Nothing moves. Raises Refusal when the year is sealed or certified, or an earlier one is open.
    """
    offices.require(by, "prepare-close", on=on)
    _refuse_out_of_order(ledger.hold(fund), sfy)
    closing, _ = Closing.objects.get_or_create(
        fund_id=fund, sfy=sfy, defaults={"prepared_by": by, "prepared_on": on}
    )
    if closing.certified_by_id:
        raise Refusal(f"{closing} was certified on {closing.certified_on}: it stays as it is.")
    closing.prepared_by, closing.prepared_on = by, on
    closing.save(update_fields=["prepared_by", "prepared_on"])
    dispositions.replace(closing)
    return closing


def _refuse_out_of_order(head: LedgerHead, sfy: int) -> None:
    following = head.sealed_through + 1
    if sfy < following:
        raise Refusal(f"SFY{sfy} of {head.fund_id} is sealed already.")
    if sfy > following:
        raise Refusal(
            f"SFY{sfy} of {head.fund_id} cannot be closed before SFY{following} is, even if"
            f" nothing was posted in SFY{following}."
        )


@transaction.atomic
def certify(closing: Closing, *, on: date, by: Officer) -> Closing:
    """Certify what the rehearsal shows, as another person, and offer the close to the workers.

    Raises Refusal before the year has ended, for the person who prepared it, when a balance has
    changed since, and when money that lapses has been taken by a later posting.
    """
    offices.require(by, "certify-close", on=on)
    ledger.hold(closing.fund_id)
    closing.refresh_from_db()
    if closing.certified_by_id == by.pk:
        return closing
    _refuse_certificate(closing, on, by)
    lapses.sent_ahead(closing)
    closing.certified_by, closing.certified_on = by, on
    closing.document_hash = dispositions.document_hash(closing)
    closing.save(update_fields=["certified_by", "certified_on", "document_hash"])
    key, title = f"{closing.fund_id}/SFY{closing.sfy}/close", f"Close {closing}"
    work.offer("close", key, title, on, {"closing": closing.pk})
    return closing


def _refuse_certificate(closing: Closing, on: date, by: Officer) -> None:
    ends = last_day(closing.sfy)
    if closing.certified_by_id:
        raise Refusal(f"{closing} was certified on {closing.certified_on} by another officer.")
    if on <= ends:
        raise Refusal(f"{closing} ends on {ends}: until then its rehearsal is a preview.")
    if closing.prepared_by.person_id == by.person_id:
        raise Refusal(f"{by.person} prepared {closing}: another person must certify it.")
    changed = dispositions.changed_since(closing)
    if changed:
        raise Refusal(
            f"{closing}: {changed} balances have changed since the rehearsal of"
            f" {closing.prepared_on}. Rehearse it again and certify what it then shows."
        )


@transaction.atomic
def lapse_to_authority(closing: Closing, *, on: date, by: Officer) -> Posting | None:
    """Post what lapses to the Authority's account, effective June 30, once; None when nothing does.

    What lapses while in a municipality's trust becomes a receivable too. Raises Refusal when the
    closing is not certified, or money that lapses has been taken by a later posting.
    """
    offices.require(by, "lapse", on=on)
    ledger.hold(closing.fund_id)
    _refuse_uncertified(closing)
    return lapses.post(closing, on=on, by=by)


def _refuse_uncertified(closing: Closing) -> None:
    closing.refresh_from_db()
    if not closing.certified_by_id:
        raise Refusal(f"{closing} is rehearsed only: nothing moves until it is certified.")


@transaction.atomic
def carry_forward(closing: Closing, *, on: date, by: Officer) -> int:
    """Write the opening balances of the year that follows, a range of accounts at a time.

    Return how many were written; 0 means that all are. Nothing moves: what is carried stays where
    it is, as its disposition says. Raises Refusal before what lapses is posted.
    """
    offices.require(by, "carry-forward", on=on)
    ledger.hold(closing.fund_id)
    _refuse_uncertified(closing)
    if lapses.waiting(closing).exists():
        raise Refusal(f"{closing}: what lapses must be posted before balances are carried.")
    return opening_balances.write(closing)


@transaction.atomic
def seal(closing: Closing, *, on: date, by: Officer) -> Seal:
    """Seal the year for good, once; the database proves that every balance ties to the cent."""
    offices.require(by, "carry-forward", on=on)
    ledger.hold(closing.fund_id)
    _refuse_uncertified(closing)
    if opening_balances.missing(closing):
        raise Refusal(f"{closing}: its balances are not all carried forward yet.")
    made, _ = Seal.objects.get_or_create(closing=closing)
    made.refresh_from_db()  # the database numbers it
    return made


def close(closing: Closing, *, on: date, by: Officer) -> Closing:
    """Run what is left of a certified close, each step in its own transaction, to the seal."""
    progress = advance(closing, on=on, by=by)
    while progress.done < progress.of:
        progress = advance(closing, on=on, by=by)
    return closing


@transaction.atomic
def advance(closing: Closing, *, on: date, by: Officer) -> Progress:
    """Run the next step of a certified close, found from the evidence of those before it."""
    ledger.hold(closing.fund_id)
    _refuse_uncertified(closing)
    if not Seal.objects.filter(closing=closing).exists():
        _step(closing, on=on, by=by)
    return progress_of(closing)


def _step(closing: Closing, *, on: date, by: Officer) -> None:
    if lapses.waiting(closing).exists():
        lapse_to_authority(closing, on=on, by=by)
    elif opening_balances.missing(closing):
        carry_forward(closing, on=on, by=by)
    else:
        seal(closing, on=on, by=by)


def progress_of(closing: Closing) -> Progress:
    """Say how many steps of the close are done, of how many."""
    ranges = opening_balances.ranges(closing)
    if Seal.objects.filter(closing=closing).exists():
        return Progress(ranges.of + 2, ranges.of + 2)
    if lapses.waiting(closing).exists():
        return Progress(0, ranges.of + 2)
    return Progress(1 + ranges.done, ranges.of + 2)
