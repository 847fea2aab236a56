"""The only home of tasks around files of figures: to put forward, to accept."""

from collections.abc import Iterator
from datetime import date

from django.urls import reverse

from funds.queries import intakes
from municipalities.models import Intake, Officer
from municipalities.page_parts import Task
from municipalities.reading.formats import LAYOUTS


def _files(officer: Officer) -> list[Intake]:
    """The files that wait for a person, read once for an officer of a request."""
    kept: list[Intake] | None = getattr(officer, "files_that_wait", None)
    if kept is None:
        kept = [*intakes.waiting()]
        setattr(officer, "files_that_wait", kept)  # noqa: B010 - Officer declares no such name
    return kept


def to_forward(officer: Officer, on: date) -> Iterator[Task]:
    """Files that are read and that nobody put forward."""
    for intake in _files(officer):
        if intake.forwarded_by_id is None:
            yield _file("Put forward", intake, f"{len(intake.must)} to mend.")


def to_accept(officer: Officer, on: date) -> Iterator[Task]:
    """Files that another person put forward."""
    for intake in _files(officer):
        if intake.forwarded_by_id is not None and officer.person_id != intake.sent_by.person_id:
            yield _file("Accept", intake, f"Sent by {intake.sent_by}.")


def _file(act: str, intake: Intake, about: str) -> Task:
    layout = LAYOUTS[intake.layout]
    return Task(
        f"{act} {layout.title}, {intake.period}",
        reverse("intake", args=[intake.pk]),
        about=about,
        cite=layout.cite,
        when=intake.sent_on,
    )
