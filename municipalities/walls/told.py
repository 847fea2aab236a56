"""The only teller of the walls: says to the connection who asks, and what they may see.

It is told anew for every request and emptied when the answer was sent, so that a pooled
connection carries nothing of one person to the next.
"""

import logging
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import Error, connection, transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from structlog.contextvars import bind_contextvars, clear_contextvars

from municipalities import access
from municipalities.models import User
from municipalities.walls import journal

log = logging.getLogger("apportion.requests")

Answer = Callable[[HttpRequest], HttpResponseBase]


def who_asks(get_response: Answer) -> Answer:
    """Tell the connection who asks before a page is made, and name the request in its answer."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        number = uuid.uuid4().hex
        clear_contextvars()
        bind_contextvars(request=number)
        setattr(request, "number", number)  # noqa: B010 - HttpRequest declares no such name
        if isinstance(request.user, User):
            _tell(request, request.user, number)
        else:
            forget()
        answer = get_response(request)
        answer["X-Request-ID"] = number
        log.info("%s %s %s", request.method, request.path, answer.status_code)
        return answer

    return middleware


def _tell(request: HttpRequest, user: User, number: str) -> None:
    officer, scope = access.seen_by(request)
    bind_contextvars(officer=officer.pk if officer else None)
    journal.say(
        officer=officer.pk if officer else "",
        user=user.pk,
        request=number,
        reason=f"{request.method} {request.path}"[:300],
        sees="all" if scope.all_of_state else "",
        municipalities=",".join(sorted(scope.municipality_codes)),
        zones=",".join(sorted(scope.zone_codes)),
        counties=",".join(sorted(scope.county_codes)),
    )


def forget(**_: Any) -> None:
    """Empty what an open connection was told; a lost one has forgotten by itself."""
    if connection.connection is not None:
        with suppress(Error):
            journal.say()


@contextmanager
def everyone() -> Iterator[None]:
    """Let what is asked within see all places: for pages of what the State publishes, alone.

    Told in a transaction of its own, so that it is forgotten with its end.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('apportion.sees', true)")
        before = cursor.fetchone()[0] or ""
        cursor.execute("SELECT set_config('apportion.sees', 'all', true)")
        yield
        cursor.execute("SELECT set_config('apportion.sees', %s, true)", [before])
