"""The only home of putting right what the State credited in error, year by year.

Nothing is posted into the years that were wrong: what is still there goes back to the pool today,
the rest is a receivable, and what was encumbered or spent stands. Ceilings are those of the
corrected credit from then on; what is over them is shown by `caps.over` and not undone.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import accounts, ledger, receivables
from funds.duties import refuse_same_person
from funds.ledger import Move
from funds.models import Account, Correction, Kind, Posting, Receivable
from funds.refusal import Refusal
from funds.rules.carry_forward import SECTIONS
from funds.rules.fiscal_year import last_day_unencumbered
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities import offices
from municipalities.models import Officer

Lines = Mapping[int, tuple[Decimal, Decimal]]


@transaction.atomic
def correct(
    number: str,
    fund: str,
    holder: str,
    lines: Lines,
    reason: str,
    *,
    on: date,
    by: Officer,
    approved_by: Officer,
) -> list[Correction]:
    """Correct credits of past years: by year, what was credited and what should have been.

    A year's own money is taken first, then the oldest of the holder's other usable years; what
    is not there becomes a receivable of that year. Raises Refusal when one person prepares and
    approves, without a reason, and for a year in which too little was credited.
    """
    offices.require(by, "correct", on=on)
    offices.require(approved_by, "approve-correction", on=on)
    refuse_same_person(f"Correction {number}, approval", by, approved_by)
    ledger.hold(fund)
    done = Correction.objects.filter(number=number, fund=fund, holder=holder).order_by("sfy")
    if done:
        return _same(list(done), lines)
    _refuse(number, fund, lines, reason)
    case = Correction(
        number=number,
        fund_id=fund,
        holder=holder,
        reason=reason,
        prepared_by=by,
        approved_by=approved_by,
        corrected_on=on,
    )
    wrong = {sfy: was - should for sfy, (was, should) in lines.items()}
    taken = available(fund, holder, wrong, on)
    return [_correct_year(case, sfy, *lines[sfy], taken[sfy]) for sfy in sorted(lines)]


def numbered(number: str) -> list[Correction]:
    """Return what was corrected under a number, by holder and year."""
    found = Correction.objects.filter(number=number).select_related("posting", "receivable")
    return list(found.order_by("holder", "sfy"))


def _same(done: list[Correction], lines: Lines) -> list[Correction]:
    if {each.sfy: (each.credited, each.should_have_been) for each in done} != dict(lines):
        raise Refusal(f"Correction {done[0].number} was already made with other amounts.")
    return done


def _refuse(number: str, fund: str, lines: Lines, reason: str) -> None:
    if not lines or not reason.strip():
        raise Refusal(f"Correction {number} names its years and its reason.", SECTIONS[fund])
    for sfy, (was, should) in sorted(lines.items()):
        if not ZERO <= should < was:
            raise Refusal(
                f"Correction {number}, SFY{sfy}: ${was:,.2f} was credited, ${should:,.2f} should "
                "have been. What was credited too little is made up by a run of its own.",
                SECTIONS[fund],
            )


Taken = dict[Account, Decimal]


def available(fund: str, holder: str, wrong: Mapping[int, Decimal], on: date) -> dict[int, Taken]:
    """Return what each year's correction takes from which account: its own, then the oldest."""
    kind = Kind.ZONE if fund == FUND else Kind.ENTITLED
    found = Account.objects.filter(fund=fund, kind=kind, holder=holder, balance__gt=0)
    return taken_from(found.order_by("sfy"), wrong, on)


def taken_from(
    found: Iterable[Account], wrong: Mapping[int, Decimal], on: date
) -> dict[int, Taken]:
    """Say it of accounts that were read already, oldest year first."""
    left = {a: a.balance for a in found}
    taken: dict[int, Taken] = {sfy: {} for sfy in wrong}
    for own in (True, False):
        for sfy in sorted(wrong):
            for account, there in left.items():
                ours = account.sfy == sfy if own else _lends(account, on)
                short = wrong[sfy] - sum(taken[sfy].values(), ZERO)
                part = min(there, short) if ours else ZERO
                if part > 0:
                    taken[sfy][account] = taken[sfy].get(account, ZERO) + part
                    left[account] -= part
    return taken


def _lends(account: Account, on: date) -> bool:
    """A zone's other years pay while usable; certified aid of another year is that year's own."""
    return account.kind == Kind.ZONE and on <= last_day_unencumbered(account.sfy or 0)


def _correct_year(
    case: Correction, sfy: int, was: Decimal, should: Decimal, taken: Taken
) -> Correction:
    """Post what is there, owe the rest, and write the line down."""
    correction = copy(case)
    correction.sfy, correction.credited, correction.should_have_been = sfy, was, should
    wrong = correction.credited - correction.should_have_been
    correction.posting = _give_back(correction, taken) if taken else None
    rest = wrong - sum(taken.values(), ZERO)
    if rest > 0:
        correction.receivable = receivables.open(
            correction.fund_id,
            Receivable.Kind.CORRECTION,
            correction.holder,
            rest,
            f"{_key(correction)}/receivable",
            SECTIONS[correction.fund_id],
            f"Correction {correction.number}, SFY{correction.sfy}: {correction.reason}",
            on=correction.corrected_on,
            by=correction.prepared_by,
        )
    correction.save()
    return correction


def _give_back(correction: Correction, taken: Taken) -> Posting:
    pool = accounts.find(correction.fund_id, Kind.POOL, "FUND")
    return ledger.post(
        "correct",
        [Move(account, pool, part) for account, part in taken.items()],
        fund=correction.fund_id,
        key=_key(correction),
        on=correction.corrected_on,
        by=correction.prepared_by,
        clause=SECTIONS[correction.fund_id],
        note=f"Correction {correction.number}, SFY{correction.sfy}: {correction.reason}"[:500],
    )


def _key(correction: Correction) -> str:
    return f"correction/{correction.number}/{correction.holder}/{correction.sfy}"
