"""The only home of the daily reconciliation: every sent warrant, and what stands without one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.db import connection, transaction

from funds.models import Posting
from funds.rules.money import ZERO
from municipalities import offices
from municipalities.letters.words import on_paper
from municipalities.models import Officer
from payments.models import BankReturn, Payment, Reconciliation, Warrant
from payments.reconciling import copies, sides
from payments.reconciling.compare import compare
from payments.reconciling.differences import Difference, Kind


@dataclass
class Found:
    """What was compared and what differs."""

    warrants: int = 0
    payments: int = 0
    total: Decimal = ZERO
    differences: list[Difference] = field(default_factory=list)


def look(on: date, files: Mapping[str, str] | None = None) -> Found:
    """Compare every sent warrant four ways; `files` are files as the bank has them, by warrant."""
    found = Found()
    sent = Warrant.objects.exclude(posting=None).select_related("posting", "fund")
    for warrant in sent.order_by("pk"):
        read = sides.read(warrant, (files or {}).get(warrant.number))
        found.warrants += 1
        found.payments += len(read.payments)
        found.total += sum((each.amount for each in read.payments), ZERO)
        found.differences += [*compare(read), *copies.differing(warrant)]
        if read.file is None and warrant.pays_on < on:
            words = f"pays on {on_paper(warrant.pays_on)}, and no bank file was taken"
            found.differences.append(Difference(Kind.MISSING, warrant.number, "", words))
    found.differences += _without_source()
    return found


def _without_source() -> Iterator[Difference]:
    """Postings that no warrant or return made, and payments that count as sent and are not."""
    paid = Posting.objects.filter(act="pay", warrant=None)
    for posting in paid.exclude(reverses__isnull=False).order_by("pk"):
        yield Difference(Kind.ORPHAN, "", "", f"{posting} pays and has no warrant")
    for posting in Posting.objects.filter(act="return", bank_return=None).order_by("pk"):
        yield Difference(Kind.ORPHAN, "", "", f"{posting} is a return and has none")
    unsent = BankReturn.objects.filter(payment__warrant__posting=None)
    for back in unsent.select_related("payment__warrant"):
        words = f"{back.payment.trace} came back and was never sent"
        yield Difference(Kind.ORPHAN, back.payment.warrant.number, back.payment.payee, words)
    open_ones = Payment.objects.filter(
        warrant__withdrawn_on__isnull=False, returned=False
    ).select_related("warrant")
    for each in open_ones:
        words = f"{each.trace} is live on a withdrawn warrant"
        yield Difference(Kind.ORPHAN, each.warrant.number, each.payee, words)


@transaction.atomic
def reconcile(*, on: date, by: Officer) -> Reconciliation:
    """Compare everything and keep what it came to; it changes nothing else.

    Of a day that was reconciled already by the same officer, that result is returned.
    """
    offices.require(by, "reconcile", on=on)
    with connection.cursor() as cursor:  # however often it is woken, it is done once
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('reconcile'))")
    done = Reconciliation.objects.filter(on=on, by=by).first()
    if done is not None and by.office.title == "system":
        return done
    found = look(on)
    return Reconciliation.objects.create(
        on=on,
        by=by,
        warrants=found.warrants,
        payments=found.payments,
        total=found.total,
        differences=[each.as_json() for each in found.differences],
    )
