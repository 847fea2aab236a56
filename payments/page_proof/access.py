"""The only home of the proof of access: axe in a real browser over pages, states and offices.

The browser asks the product itself, in this process: every request of a page is answered by the
signed-in client of its office. It needs Chromium and the packages that tests need.
"""

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings

from funds.refusal import Refusal
from municipalities.models import Officer, User
from payments import grow, scratch
from payments.page_proof import addresses, readers
from payments.page_proof.address import Address
from payments.page_proof.proof import ON
from payments.proving import Outcome

WIDE, PHONE, ZOOMED = 1280, 390, 320  # 320 is 1280 at 400%
WIDTHS = (WIDE, PHONE, ZOOMED)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
HOST = "http://localhost"
OK = 200
ASYNC = "DJANGO_ALLOW_ASYNC_UNSAFE"


@dataclass
class Visited:
    """What was visited, and every violation in words."""

    pages: set[str] = field(default_factory=set)
    states: set[str] = field(default_factory=set)
    offices: set[str] = field(default_factory=set)
    visits: int = 0
    wrong: list[str] = field(default_factory=list)

    def note(self, address: Address, office: str, wrong: list[str], width: int) -> None:
        """Keep a visit and what was wrong with it."""
        self.pages.add(address.name)
        self.states.add(address.path)
        self.offices.add(office)
        self.visits += 1
        self.wrong += [f"{address.path} by {office} at {width}: {each}" for each in wrong]

    def __str__(self) -> str:
        return (
            f"{len(self.pages)} pages in {len(self.states)} states for {len(self.offices)} offices,"
            f" {self.visits:,} visits"
        )


class Browser:
    """A real browser whose requests a client of the product answers."""

    def __init__(self, window: Any, axe: Any) -> None:
        self.window, self.axe, self.client = window, axe, Client()
        self.kept: dict[str, Any] = {}  # files of the product, which are everyone's
        window.route("**/*", self._answer)

    def _answer(self, route: Any) -> None:
        path = route.request.url.removeprefix(HOST)
        if path not in self.kept:
            self.kept[path] = self._asked(path)
        route.fulfill(**self.kept[path])
        if not path.startswith(settings.STATIC_URL):
            del self.kept[path]

    def _violations(self) -> list[dict[str, Any]]:
        said = self.axe.run(self.window, options={"resultTypes": ["violations"]})
        return list(said.response["violations"])

    def _asked(self, path: str) -> dict[str, Any]:
        answer = self.client.get(path)
        body = b"".join(answer) if answer.streaming else answer.content
        headers = {name: value for name, value in answer.items() if name != "Content-Length"}
        return {"status": answer.status_code, "headers": headers, "body": body}

    def opens(self, client: Client, path: str) -> bool:
        """Whether the office gets a page of HTML there; the browser is then given this answer."""
        self.client = client
        found = self._asked(path)
        is_page = str(found["headers"].get("Content-Type", "")).startswith("text/html")
        if opened := found["status"] == OK and is_page:
            self.kept[path] = found
        return opened

    def wrong(
        self, client: Client, path: str, widths: tuple[int, ...]
    ) -> Iterator[tuple[int, Any]]:
        """Open a page and yield for each width what axe finds, and whether it scrolls sideways."""
        self.client = client
        self.window.goto(HOST + path)
        for width in widths:
            self.window.set_viewport_size({"width": width, "height": 900})
            found = [each["id"] for each in self._violations()]
            if self.window.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
                found.append("scrolls sideways")
            yield width, found


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium. Raises Refusal where it or the packages of tests are not there."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)
    try:
        playwright = import_module("playwright.sync_api").sync_playwright
    except ModuleNotFoundError as missing:
        raise Refusal(f"{missing.name} is not there: install requirements-dev.txt.") from missing
    if found is None:
        raise Refusal("Chromium is not there (on Debian: apt install chromium).")
    before, os.environ[ASYNC] = os.environ.get(ASYNC), "true"  # Playwright's loop is this thread's
    try:
        with playwright() as started:
            chromium = started.chromium.launch(executable_path=found, args=FLAGS)
            with shared(chromium) as window:
                yield window
            chromium.close()
    finally:
        os.environ.pop(ASYNC)
        if before is not None:
            os.environ[ASYNC] = before


@contextmanager
def shared(chromium: Any) -> Iterator[Browser]:
    """Open a window in a browser that runs already."""
    axe = import_module("axe_playwright_python.sync_playwright").Axe
    window = chromium.new_context(bypass_csp=True)
    yield Browser(window.new_page(), axe())
    window.close()


def run(times: int, _seed: int) -> Outcome:
    """Visit a small grown State, or with more than once the whole demonstration."""
    full = times > 1
    with scratch.database(reference=True):
        if full:
            with override_settings(DEMONSTRATION=True):
                call_command("seed_demo", verbosity=0)
        else:
            grow.grow(grow.TEN, on=ON, say=str)
        offices = demonstrated() if full else readers.state() | readers.town()
        found = visit(offices, WIDTHS if full else (PHONE,), every_office=full)
    print(found)
    return Outcome(found.visits, found.wrong)


def demonstrated() -> dict[str, Client]:
    """Return a signed-in client for the first holder of every title that is seated."""
    found: dict[str, Client] = {}
    for officer in Officer.objects.select_related("office").order_by("pk"):
        user = User.objects.filter(person=officer.person_id, is_active=True).first()
        if user is not None and officer.office.title not in found:
            client = Client(raise_request_exception=False, SERVER_NAME="localhost")
            client.force_login(user)
            found[officer.office.title] = client
    return found


def visit(offices: dict[str, Client], widths: tuple[int, ...], *, every_office: bool) -> Visited:
    """Visit every address by the first office that may, or by every one that may."""
    found = Visited()
    wanted = list(addresses.every())
    logging.disable(logging.CRITICAL)  # refusals, all of them meant
    try:
        with readers.as_pages_do(), browser() as window:
            for address in wanted:
                for office, client in offices.items():
                    if not window.opens(client, address.path):
                        continue
                    for width, wrong in window.wrong(client, address.path, widths):
                        found.note(address, office, wrong, width)
                    if not every_office:
                        break
    finally:
        logging.disable(logging.NOTSET)
    return found
