"""axe finds nothing on any page that any office opens: every page and state once, on a phone."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoDbBlocker

from payments.page_proof import access

pytestmark = pytest.mark.browser
MANY = 200  # states of pages that are visited; `prove access --full` visits each by every office


@pytest.fixture
def outside(browser: Any, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Any:
    """A database that is not this test's own, and the browser that tests share."""
    with django_db_blocker.unblock():
        yield browser


def test_axe_finds_nothing_on_any_page(outside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "browser", lambda: access.shared(outside))
    found = access.run(1, 0)
    assert found.faults == []
    assert found.tried >= MANY


def test_a_picture_without_words_is_found(outside: Any) -> None:
    class Bad(Client):
        def get(self, *_: Any, **__: Any) -> HttpResponse:  # type: ignore[override]
            return HttpResponse("<!doctype html><html lang=en><title>x</title><img src=x.png>")

    with access.shared(outside) as window:
        assert window.opens(Bad(), "/x/")
        found = dict(window.wrong(Bad(), "/x/", (access.PHONE,)))
    assert "image-alt" in found[access.PHONE]
