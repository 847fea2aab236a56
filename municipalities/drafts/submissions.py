"""The only home of a form being sent once: the same form sent again gets the first answer.

The database keeps one row a person and token. The first sender's transaction holds it: who sends
the same at the same time waits for the first answer and gets it, whichever process serves them.
"""

import hashlib
import json
from uuid import uuid4

from django import forms
from django.db import connection
from django.http import HttpRequest

from municipalities.models import Person, Submission
from municipalities.refusal import Refusal

TOKENS = ("token", "once")  # a form that needs the token itself calls it "token"
OURS = {"csrfmiddlewaretoken", *TOKENS, "draft", "draft_seen"}
LONGEST = 64

_FIRST = """
    INSERT INTO municipalities_submission (person_id, token, address, digest, answer, said)
    VALUES (%s, %s, %s, %s, '', '') ON CONFLICT (person_id, token) DO NOTHING RETURNING id"""


def ask_once(form: forms.Form) -> None:
    """Give a form its token, unless it brings one of its own."""
    if "token" not in form.fields:
        form.fields["once"] = forms.CharField(
            required=False,
            widget=forms.HiddenInput,
            initial=lambda: uuid4().hex,
            max_length=LONGEST,
        )
    helper = getattr(form, "helper", None)
    if helper is not None:
        helper.render_hidden_fields = True


def receive(request: HttpRequest, person: Person) -> tuple[Submission, bool]:
    """Return the row of what was sent, and whether this is the first time it is.

    To be called in the act's transaction. A form without a token is always the first. Raises
    Refusal when the form was sent before with other answers.
    """
    token = next((request.POST[name] for name in TOKENS if request.POST.get(name)), "")[:LONGEST]
    sent = Submission(
        person=person, token=token, address=request.path[:200], digest=_digest(request)
    )
    if not token:
        return sent, True
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [person.pk, token, sent.address, sent.digest])
        is_new = cursor.fetchone() is not None
    found = Submission.objects.get(person=person, token=token)
    if is_new:
        return found, True
    if (found.address, found.digest) != (sent.address, sent.digest):
        raise Refusal(
            f"This form was sent already, with other answers: “{found.said}” Open it anew to send"
            " something else."
        )
    return found, False


def answer(sent: Submission, where: str, said: str) -> Submission:
    """Write down what the first answer is."""
    sent.answer, sent.said = where[:200], said[:500]
    if sent.pk is not None:
        sent.save(update_fields=["answer", "said"])
    return sent


def _digest(request: HttpRequest) -> str:
    given = {name: request.POST.getlist(name) for name in request.POST if name not in OURS}
    files = {n: [str(each) for each in request.FILES.getlist(n)] for n in request.FILES}
    text = json.dumps([given, files], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
