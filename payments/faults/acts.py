"""The only home of the acts that faults are done to, each with what is there before it.

An act is asked for by its pages, in a browser whose forms keep their token, or by a message to a
worker; to ask again is the same. A worker that comes later finds the leases of the one that died
run out.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from funds import tasks as of_funds
from payments import bank_files, tasks
from payments.faults import before
from payments.faults.before import Size
from payments.models import Warrant
from payments.races.scene import signed_in
from payments.reconciling import scene


@dataclass(frozen=True)
class Ask:
    """How an act is asked for: what a person presses, and the message that a worker then gets."""

    press: Callable[[], object] = str
    message: Callable[[], object] = str

    def __call__(self) -> object:
        """Ask as both do; return what the person is given."""
        given = self.press()
        self.message()
        return given


DOORS = ("municipalities.doors", "municipalities.access", "payments.tasks", "funds.tasks")


@dataclass(frozen=True)
class Act:
    """An act: makes what is there before it and returns how it is asked for, and on which day."""

    name: str
    on: date
    ready: Callable[[Random, Size], Ask]


@contextmanager
def held_at(day: date) -> Iterator[None]:
    """Hold every clock at a day, keep files apart, and ask no second factor."""
    with TemporaryDirectory() as documents, ExitStack() as held:
        held.enter_context(
            override_settings(
                SECOND_FACTOR_EXCEPT="everybody", UNSCANNED_UPLOADS=True, DOCUMENTS=documents
            )
        )
        for door in DOORS:
            held.enter_context(patch(f"{door}.localdate", return_value=day))
        yield


def taken_over() -> None:
    """Let the lease of a worker that died have run out."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE funds_work SET leased_until = NULL WHERE state <> 'done'")


def _press(browser: Client, address: str, *keys: object, **answers: object) -> None:
    """Press a form's button; a refusal of what is done already is an answer too."""
    answer = browser.post(reverse(address, args=keys), {"once": address, **answers})
    if answer.status_code not in {200, 302, 422}:
        raise RuntimeError(f"{address} answered {answer.status_code}")


def _release(random: Random, size: Size) -> Ask:
    before.released(random, size)
    return Ask(message=tasks.release_due_installments)


def _certify(random: Random, size: Size) -> Ask:
    run = before.allotted(random, size)
    by = signed_in(scene.state("treasury-certifier"))

    def press() -> None:
        _press(by, "run_certify", run.pk, statement="on")
        _press(by, "run_credit", run.pk)

    return Ask(press)


def _export(random: Random, size: Size) -> Ask:
    warrant = before.warranted(random, size)
    by = signed_in(scene.state("treasury-releaser"))

    def press() -> str:
        _press(by, "warrant_send", warrant.pk, read="on")
        _press(by, "bank_file", warrant.pk, read="on")
        return bank_files.content_of(Warrant.objects.get(pk=warrant.pk))

    return Ask(press)


def _close(random: Random, size: Size) -> Ask:
    closing = before.rehearsed(random, size)
    by = signed_in(scene.state("treasury-certifier"))

    def press() -> None:
        _press(by, "year_end_certify", closing.fund_id, closing.sfy, statement="on")

    return Ask(press, of_funds.work_through_rows)


def _import(random: Random, size: Size) -> Ask:
    content = before.file_of_sales(random, size)
    by = signed_in(scene.state("dca-analyst"))

    def press() -> None:
        file = SimpleUploadedFile("sales.csv", content, "text/csv")
        _press(by, "intake_send", "taxable-sales", period="2025", received_on="2026-07-15",
               title="Taxable sales", publisher="Division of Taxation", file=file)  # fmt: skip

    return Ask(press, of_funds.work_through_rows)


ACTS = (
    Act("release", before.PAY_DAY, _release),
    Act("certify", before.CERTIFIED_ON, _certify),
    Act("export", before.PAY_DAY, _export),
    Act("close", before.CLOSED_ON, _close),
    Act("import", before.PAY_DAY, _import),
)
