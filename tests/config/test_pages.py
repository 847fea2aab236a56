from unittest import mock

import pytest
from django.db import OperationalError, connection
from django.test import Client, override_settings


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.django_db
def test_health_answers_when_the_database_does(browser: Client) -> None:
    assert browser.get("/healthz").content == b"ok\n"


@pytest.mark.parametrize("path", ["/healthz", "/", "/sign-in/"])
def test_a_database_that_is_down_is_said_in_words(browser: Client, path: str) -> None:
    gone = OperationalError("connection refused")
    browser.cookies["session"] = "0" * 32
    with mock.patch.object(connection, "ensure_connection", side_effect=gone):
        answer = browser.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "30"
    assert "reach its database" in answer.content.decode()
    assert "default-src 'self'" in answer["Content-Security-Policy"]


@pytest.mark.django_db
def test_another_failure_is_not_blamed_on_the_database(browser: Client) -> None:
    with mock.patch("config.health.connection", side_effect=ValueError) as broken:
        broken.cursor.side_effect = ValueError("no")
        answer = browser.get("/healthz")
    assert answer.status_code == 500
    assert "reach its database" not in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/admin/", "/no-such-page/"])
def test_nobody_sees_a_page_without_signing_in(browser: Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code in {302, 404}
    if answer.status_code == 302:
        assert "sign-in" in answer["Location"] or "login" in answer["Location"]


@pytest.mark.django_db
def test_every_answer_carries_the_strict_policy(browser: Client) -> None:
    for path in ("/healthz", "/no-such-page/", "/sign-in/", "/static/none.css"):
        policy = browser.get(path)["Content-Security-Policy"]
        assert "unsafe-inline" not in policy
        assert "object-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy


@override_settings(DEBUG=False)
def test_pages_work_without_a_broker(browser: Client) -> None:
    from config.celery import app

    @app.task(name="tests.look")
    def look() -> None:
        raise AssertionError("never run here")

    with app.connection_for_write("redis://127.0.0.1:1/0") as nowhere:
        assert look.apply_async(connection=nowhere) is None
