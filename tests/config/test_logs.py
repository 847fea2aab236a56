"""The log as JSON carries the request that the journal and the answer name; metrics count."""

import json
import logging
from io import StringIO
from logging.config import dictConfig
from typing import Any

import pytest
from django.test import Client

from config import logs
from funds import heartbeats, work
from tests.offices import officer
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(settings: Any) -> Any:
    """What is logged as JSON meanwhile."""
    stream = StringIO()
    configuration = logs.configuration("json")
    configuration["handlers"]["stderr"]["stream"] = stream
    dictConfig(configuration)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    dictConfig(settings.LOGGING)
    for name in ("", "apportion.requests"):
        logging.getLogger(name).setLevel(logging.WARNING)


def test_a_line_names_the_request_its_officer_and_its_moment(written: Any, settings: Any) -> None:
    auditor = officer("auditor")
    client = Client(headers={"host": "localhost"})
    client.force_login(sign_in_of(auditor), backend=settings.AUTHENTICATION_BACKENDS[-1])
    answer = client.get("/funds/")
    (line,) = [each for each in written() if each["logger"] == "apportion.requests"]
    assert line["event"] == f"GET /funds/ {answer.status_code}"
    assert (line["request"], line["officer"]) == (answer["X-Request-ID"], auditor.pk)
    assert line["level"] == "info" and line["timestamp"].endswith("Z")


def test_a_failure_is_one_line_with_its_cause(written: Any) -> None:
    try:
        raise ValueError("no such thing")
    except ValueError:
        logging.getLogger("anything").exception("It failed")
    (line,) = written()
    assert line["event"] == "It failed" and "ValueError: no such thing" in line["exception"]


def test_metrics_answer_only_where_they_are_let(settings: Any) -> None:
    assert Client().get("/metrics").status_code == 404
    settings.METRICS = True
    heartbeats.leave(heartbeats.WORKER)
    work.offer("nothing", "nothing/1", "Nothing", officer("auditor").from_on)
    said = Client().get("/metrics").content.decode()
    assert 'apportion_silent_seconds{part="worker"} 0' in said
    assert (
        'apportion_work{state="due"} 1.0' in said and 'apportion_work{state="failed"} 0.0' in said
    )
    assert "apportion_standstill 0.0" in said
