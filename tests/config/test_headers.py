"""What every answer tells the browser: pages, errors, redirects, downloads, static files, admin."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest
from django.core.exceptions import BadRequest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client, override_settings

from config import errors
from tests.config import addresses
from tests.offices import officer
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db

KEPT = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTTPS = {
    "SECURE_SSL_REDIRECT": True,
    "SECURE_HSTS_SECONDS": 31_536_000,
    "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
    "SECURE_HSTS_PRELOAD": True,
}
METHODS = ("get", "head", "post", "options", "delete")


@pytest.fixture
def nobody() -> Client:
    return Client(raise_request_exception=False)


@pytest.fixture
def analyst() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(sign_in_of(officer("treasury-analyst")))
    return client


def faults(answer: HttpResponse) -> Iterator[str]:
    """What an answer fails to tell."""
    for name, value in KEPT.items():
        if answer.get(name) != value:
            yield f"{name} is {answer.get(name)}"
    policy = answer.get("Content-Security-Policy", "")
    if "unsafe" in policy or not ("default-src 'self'" in policy or "default-src 'none'" in policy):
        yield f"the content policy is {policy!r}"
    if "camera=()" not in answer.get("Permissions-Policy", ""):
        yield "no permissions policy"


def kept(answer: HttpResponse) -> list[str]:
    """What an answer that no browser may keep fails to tell."""
    cached = answer.get("Cache-Control")
    return [*faults(answer), *([] if cached == "no-store" else [f"Cache-Control is {cached}"])]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("who", ["nobody", "analyst"])
def test_every_address_tells_browsers_what_they_may_do(
    who: str, method: str, request: pytest.FixtureRequest
) -> None:
    client = request.getfixturevalue(who)
    found = addresses.every()
    assert len(found) > 60
    wrong = {each: kept(getattr(client, method)(each)) for each in found}
    assert {each: what for each, what in wrong.items() if what} == {}


def test_a_page_that_is_not_there_tells_it_too(nobody: Client, analyst: Client) -> None:
    for client in (nobody, analyst):
        answer = client.get("/no-such-page/")
        assert answer.status_code == 404
        assert kept(answer) == []


def test_a_form_without_its_mark_is_refused_in_words_and_tells_it_too() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "x"})
    assert answer.status_code == 403
    assert "The form was not taken" in answer.content.decode()
    assert kept(answer) == []


def test_an_office_that_may_not_is_told_and_the_answer_tells_it_too() -> None:
    client = Client()
    client.force_login(sign_in_of(officer("treasury-analyst")))
    answer = client.get("/payments/certify/highlands/")
    assert answer.status_code == 403
    assert kept(answer) == []


def test_a_request_that_cannot_be_read_is_refused_in_words(analyst: Client) -> None:
    answer = analyst.get("/accounts/?page=none")
    assert answer.status_code == 400
    assert "Nothing was changed" in answer.content.decode()
    assert kept(answer) == []


def test_djangos_own_words_stay_inside() -> None:
    from django.test import RequestFactory

    answer = errors.bad_request(RequestFactory().get("/"), BadRequest("table secret_table"))
    assert answer.status_code == 400
    assert "secret_table" not in answer.content.decode()


def test_an_unknown_host_is_refused_and_the_answer_tells_it_too(nobody: Client) -> None:
    answer = nobody.get("/sign-in/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert kept(answer) == []


def test_a_body_that_says_it_is_too_large_is_refused_unread(nobody: Client) -> None:
    answer = nobody.generic("POST", "/sign-in/", b"", CONTENT_LENGTH=str(13 * 2**20))
    assert answer.status_code == 413
    assert "12 MB" in answer.content.decode()
    assert kept(answer) == []


def test_a_form_larger_than_forms_are_is_refused_in_words(nobody: Client) -> None:
    answer = nobody.generic("POST", "/sign-in/", b"username=" + b"x" * (3 * 2**20),
                           content_type="application/x-www-form-urlencoded")  # fmt: skip
    assert answer.status_code == 413
    assert kept(answer) == []


def test_a_form_of_too_many_fields_is_refused_in_words(nobody: Client) -> None:
    body = "&".join(f"f{at}=1" for at in range(2_100)).encode()
    answer = nobody.generic("POST", "/sign-in/", body,
                            content_type="application/x-www-form-urlencoded")  # fmt: skip
    assert answer.status_code == 400
    assert "More than 2,000 fields" in answer.content.decode()
    assert kept(answer) == []


def test_a_failure_of_the_product_tells_it_too(nobody: Client) -> None:
    with mock.patch("config.health.connection") as broken:
        broken.cursor.side_effect = ValueError("no")
        answer = nobody.get("/healthz")
    assert answer.status_code == 500
    assert kept(answer) == []


def test_a_database_that_is_down_is_said_and_the_answer_tells_it_too(nobody: Client) -> None:
    nobody.cookies["session"] = "0" * 32
    gone = OperationalError("connection refused")
    with mock.patch.object(connection, "ensure_connection", side_effect=gone):
        answer = nobody.get("/")
    assert answer.status_code == 503
    assert kept(answer) == []


def test_static_files_tell_it_and_may_be_kept(nobody: Client) -> None:
    answer = nobody.get("/static/css/site.css")
    assert answer.status_code == 200
    assert list(faults(answer)) == []
    assert answer["Cache-Control"] != "no-store"
    assert kept(nobody.get("/static/none.css")) == []


def test_behind_https_browsers_are_told_to_stay_there() -> None:
    with override_settings(**HTTPS):
        client = Client()
        redirect, page = client.get("/sign-in/"), client.get("/sign-in/", secure=True)
    assert redirect.status_code == 301
    assert kept(redirect) == []
    assert page["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    assert kept(page) == []
