"""Long and scheduled work as a person sees it: live, left alone, alarmed, started again."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from funds import heartbeats, work
from funds.models import Work
from funds.queries.work import alarms
from municipalities.models import Officer
from payments.queries import tasks
from tests.offices import officer
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 30)


@pytest.fixture(autouse=True)
def heard_of() -> None:
    heartbeats.leave(heartbeats.BEAT)
    heartbeats.leave(heartbeats.WORKER)


@pytest.fixture
def reading() -> Callable[[Officer], Client]:
    def signed_in(by: Officer) -> Client:
        client = Client()
        client.force_login(sign_in_of(by))
        return client

    return signed_in


def offered(key: str, **what: object) -> Work:
    row = work.offer("example", key, f"Work {key}", DAY)
    Work.objects.filter(pk=row.pk).update(**what)
    row.refresh_from_db()
    return row


def minutes_ago(row: Work, minutes: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE funds_work SET updated_at = clock_timestamp() - %s WHERE id = %s",
            [timedelta(minutes=minutes), row.pk],
        )


def leased(row: Work, seconds: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE funds_work SET state = 'running', leased_until = clock_timestamp() + %s"
            " WHERE id = %s",
            [timedelta(seconds=seconds), row.pk],
        )


def said() -> list[str]:
    return [alarm.what for alarm in alarms()]


def test_work_whose_lease_ran_out_is_an_alarm_and_one_in_hand_is_not() -> None:
    row = offered("a")
    leased(row, 60)
    assert said() == []
    leased(row, -1)
    assert said() == ["Work a"]


def test_work_due_for_ten_minutes_is_an_alarm_and_for_nine_is_not() -> None:
    row = offered("a")
    minutes_ago(row, 9)
    assert said() == []
    minutes_ago(row, 11)
    assert said() == ["Work a"]


def test_work_of_a_day_to_come_is_no_alarm() -> None:
    row = offered("a", business_on=date(2099, 1, 1))
    minutes_ago(row, 60 * 24)
    assert said() == []


def test_work_that_stopped_is_an_alarm_that_says_why() -> None:
    offered("a", state="failed", message="The pool is short.")
    (alarm,) = alarms()
    assert alarm.why == "It stopped and needs a person. The pool is short."


def test_silence_is_an_alarm_for_each_part_of_the_product() -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE funds_heartbeat SET at = at - interval '6 minutes'"
                       " WHERE of = 'worker'")  # fmt: skip
    assert said() == ["No sign of the worker"]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM funds_heartbeat")
    assert said() == ["No sign of the beat", "No sign of the worker"]


def test_an_alarm_stands_on_the_home_of_every_office_of_the_state() -> None:
    offered("a", state="failed")
    for title in ("treasury-analyst", "dca-director", "auditor"):
        found = tasks.now(officer(title), DAY)
        assert "Work a" in [task.label for task in found]
    cfo = officer("cfo", place="Exampleton", municipality=None)
    assert "Work a" not in [task.label for task in tasks.now(cfo, DAY)]


def test_the_console_shows_what_runs_and_who_is_heard_of(
    reading: Callable[[Officer], Client],
) -> None:
    row = offered("a", done=2, of=5)
    leased(row, 60)
    page = reading(officer("auditor")).get(reverse("work")).content.decode()
    assert f'data-from="{reverse("work_progress", args=[row.pk])}"' in page
    assert "2 of 5 steps" in page
    assert "You may leave this page" in page
    assert "Workers and broker" in page
    assert "Start it again" not in page


def test_a_person_starts_stopped_work_again_and_it_waits(
    reading: Callable[[Officer], Client],
) -> None:
    row = offered("a", state="failed", message="Broken", attempts=5)
    certifier = reading(officer("treasury-certifier"))
    assert "Start it again" in certifier.get(reverse("work")).content.decode()
    answer = certifier.post(reverse("work_again", args=[row.pk]), {"act": "1"}, follow=True)
    row.refresh_from_db()
    assert (row.state, row.attempts, row.message) == ("due", 0, "")
    assert "waits for a worker" in answer.content.decode()
    assert said() == []


def test_work_that_did_not_stop_is_not_started_again(
    reading: Callable[[Officer], Client],
) -> None:
    row = offered("a", state="done")
    answer = reading(officer("dca-analyst")).post(reverse("work_again", args=[row.pk]), {})
    assert "only work that stopped can be started again" in answer.content.decode()
    assert reading(officer("auditor")).get(reverse("work_again", args=[row.pk])).status_code == 403


def test_a_worker_that_is_woken_leaves_its_sign() -> None:
    from funds.tasks import work_through_rows

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM funds_heartbeat")
    work_through_rows()
    worker = next(sign for sign in heartbeats.signs() if sign.of == heartbeats.WORKER)
    assert worker.seconds is not None
    assert not worker.is_silent
