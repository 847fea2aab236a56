"""The only home of acts on return files: read and matched first, recorded when confirmed, once.

A file is known by its fingerprint: loaded again it is the same file and changes nothing. What
can't be matched is an exception that a person settles; an unknown layout is kept in quarantine.
"""

import hashlib
from collections.abc import Sequence
from datetime import date

from django.db import transaction

from funds.refusal import Refusal
from municipalities import offices
from municipalities.letters.words import on_paper
from municipalities.models import Officer
from municipalities.reading.text import Unreadable
from payments import return_codes, returns
from payments.bank_file.returned import Returned, UnknownLayout, read
from payments.models import BankReturn, Payment, ReturnFile, ReturnLine

State = ReturnLine.State


@transaction.atomic
def load(content: bytes, filename: str, *, on: date, by: Officer) -> ReturnFile:
    """Read a file of the bank and match its lines; nothing is posted. The same file is returned.

    A layout that isn't known is kept in quarantine. Raises Refusal for a line that can't be read.
    """
    offices.require(by, "record-return", on=on)
    digest = hashlib.sha256(content).hexdigest()
    known = ReturnFile.objects.filter(sha256=digest).first()
    if known is not None:
        return known
    kept = {"sha256": digest, "filename": filename[:120], "sent_by": by, "sent_on": on}
    try:
        found = read(_text(content, filename), filename)
    except (UnknownLayout, Unreadable) as unknown:
        return ReturnFile.objects.create(quarantined_because=str(unknown)[:300], **kept)
    file = ReturnFile.objects.create(layout=found.layout, heads=found.heads, **kept)
    ReturnLine.objects.bulk_create(_matched(file, found.lines, on))
    return file


def _text(content: bytes, filename: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(f"{filename} is no text file (byte {error.start}).") from error


def _matched(file: ReturnFile, lines: Sequence[Returned], on: date) -> list[ReturnLine]:
    """Match each line by its payment's number; a second line of one payment is an exception."""
    traces = {each.trace for each in lines}
    related = ("warrant", "bank_return")
    payments = {
        each.trace: each
        for each in Payment.objects.filter(trace__in=traces).select_related(*related)
    }
    seen: set[str] = set()
    made = []
    for each in lines:
        payment = payments.get(each.trace)
        state, finding = _judge(each, payment, seen, on)
        seen.add(each.trace)
        made.append(
            ReturnLine(
                file=file,
                number=each.number,
                trace=each.trace[:40],
                amount=each.amount,
                code=each.code[:10],
                returned_on=each.on or on,
                payment=payment,
                payee=payment.payee if payment else "",
                state=state,
                finding=finding[:300],
            )
        )
    return made


def _judge(line: Returned, payment: Payment | None, seen: set[str], on: date) -> tuple[State, str]:
    """Say whether a line can be recorded, was before, or what is wrong with it."""
    if payment is None:
        return State.EXCEPTION, f"No payment bears the number {line.trace}."
    try:
        return_codes.words(line.code)
    except Refusal as no:
        return State.EXCEPTION, str(no)
    if line.trace in seen:
        return State.EXCEPTION, "It stands in this file before: one payment comes back once."
    done: BankReturn | None = getattr(payment, "bank_return", None)
    if done is not None:
        if done.code == line.code:
            return State.KNOWN, f"Recorded on {on_paper(done.returned_on)}."
        return (
            State.EXCEPTION,
            f"It came back as {done.code} on {on_paper(done.returned_on)} already.",
        )
    return _judge_payment(line, payment, on)


def _judge_payment(line: Returned, payment: Payment, on: date) -> tuple[State, str]:
    warrant = payment.warrant
    if payment.amount != line.amount:
        words = f"${payment.amount:,.2f} was paid; ${line.amount:,.2f} is said to have come back."
        return State.EXCEPTION, words
    if warrant.posting_id is None or warrant.sent_on is None:
        return State.EXCEPTION, f"{warrant} was not sent: nothing can come back of it."
    day = line.on or on
    if not warrant.sent_on <= day <= on:
        return (
            State.EXCEPTION,
            f"It is dated {on_paper(day)}; {warrant} was sent on {on_paper(warrant.sent_on)}.",
        )
    return State.MATCHED, ""


@transaction.atomic
def confirm(file: ReturnFile, *, on: date, by: Officer) -> ReturnFile:
    """Record every matched line of a file, each once; exceptions stay to be settled.

    Confirmed again nothing changes. Raises Refusal for a file in quarantine.
    """
    offices.require(by, "record-return", on=on)
    found = ReturnFile.objects.select_for_update(of=("self",)).get(pk=file.pk)
    if found.confirmed_by_id is not None:
        return found
    if found.quarantined_because:
        raise Refusal(f"{found} is in quarantine: {found.quarantined_because}")
    matched = found.lines.filter(state=State.MATCHED).select_related("payment__warrant__posting")
    for line in matched.order_by("number"):
        if line.payment is not None:
            _record(line, line.payment, by)
    found.confirmed_by, found.confirmed_on = by, on
    found.save(update_fields=["confirmed_by", "confirmed_on"])
    return found


def _record(line: ReturnLine, payment: Payment, by: Officer) -> None:
    """Record one line; what another file recorded meanwhile is known, and isn't recorded twice."""
    done = BankReturn.objects.filter(payment=payment).first()
    if done is not None:
        line.state = State.KNOWN if done.code == line.code else State.EXCEPTION
        line.finding = f"Recorded as {done.code} on {on_paper(done.returned_on)} meanwhile."
    else:
        try:
            with transaction.atomic():
                line.recorded = returns.record(payment, line.code, on=line.returned_on, by=by)
        except Refusal as no:
            line.state, line.finding = State.EXCEPTION, str(no)[:300]
    line.save(update_fields=["state", "finding", "recorded"])


@transaction.atomic
def settle(line: ReturnLine, because: str, *, on: date, by: Officer) -> ReturnLine:
    """Say what came of an exception; it moves no money. Raises Refusal without a reason."""
    offices.require(by, "record-return", on=on)
    found = ReturnLine.objects.select_for_update(of=("self",)).get(pk=line.pk)
    if found.settled_by_id is not None:
        return found
    if found.state != State.EXCEPTION:
        raise Refusal(f"{found} is no exception: nothing is to be settled.")
    if not because.strip():
        raise Refusal("An exception is settled with what came of it.")
    found.settled_by, found.settled_on, found.settled_because = by, on, because[:300]
    found.save(update_fields=["settled_by", "settled_on", "settled_because"])
    return found
