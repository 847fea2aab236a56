"""O-14 in a race: two senders of one form at the same moment, in two processes' stead."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import RequestFactory

from municipalities.drafts import submissions
from municipalities.models import Person, Submission
from municipalities.refusal import Refusal


def sent(**answers: str) -> Any:
    return RequestFactory().post("/x/", {"once": "a" * 32, "amount": "5", **answers})


@pytest.mark.django_db(transaction=True)
def test_o14_who_sends_the_same_at_the_same_time_waits_for_the_first_answer() -> None:
    person = Person.objects.create(label="Exampleton CFO")
    begun = threading.Barrier(5)
    firsts: list[bool] = []
    answers: list[str] = []

    def send() -> None:
        begun.wait()
        with transaction.atomic():
            row, first = submissions.receive(sent(), person)
            if first:
                connection.cursor().execute("SELECT pg_sleep(0.3)")
                submissions.answer(row, "/made/1/", "Made.")
        firsts.append(first)
        answers.append(row.answer)
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(5)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(firsts) == [False] * 4 + [True]
    assert set(answers) == {"/made/1/"}


@pytest.mark.django_db
def test_a_refused_form_may_be_sent_again_with_its_token() -> None:
    person = Person.objects.create(label="Exampleton CFO")
    with pytest.raises(Refusal), transaction.atomic():
        submissions.receive(sent(), person)
        raise Refusal("No.")
    assert submissions.receive(sent(amount="6"), person)[1]


@pytest.mark.django_db
def test_anothers_token_is_another_form() -> None:
    for label in ("Exampleton CFO", "Sampleborough CFO"):
        person = Person.objects.create(label=label)
        assert submissions.receive(sent(), person)[1]
    assert Submission.objects.count() == 2
