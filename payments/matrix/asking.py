"""The only home of asking every address as every office, for its own, another's and nothing."""

import logging
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import URLPattern, URLResolver, get_resolver

from municipalities import offices
from municipalities.models import Officer, User
from municipalities.walls import roles
from payments.matrix.route import Route
from payments.matrix.routes import ROUTES
from payments.matrix.towns import NONE, OTHER, OWN, Key, Towns

SINCE = date(1997, 7, 1)
LOCAL = {"coordinator", "preparer", "cfo", "clerk", "corporation", "assessor"}
# Records of a zone; a county's board sees its municipalities, and no zone's money.
OF_ZONES = {
    *("zone", "order", "ethics", "review", "year", "finding", "task"),
    *(
        "account",
        "posting",
        "holder",
        "lapse",
        "loan",
        "receipt",
        "report",
        "quarter",
        *("bank_account", "payment"),
    ),
}
# Records of a county: a town's officers do not see them.
OF_COUNTIES = {"board"}
ENTER_ADMIN = {"manage-offices", "read-all"}
GAP = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")
METHODS = ("GET", "HEAD", "POST")
FILLED: dict[str, Key] = {
    "fund": "zone-assistance", "pk": 1, "sfy": 2026, "year": 2025, "number": "EX-9901", "slug": "x",
    "provider_id": "state", "uidb64": "x", "token": "x", "app_label": "funds", "url": "x/",
    "clause": "uez.h.unencumbered",
    "content_type_id": 1, "holder": "FUND", "code": "9901", "body": "governing",
    "layout": "equalized", "quarter": 1,
    "of": "municipality", "key": "9901", "name": "zero",
    "place": "STATE", "step": "plan", "object_id": 1, "id": 1, "model_name": "project",
}  # fmt: skip


def addresses() -> dict[str, str]:
    """Return every address by its name, as the URL configuration spells it."""
    return {name or spelled: spelled for name, spelled in _leaves(get_resolver())}


def _leaves(resolver: URLResolver, under: str = "/", within: str = "") -> Iterator[tuple[str, str]]:
    for each in resolver.url_patterns:
        spelled = under + str(each.pattern).strip("^$")
        if isinstance(each, URLPattern):
            yield within + (each.name or ""), spelled
        else:
            yield from _leaves(each, spelled, f"{each.namespace}:" if each.namespace else within)


def filled(spelled: str, key: Sequence[Key]) -> str:
    """Fill the gaps of an address with a record's keys, or with what may stand there."""
    keys = iter(key)

    def fill(gap: re.Match[str]) -> str:
        return str(next(keys, FILLED[gap[1] or gap[2]]))

    return quote(GAP.sub(fill, spelled), safe="/:")


def run(titles: tuple[str, ...], methods: tuple[str, ...] = METHODS) -> "Matrix":
    """Ask as these offices; that each signed in with all that it needs is another proof."""
    with (
        tempfile.TemporaryDirectory() as folder,
        override_settings(SECOND_FACTOR_EXCEPT="everybody", DOCUMENTS=Path(folder)),
    ):
        matrix = Matrix(Towns(), titles, methods)
        logging.disable(logging.CRITICAL)  # thousands of refusals, all of them meant
        try:
            matrix.ask()
        finally:
            logging.disable(logging.NOTSET)
    return matrix


