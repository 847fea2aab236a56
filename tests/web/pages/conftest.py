"""The day on which the pages of these tests are looked at, and who looks."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from django.test import Client

from municipalities.models import Officer
from tests.web.pages import world
from tests.web.pages.people import sign_in_of


class Calendar:
    """The day on which every door of the product believes to be."""

    def __init__(self) -> None:
        self.day = world.TODAY

    def __call__(self) -> date:
        return self.day


@pytest.fixture(autouse=True)
def calendar(monkeypatch: pytest.MonkeyPatch) -> Iterator[Calendar]:
    """Hold the doors' clock still; `calendar.day = ...` turns it."""
    made = Calendar()
    for module in ("municipalities.doors", "municipalities.access"):
        monkeypatch.setattr(f"{module}.localdate", made)
    return made


@pytest.fixture
def reading(db: None) -> Callable[[Officer], Client]:
    """`reading(officer).get("/funds/")`: the product without a browser, signed in."""

    def signed_in(officer: Officer) -> Client:
        client = Client()
        client.force_login(sign_in_of(officer))
        return client

    return signed_in


@pytest.fixture
def state(db: None) -> dict[str, Any]:
    """The small State of tests/web/pages/world.py."""
    return world.state()
