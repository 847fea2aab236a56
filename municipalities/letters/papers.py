"""The only home of issuing a paper once, stored as issued, and of saying whether it stands."""

from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import connection, transaction
from django.urls import reverse

from municipalities.documents import store
from municipalities.letters.engine import typeset
from municipalities.letters.words import Letter
from municipalities.models import Officer, Paper, Withdrawal

DEMONSTRATION = "Demonstration figures. Not an act of the State."


@dataclass(frozen=True)
class Addressed:
    """What makes a paper one of its kind: its number, key and subject, and whose it is."""

    number: str
    kind: str
    key: str
    subject: str
    whose: store.Whose


def issue(letter: Letter, to: Addressed, *, on: date, by: Officer) -> Paper:
    """Set, number and store a letter, once; the same key again returns what stands.

    It supersedes the last paper on its subject, unless that one was withdrawn.
    """
    with store.gone_when_refused(), transaction.atomic():
        _one_at_a_time(to.subject)
        done = Paper.objects.filter(key=to.key).first()
        if done is not None:
            return done
        said = letter.as_json()
        document = store.keep(store.made(to.number, _set(said, to, on)), to.whose, by=by)
        return Paper.objects.create(
            number=to.number,
            kind=to.kind,
            key=to.key,
            subject=to.subject,
            title=letter.title,
            letter=said,
            document=document,
            sha256=document.sha256,
            issued_on=on,
            issued_by=by,
            supersedes=_standing(to.subject),
        )


def _set(said: dict[str, object], to: Addressed, on: date) -> bytes:
    mark = DEMONSTRATION if settings.DEMONSTRATION else ""
    verify = settings.SITE_ADDRESS + reverse("verify", args=[to.number])
    return typeset(said, number=to.number, on=on, verify=verify, mark=mark)


def _standing(subject: str) -> Paper | None:
    """Return the last paper on a subject that was neither superseded nor withdrawn."""
    return Paper.objects.filter(subject=subject, superseded_by=None, withdrawal=None).first()


def _one_at_a_time(subject: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"paper/{subject}"])


@transaction.atomic
def withdraw(paper: Paper, reason: str, *, on: date, by: Officer) -> Withdrawal:
    """Say that a paper no longer stands, once; the paper stays as it was issued."""
    made, _ = Withdrawal.objects.get_or_create(
        paper=paper, defaults={"reason": reason, "withdrawn_on": on, "withdrawn_by": by}
    )
    return made


def state_of(paper: Paper) -> str:
    """Say whether a paper stands: Valid, Superseded by which one, Withdrawn."""
    later = getattr(paper, "superseded_by", None)
    if later is not None:
        return f"Superseded by {later.number}"
    return "Withdrawn" if hasattr(paper, "withdrawal") else "Valid"
