"""The only home of keeping what a person typed: saved by version, never over something newer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core import signing
from django.db import transaction
from django.db.models.functions import Now
from django.http import QueryDict

from municipalities.models import Draft, DraftVersion, Person

Answers = dict[str, list[str]]
SALT = "what a person typed"
LASTS = 24 * 60 * 60  # seconds: a page left open longer keeps nothing more
LARGEST = 200_000  # characters of one draft
NEVER = {"csrfmiddlewaretoken", "token", "once", "draft", "draft_seen", "act", "save"}


@dataclass(frozen=True)
class Form:
    """Which form of whose a draft is, and where it is found again."""

    person: int
    form: str
    about: str
    title: str
    address: str

    def name(self) -> str:
        """Return what a browser calls its own copy: of this person and this form alone."""
        return f"{self.person}/{self.form}/{self.about}"

    def signed(self) -> str:
        """Return it as a page carries it: nobody but us can make one."""
        return signing.dumps(self.__dict__, salt=SALT)


def carried(token: str) -> Form | None:
    """Return the form a page's token stands for; None when it is not ours, or too old."""
    try:
        return Form(**signing.loads(token, salt=SALT, max_age=LASTS))
    except (signing.BadSignature, TypeError):
        return None


class Stale(Exception):
    """That the draft is newer than the page that sent this; nothing was written over."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(f"{draft.title} is newer than this page.")
        self.draft = draft


def typed(sent: QueryDict) -> Answers:
    """Return what of a sent form is the person's own: no tokens, no buttons, no passwords."""
    return {
        name: [str(each) for each in sent.getlist(name)]
        for name in sent
        if name not in NEVER and "password" not in name
    }


def find(person: Person | int, form: str, about: str) -> Draft | None:
    """Return the person's draft of a form, if there is one."""
    return Draft.objects.filter(person=person, form=form, about=about).first()


def save(where: Form, answers: Answers, *, seen: int) -> Draft:
    """Save what was typed on a page that saw version `seen` (0: no draft yet).

    What the draft was becomes an earlier version. Raises Stale when another page saved
    meanwhile; what was typed here is then kept as a version that came too late.
    """
    if sum(len(text) for texts in answers.values() for text in texts) > LARGEST:
        answers = {name: [text[:1000] for text in texts] for name, texts in answers.items()}
    newer = _save(where, answers, seen)
    if newer is not None:
        raise Stale(newer)
    return Draft.objects.get(person=where.person, form=where.form, about=where.about)


@transaction.atomic
def _save(where: Form, answers: Answers, seen: int) -> Draft | None:
    """Save, or keep as too late and return the draft that is newer."""
    draft, is_new = Draft.objects.select_for_update().get_or_create(
        person_id=where.person,
        form=where.form,
        about=where.about,
        defaults={"title": where.title[:160], "address": where.address, "answers": answers},
    )
    if is_new or draft.answers == answers:
        return None
    late = seen != draft.version
    kept = answers if late else draft.answers
    DraftVersion.objects.create(
        draft=draft, version=seen if late else draft.version, late=late, answers=kept
    )
    if late:
        return draft
    _become(draft, answers)
    return None


def _become(draft: Draft, answers: Answers) -> None:
    draft.answers, draft.version = answers, draft.version + 1
    draft.save(update_fields=["answers", "version"])
    Draft.objects.filter(pk=draft.pk).update(updated_at=Now())


@transaction.atomic
def bring_back(version: DraftVersion) -> Draft:
    """Make an earlier version the draft again; what the draft was becomes an earlier one."""
    draft = Draft.objects.select_for_update().get(pk=version.draft_id)
    if draft.answers != version.answers:
        DraftVersion.objects.create(draft=draft, version=draft.version, answers=draft.answers)
        _become(draft, version.answers)
    return draft


def discard(person: Person, form: str, about: str) -> None:
    """Throw a draft away with its versions: it was sent, or its person says so."""
    Draft.objects.filter(person=person, form=form, about=about).delete()


def forget(*, before: datetime) -> int:
    """Delete versions older than a moment; return how many."""
    return DraftVersion.objects.filter(saved_at__lt=before).delete()[0]


@dataclass(frozen=True)
class Both:
    """A field that two versions fill in differently."""

    label: str
    stored: str
    yours: str


def compare(stored: Answers, yours: Answers, labels: Mapping[str, str]) -> list[Both]:
    """Return where two versions differ, in the order of the form."""
    names = [*labels, *(name for name in {**stored, **yours} if name not in labels)]
    return [
        Both(
            labels.get(name) or name.replace("_", " ").capitalize(),
            ", ".join(stored.get(name, [])),
            ", ".join(yours.get(name, [])),
        )
        for name in names
        if any(stored.get(name, [])) | any(yours.get(name, []))
        if stored.get(name, []) != yours.get(name, [])
    ]
