"""A watcher learns which part is silent: worker, beat, broker, or work that needs a person."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from funds import heartbeats, work
from funds.models import Work
from municipalities import standstills
from tests.offices import officer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _heard() -> None:
    heartbeats.leave(heartbeats.WORKER)
    heartbeats.leave(heartbeats.BEAT)


def asked() -> tuple[int, dict[str, str]]:
    answer = Client().get("/healthz/parts")
    return answer.status_code, answer.json()


def test_with_every_part_at_work_it_answers_200() -> None:
    status, said = asked()
    assert status == 200 and set(said.values()) == {"ok"}
    assert set(said) == {"database", "beat", "worker", "broker", "work", "standstill"}


@pytest.mark.parametrize("part", [heartbeats.WORKER, heartbeats.BEAT])
def test_a_silent_part_is_named(part: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE funds_heartbeat SET at = at - interval '10 min' WHERE of = %s", [part]
        )
    status, said = asked()
    assert status == 503 and said[part] == "10 minutes ago"


def test_a_broker_that_does_not_answer_is_named(settings: Any) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    status, said = asked()
    assert status == 503 and said["broker"] == "no answer"


def test_work_that_stopped_and_a_standstill_are_named() -> None:
    row = work.offer("nothing", "nothing/1", "Nothing", date(2026, 7, 1))
    Work.objects.filter(pk=row.pk).update(state=Work.State.FAILED, message="No")
    standstills.begin("A drill", on=date(2026, 7, 1), by=officer("budget-officer"))
    status, said = asked()
    assert status == 503
    assert (said["work"], said["standstill"]) == ("1 to look at", "since 2026-07-01")
