"""The only home of tasks about refunds of paid vouchers: to confirm, to give back, to record."""

from collections.abc import Iterator
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse

from municipalities.models import Officer
from municipalities.page_parts import Task
from payments.models import Refund

SHOWN = 10
CITE = "52:27H-88 b."


def _open() -> QuerySet[Refund]:
    found = Refund.objects.filter(posting=None, dropped_on=None)
    return found.select_related("voucher", "asked_by__office", "confirmed_by__office")


def to_confirm(officer: Officer, on: date) -> Iterator[Task]:
    """The refunds that another officer of the municipality asked for."""
    of_the_town = _open().filter(
        receivable=None, voucher__municipality=officer.office.municipality_id
    )
    for each in of_the_town.exclude(asked_by__person=officer.person_id)[:SHOWN]:
        yield _task(
            f"Confirm the refund of voucher {each.voucher.number}",
            "refund_confirm",
            each,
            f"Asked for by {each.asked_by}: {each.reason}",
            "to come back",
        )


def to_record(officer: Officer, on: date) -> Iterator[Task]:
    """The refunds that municipalities owe, for the State to record when the money arrives."""
    for each in _open().filter(receivable__isnull=False)[:SHOWN]:
        yield _task(
            f"Record the refund of voucher {each.voucher.number}",
            "refund_record",
            each,
            f"{each.voucher.municipality} owes it. Record the deposit when it is there.",
            "owed",
        )


def waiting(officer: Officer) -> list[Task]:
    """What the office asked for and others have in hand."""
    return [
        _task(
            f"Refund of voucher {each.voucher.number}",
            "",
            each,
            "With the Treasury: the deposit is to be recorded."
            if each.receivable_id
            else "With the CFO.",
            "to come back",
        )
        for each in _open().filter(asked_by__office=officer.office)[:SHOWN]
    ]


def _task(words: str, door: str, refund: Refund, about: str, note: str) -> Task:
    to = reverse(door, args=[refund.pk]) if door else reverse("voucher", args=[refund.voucher_id])
    return Task(
        words, to, about=about, cite=CITE, when=refund.confirmed_on or refund.asked_on,
        stake=refund.amount, stake_note=note,
    )  # fmt: skip
