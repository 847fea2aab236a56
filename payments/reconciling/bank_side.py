"""The only home of the bank's side: the file read again line by line against the payments."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from funds.refusal import Refusal
from municipalities.letters.words import on_paper
from payments import account_numbers
from payments.bank_file.reading import Line, read
from payments.bank_files import PURPOSES
from payments.models import Payment
from payments.reconciling.differences import Difference, Kind
from payments.reconciling.sides import Sides


def _of(kind: Kind, sides: Sides, words: str, payee: str = "") -> Difference:
    return Difference(kind, sides.warrant.number, payee, words)


def amounts(sides: Sides) -> dict[str, Decimal] | None:
    """Return the amounts of a taken file by the payments' numbers; None before it is taken."""
    if sides.file is None or not sides.content:
        return None
    try:
        return {each.payment: each.amount for each in read(sides.content)[0]}
    except Refusal:
        return {}


def differences(sides: Sides) -> Iterator[Difference]:
    """Compare the file, as it is written now or as somebody has it, with warrant and hash."""
    if sides.file is None:
        return
    w = sides.warrant
    if sides.unwritable:
        yield _of(Kind.ALTERED_FILE, sides, f"it can't be written again: {sides.unwritable}")
        return
    digest = hashlib.sha256(sides.content.encode()).hexdigest()
    kept = (sides.file.payments_count, sides.file.total)
    if digest != sides.file.sha256 or kept != (w.payments_count, w.total):
        words = f"taken was {sides.file.sha256[:8]}, now it is {digest[:8]}"
        yield _of(Kind.ALTERED_FILE, sides, words)
    try:
        lines, control = read(sides.content)
    except Refusal as no:
        yield _of(Kind.ALTERED_FILE, sides, str(no))
        return
    if control.hashed != sides.file.entry_hash:
        yield _of(Kind.ALTERED_FILE, sides, f"hash {control.hashed}, was {sides.file.entry_hash}")
    yield from _header(sides)
    yield from _lines(sides, lines)


def _header(sides: Sides) -> Iterator[Difference]:
    """The batch says which fund pays, and on which day."""
    w, batch = sides.warrant, sides.content.split("\n")[1]
    purpose, day = batch[53:63].strip(), batch[69:75]
    if purpose != PURPOSES[w.fund_id]:
        yield _of(Kind.FUND, sides, f"the file says {purpose}, not {PURPOSES[w.fund_id]}")
    if day != f"{w.pays_on:%y%m%d}":
        yield _of(
            Kind.DATE, sides, f"the file pays on {_day(day)}, the warrant on {on_paper(w.pays_on)}"
        )


def _day(said: str) -> str:
    """Spell the day of a batch, six figures; what is no day stays as it stands."""
    try:
        return on_paper(date(2000 + int(said[:2]), int(said[2:4]), int(said[4:])))
    except ValueError:
        return f"“{said}”"


def _lines(sides: Sides, lines: list[Line]) -> Iterator[Difference]:
    payments = {each.trace: each for each in sides.payments}
    yield from _counted(sides, lines, payments)
    order = [each.payment for each in lines if each.payment in payments]
    if order != sorted(order):
        yield _of(Kind.ORDER, sides, "the file's payments stand in another order")
    for line in lines:
        if line.payment in payments:
            yield from _line(sides, line, payments[line.payment])


def _counted(sides: Sides, lines: list[Line], payments: dict[str, Payment]) -> Iterator[Difference]:
    """Each payment stands in the file once, and nothing else does."""
    counts = Counter(each.payment for each in lines)
    for trace, many in counts.items():
        if trace not in payments:
            yield _of(Kind.ORPHAN, sides, f"the file pays {trace}, which is no payment of ours")
        elif many > 1:
            payee = payments[trace].payee
            yield _of(Kind.DOUBLED, sides, f"{trace} is {many} times in the file", payee)
    for trace in sorted(set(payments) - set(counts)):
        yield _of(Kind.MISSING, sides, f"{trace} is not in the file", payments[trace].payee)


def _line(sides: Sides, line: Line, payment: Payment) -> Iterator[Difference]:
    if line.amount != payment.amount:
        words = f"{line.payment}: ${payment.amount:,.2f} warranted, ${line.amount:,.2f} in the file"
        yield _of(Kind.CENT, sides, words, payment.payee)
    account = payment.bank_account
    if account is None or (line.routing, line.number) != (
        account.routing,
        account_numbers.unseal(account.sealed_number).upper(),
    ):
        yield _of(Kind.PAYEE, sides, f"{line.payment} goes to another account", payment.payee)
