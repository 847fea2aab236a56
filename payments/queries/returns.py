"""The only home of what is asked of return files, and of returns that wait to be paid again."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Count, Q, QuerySet, Sum

from funds.rules.money import ZERO
from payments.models import BankReturn, ReturnFile, ReturnLine

State = ReturnLine.State
OPEN = Q(state=State.EXCEPTION, settled_by=None)


@dataclass(frozen=True)
class Summed:
    """How many lines of a state, and their dollars."""

    count: int
    amount: Decimal


def files() -> QuerySet[ReturnFile]:
    """Return the files, the latest first, with how many lines wait, match and are exceptions."""
    found = ReturnFile.objects.select_related("sent_by__office", "confirmed_by__office")
    return found.order_by("-pk").annotate(
        total=Sum("lines__amount"),
        many=Count("lines"),
        matched=Count("lines", filter=Q(lines__state=State.MATCHED)),
        exceptions=Count("lines", filter=Q(lines__state=State.EXCEPTION, lines__settled_by=None)),
    )


def sums(file: ReturnFile) -> dict[str, Summed]:
    """Return count and dollars of a file's lines by state."""
    rows = file.lines.order_by().values("state").annotate(count=Count("pk"), total=Sum("amount"))
    found = {each["state"]: Summed(each["count"], each["total"]) for each in rows}
    return {state: found.get(state, Summed(0, ZERO)) for state in State.values}


def open_exceptions() -> QuerySet[ReturnLine]:
    """Return the lines that a person has to settle, the oldest first."""
    return ReturnLine.objects.filter(OPEN).select_related("file").order_by("pk")


def paid_again(many: int = 20) -> list[BankReturn]:
    """Return the last of what came back and went out again on a warrant that was sent."""
    rows = BankReturn.objects.filter(payment__reissued_by__warrant__posting__isnull=False)
    related = ("payment__warrant", "payment__reissued_by__warrant")
    return list(rows.select_related(*related).order_by("-returned_on", "-pk")[:many])


def to_pay_again(on: date) -> list[BankReturn]:
    """Return what came back and was not paid again, the oldest first."""
    rows = BankReturn.objects.filter(payment__reissued_by=None, returned_on__lte=on)
    related = ("payment__warrant__fund", "payment__bank_account")
    return list(rows.select_related(*related).order_by("returned_on", "pk"))