@dataclass
class Matrix:
    """What was asked, and what leaked or was answered otherwise than the table says."""

    towns: Towns
    titles: tuple[str, ...]
    methods: tuple[str, ...] = METHODS
    asked: int = 0

    def __post_init__(self) -> None:
        """Begin with nothing wrong but what the table doesn't name."""
        self.spelled = addresses()
        self.admin = {name for name in self.spelled if name.startswith("admin:")}
        ours = self.spelled.keys() - self.admin
        self.faults = [f"{name}: not in the table" for name in sorted(ours - set(ROUTES))]
        self.faults += [f"{name}: no such address" for name in sorted(set(ROUTES) - ours)]
        self.routes = {name: route for name, route in ROUTES.items() if name in ours}

    def ask(self) -> None:
        """Ask every address as nobody and as each office."""
        for title in ("", *self.titles):
            client, duties = client_of(title), settings.ROLES.get(title, frozenset())
            for name, route in self.routes.items():
                self._route(client, title, duties, name, route)
            for name in sorted(self.admin):
                self._admin(client, duties, name)

    def _route(
        self, client: Client, title: str, duties: frozenset[str], name: str, route: Route
    ) -> None:
        for method in self.methods:
            cases = (OWN, OTHER, NONE) if route.of else ("",)
            answers = {}
            for case in cases:
                key = self.towns.keys[case][route.of] if case else []
                address = filled(self.spelled[name], key)
                status, body = self._send(client, method, address)
                answers[case] = status, body
                if not _as_declared(status, method, title, duties, route, case):
                    self.faults.append(f"{title or 'nobody'}: {method} {address}: {status}")
            if route.of and "read-all" not in duties and answers[OTHER] != answers[NONE]:
                self.faults.append(f"{title or 'nobody'}: {method} {name}: another's is told apart")

    def _admin(self, client: Client, duties: frozenset[str], name: str) -> None:
        """Let nobody into the admin site but who manages offices or reads all."""
        address = filled(self.spelled[name], [])
        for method in self.methods[:1]:
            status, _ = self._send(client, method, address)
            refused = {302, 403} if name not in {"admin:login", "admin:logout"} else {302, 403, 405}
            if not duties & ENTER_ADMIN and status not in refused | {301, 404}:
                self.faults.append(f"{sorted(duties)}: {address}: {status}")
            if status >= 500:
                self.faults.append(f"{address}: {status}")

    def _send(self, client: Client, method: str, address: str) -> tuple[int, str]:
        """Ask in the role of the pages, and undo whatever the answer did."""
        self.asked += 1
        signed_in = dict(client.cookies)
        with transaction.atomic():
            answer = asked_as_page(client, address, method)
            body = "" if answer.streaming else answer.content.decode("utf-8", "replace")
            transaction.set_rollback(True)
        client.cookies.clear()
        client.cookies.update(signed_in)
        return answer.status_code, _plain(body, address)


def asked_as_page(client: Client, address: str, method: str = "GET") -> Any:
    """Ask in the database role of the pages; to be called where it is undone, or gone after."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL ROLE {roles.APP}")
        answer = client.generic(method, address)
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
    return answer


def client_of(title: str) -> Client:
    """Return a browser in which an office of the title is signed in, or nobody."""
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    if title:
        officer = _seat(title)
        user, _ = User.objects.get_or_create(
            username=title, defaults={"person": officer.person, "demonstration": True}
        )
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return client


def _seat(title: str) -> Officer:
    town = OWN if title in LOCAL else None
    county = OWN[:2] if title == "county-board" else None
    name = f"Matrix {title}"
    return offices.seat(title, name, name, from_on=SINCE, municipality=town, county=county)


def _as_declared(
    status: int, method: str, title: str, duties: frozenset[str], route: Route, case: str
) -> bool:
    """Say whether a status is what the table says."""
    if status >= 500:
        return route.down and status == 503
    if route.open:
        return True
    if not title:
        return status == 302
    own = (title in LOCAL and route.of not in OF_COUNTIES) or (
        title == "county-board" and route.of not in OF_ZONES
    )
    seen = (case == OWN and own) or "read-all" in duties
    hidden = bool(route.of) and (case == NONE or not seen)
    if route.duty and route.duty not in duties:
        return status == 403 or (hidden and status == 404)
    if hidden:
        return status == 404 or (status in {405, 403} and method == "POST")
    allowed = {200, 302, 400, 403, 404, 405} if method == "POST" or not route.of else {200, 302}
    return status in allowed


def _plain(body: str, address: str) -> str:
    """Take from a page what differs between two readings of one page."""
    told = re.sub(r'csrfmiddlewaretoken" value="\w+"|nonce="[^"]*"|\b\d+:\d\d\b', "", body)
    return told.replace(address, "")
