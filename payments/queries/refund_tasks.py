"""The only home of tasks about refunds of paid vouchers: to confirm, to give back, to record."""

from collections.abc import Iterator
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse

from municipalities.models import Officer
from municipalities.page_parts import Task
from payments.models import Refund

SHOWN = 10
KEPT = "refunds_of_its_town"
CITE = "52:27H-88 b."


def _open() -> QuerySet[Refund]:
    found = Refund.objects.filter(posting=None, dropped_on=None)
    return found.select_related("voucher", "asked_by__office", "confirmed_by__office")


def _of_the_town(officer: Officer) -> list[Refund]:
    """Return the open refunds of the officer's municipality or zone, read once for an officer."""
    kept: list[Refund] | None = getattr(officer, KEPT, None)
    if kept is None:
        town = officer.office.municipality_id
        mine = {"voucher__municipality": town} if town else {"asked_by__office": officer.office}
        kept = list(_open().filter(**mine))
        setattr(officer, KEPT, kept)
    return kept


def to_confirm(officer: Officer, on: date) -> Iterator[Task]:
    """The refunds that another officer of the municipality asked for."""
    asked = [each for each in _of_the_town(officer) if each.receivable_id is None]
    others = [each for each in asked if each.asked_by.person_id != officer.person_id]
    for each in others[:SHOWN]:
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
    mine = [each for each in _of_the_town(officer) if each.asked_by.office_id == officer.office_id]
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
        for each in mine[:SHOWN]
    ]


def _task(words: str, door: str, refund: Refund, about: str, note: str) -> Task:
    to = reverse(door, args=[refund.pk]) if door else reverse("voucher", args=[refund.voucher_id])
    return Task(
        words, to, about=about, cite=CITE, when=refund.confirmed_on or refund.asked_on,
        stake=refund.amount, stake_note=note,
    )  # fmt: skip
