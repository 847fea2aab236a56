"""The only home of the test browser: Debian's Chromium, a page at a width, its complaints."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import sync_playwright

from tests.web import looks
from tests.web.serving import served as serve

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Visit = Callable[..., Any]


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """Chromium, started once; Playwright's loop lives in this thread, so Django is told."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def served(db: None) -> Iterator[str]:
    """The address of the product, served inside the test's own transaction."""
    with serve() as address:
        yield address


@pytest.fixture
def visit(browser: Any, served: str) -> Iterator[Visit]:
    """`visit("/payments/", width=390, by=officer)` opens a page; the test fails if it complains.

    A complaint is an error on the console (so also a breach of the content policy), an uncaught
    error of a script, or a file that could not be had. `scripts=False` turns scripts off;
    `host="localhost"` asks by a name, which security keys need.
    """
    contexts: list[Any] = []
    complaints: list[str] = []

    def go(
        path: str, *, width: int = 1280, by: Any = None, scripts: bool = True, host: str = ""
    ) -> Any:
        address = served.replace("127.0.0.1", host or "127.0.0.1")
        context = browser.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=scripts
        )
        contexts.append(context)
        if by is not None:
            context.add_cookies([_session_of(by, address)])
        page = context.new_page()
        _listen(page, complaints)
        page.goto(address + path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page_at(visit: Visit) -> Callable[[int], Callable[[str], Any]]:
    """`page_at(390)("/payments/")`: a page at a width, signed in as nobody."""
    return lambda width: lambda path: visit(path, width=width)


@pytest.fixture
def axe() -> Callable[[Any], list[str]]:
    """What axe finds wrong with a page; a test says that it is nothing."""
    return looks.axe_violations


@pytest.fixture
def shot() -> Callable[[Any, str], Any]:
    """`shot(page, "payment-day")` keeps pictures at 1280 and 390."""
    return looks.shoot


@pytest.fixture
def no_sideways_scroll() -> Callable[[Any], bool]:
    """Whether the page itself stays within its window; frames in it may scroll."""
    return lambda page: not looks.scrolls_sideways(page)


def _session_of(user: Any, address: str) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    return {"name": "session", "value": client.cookies["session"].value, "url": address}


def _listen(page: Any, complaints: list[str]) -> None:
    """A page that answers 404 is no complaint: its own address is left out."""

    def console(message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    def response(answer: Any) -> None:
        if answer.status >= 400 and answer.request.resource_type != "document":
            complaints.append(f"{answer.status} {answer.url}")

    page.on("console", console)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("response", response)
