"""The only home of comparing a warrant's four sides: certified, ledger, warrant, bank."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from funds.certification import PREFIXES
from funds.models import Posting
from funds.rules.money import ZERO
from municipalities.letters.words import on_paper
from payments import returns
from payments.models import BankReturn, Payment
from payments.reconciling import bank_side
from payments.reconciling.differences import Difference, Kind, Tie
from payments.reconciling.sides import Sides, expected_release


def compare(sides: Sides) -> list[Difference]:
    """Return every difference between the four sides of a warrant."""
    found = [
        *_steps(sides),
        *_certified(sides),
        *_ledger(sides),
        *bank_side.differences(sides),
        *_returns(sides),
    ]
    return list(dict.fromkeys(found))


def _of(kind: Kind, sides: Sides, words: str, payee: str = "") -> Difference:
    return Difference(kind, sides.warrant.number, payee, words)


def _steps(sides: Sides) -> Iterator[Difference]:
    """The warrant itself: its count, its days in order, and what its posting says of it."""
    have, w = len(sides.payments), sides.warrant
    if have != w.payments_count:
        kind = Kind.MISSING if have < w.payments_count else Kind.ORPHAN
        yield _of(kind, sides, f"{w.payments_count} payments were certified; {have} are there")
    if w.posting is not None:
        yield from _days(sides, w.posting)
        yield from _posted(sides, w.posting)
    yield from _numbers(sides)


def _days(sides: Sides, posting: Posting) -> Iterator[Difference]:
    w = sides.warrant
    days = [day or date.min for day in (w.certified_on, w.warranted_on, w.sent_on)]
    if days != sorted(days) or w.sent_on != posting.effective_on:
        said = ", ".join(on_paper(day) for day in days)
        words = f"certified, issued, sent on {said}; posted {on_paper(posting.effective_on)}"
        yield _of(Kind.ORDER, sides, words)
    if not posting.note.endswith(f"paid on {w.pays_on}"):
        yield _of(
            Kind.DATE, sides, f"pays on {on_paper(w.pays_on)}; the ledger says {_paid_on(posting)}"
        )


def _paid_on(posting: Posting) -> str:
    """Spell the pay day that a posting's note ends with; a note without one stays as it stands."""
    said = posting.note[-10:]
    try:
        return on_paper(date.fromisoformat(said))
    except ValueError:
        return said


def _posted(sides: Sides, posting: Posting) -> Iterator[Difference]:
    w = sides.warrant
    if posting.fund_id != w.fund_id or not w.number.startswith(f"{PREFIXES[w.fund_id]}-"):
        yield _of(Kind.FUND, sides, f"the posting is of {posting.fund_id}, not of {w.fund_id}")
    if w.total != posting.total:
        yield _of(Kind.CENT, sides, f"${w.total:,.2f} certified, ${posting.total:,.2f} posted")


def _numbers(sides: Sides) -> Iterator[Difference]:
    """Payments are numbered in one row from one on, under their warrant's number."""
    stem = f"{sides.warrant.pk:08d}"
    for number, each in enumerate(sides.payments, 1):
        if each.trace != f"{stem}{number:07d}":
            words = f"number {each.trace} stands where {stem}{number:07d} is needed"
            yield _of(Kind.ORDER, sides, words, each.payee)
            return


def _certified(sides: Sides) -> Iterator[Difference]:
    for each in sides.payments:
        due = sides.due(each)
        if due is None or _is_orphan(each):
            yield _of(Kind.ORPHAN, sides, f"{each.trace} pays what was not released", each.payee)
            continue
        if due != each.amount:
            words = f"${due:,.2f} is certified, ${each.amount:,.2f} on the warrant"
            yield _of(Kind.CENT, sides, words, each.payee)
        yield from _payee(sides, each)
        yield from _doubled(sides, each)


def _is_orphan(payment: Payment) -> bool:
    """Whether what it pays was never released, approved or posted."""
    if payment.installment is not None:
        return payment.installment.posting_id is None
    return payment.voucher is not None and payment.voucher.posting_id is None


def _payee(sides: Sides, each: Payment) -> Iterator[Difference]:
    w = sides.warrant
    wrong = {each.payee, each.payable.holder} - sides.payees(each)
    if wrong or (each.bank_account is not None and each.bank_account.payee != each.payee):
        to = each.bank_account.payee if each.bank_account else "nobody"
        words = (
            f"{each.trace} is to {each.payee} by an account of {to}, not to {sides.payees(each)}"
        )
        yield _of(Kind.PAYEE, sides, words, each.payee)
    fund = each.installment.fund_id if each.installment else w.fund_id
    if {fund, each.payable.fund_id} != {w.fund_id}:
        words = f"{each.trace} is of {fund} and {each.payable.fund_id}, not of {w.fund_id}"
        yield _of(Kind.FUND, sides, words, each.payee)
    if each.installment and each.installment.deposit_on > w.pays_on:
        words = f"due {on_paper(each.installment.deposit_on)}, paid {on_paper(w.pays_on)}"
        yield _of(Kind.DATE, sides, words, each.payee)


def _doubled(sides: Sides, each: Payment) -> Iterator[Difference]:
    for column in ("installment", "voucher", "other"):
        pk = getattr(each, f"{column}_id")
        if pk is not None and sides.live.get((column, pk), 0) > 1:
            yield _of(Kind.DOUBLED, sides, f"{column} {pk} has two live payments", each.payee)


def _ledger(sides: Sides) -> Iterator[Difference]:
    """What the posting took from each holder is what the warrant pays; so is what was released."""
    paid: dict[str, Decimal] = defaultdict(lambda: ZERO)
    for each in sides.payments:
        paid[each.payable.holder] += each.amount
    taken = {holder: sum(amounts, ZERO) for holder, amounts in sides.entries.items()}
    for holder in sorted({*paid, *taken}):
        kind, words = _of_holder(paid.get(holder), taken.get(holder))
        if kind is not None:
            yield _of(kind, sides, words, holder)
    for key, due in expected_release(sides).items():
        if sides.released.get(key, ZERO) != due and key[1] in paid:
            words = f"${due:,.2f} was to be released, ${sides.released.get(key, ZERO):,.2f} was"
            yield _of(Kind.CENT, sides, words, key[1])


def _of_holder(paid: Decimal | None, taken: Decimal | None) -> tuple[Kind | None, str]:
    if paid is None:
        return Kind.MISSING, f"the ledger pays ${taken:,.2f} that is on no payment"
    if taken is None:
        return Kind.ORPHAN, f"${paid:,.2f} is on the warrant and not on the ledger"
    if paid != taken:
        return Kind.CENT, f"${taken:,.2f} on the ledger, ${paid:,.2f} on the warrant"
    return None, ""


def _returns(sides: Sides) -> Iterator[Difference]:
    last = returns.last_day_back(sides.warrant.pays_on)
    for each in sides.payments:
        back = getattr(each, "bank_return", None)
        if back is not None:
            yield from _return(sides, each, back, last)
        elif each.returned:
            yield _of(Kind.ORPHAN, sides, f"{each.trace}: no return of the bank", each.payee)


def _return(sides: Sides, each: Payment, back: BankReturn, last: date) -> Iterator[Difference]:
    if back.returned_on > last and not _paid_again(each):
        words = (
            f"{each.trace} came back on {on_paper(back.returned_on)}, later than {on_paper(last)}"
        )
        yield _of(Kind.LATE_RETURN, sides, words, each.payee)
    if not each.returned:
        yield _of(Kind.DOUBLED, sides, f"{each.trace} came back and counts as paid", each.payee)
    if back.posting.total != each.amount or back.posting.effective_on != back.returned_on:
        words = (
            f"{each.trace}: ${back.posting.total:,.2f} came back on {on_paper(back.returned_on)}"
        )
        yield _of(Kind.CENT, sides, words, each.payee)


def _paid_again(payment: Payment) -> bool:
    """Whether what came back went out again on a warrant that was sent: then it is settled."""
    again = getattr(payment, "reissued_by", None)
    return again is not None and again.warrant.posting_id is not None


def ties(sides: Sides) -> list[Tie]:
    """Return each payment four ways; the bank's side only of a file that was taken."""
    left = {holder: list(amounts) for holder, amounts in sides.entries.items()}
    lines = bank_side.amounts(sides)
    return [
        Tie(
            each.pk,
            each.payee,
            each.trace,
            _what(each),
            sides.due(each),
            _ledger_of(each, left),
            each.amount,
            lines.get(each.trace) if lines is not None else None,
            each.returned,
        )
        for each in sides.payments
    ]


def _what(each: Payment) -> str:
    if each.installment is not None:
        return f"SFY{each.installment.entitlement_sfy}, installment {each.installment.number}"
    return f"voucher {each.voucher.number}" if each.voucher else "another posting"


def _ledger_of(each: Payment, left: dict[str, list[Decimal]]) -> Decimal | None:
    """The holder's entry of the payment's amount, or all that is left of its entries."""
    amounts = left.get(each.payable.holder, [])
    if each.amount in amounts:
        amounts.remove(each.amount)
        return each.amount
    if not amounts:
        return None
    total = sum(amounts, ZERO)
    amounts.clear()
    return total
