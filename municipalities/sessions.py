"""The only home of how long a session lives, and of what ends it.

A session ends after a time without use and after half a day; with the next request when the
sign-in, its password or an office of its person is another; and, of who releases money, when a
later one begins. Seconds are those of the server's clock: no date of the law comes of them.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY, logout
from django.contrib.auth.signals import user_logged_in
from django.db.models import F
from django.http import HttpRequest, HttpResponse

from municipalities.models import Officer, User

WHOLE = 12 * 60 * 60  # seconds after which everybody signs in again
UNUSED = 30 * 60  # seconds without use
UNUSED_AT_TREASURY = 15 * 60  # the same for the Treasury's offices and who administers
WARNING = 2 * 60  # seconds before the end that a page warns
NOTED = 60  # seconds between two notes of use
STRICT = {"admin", "budget-officer", "taxation-director"}
RELEASES = frozenset({"release", "issue-warrant", "send-warrant"})

BEGAN, SEEN, LIMIT = "began", "seen", "limit"  # the session's keys


def begin(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Note when a session begins and how long it may rest; end a releaser's earlier ones."""
    offices = [each.office for each in Officer.objects.filter(person=user.person_id, until_on=None)
               .select_related("office")]  # fmt: skip
    strict = any(each.title.startswith("treasury-") or each.title in STRICT for each in offices)
    if any(each.permissions & RELEASES for each in offices):
        end_sessions(user)
        request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    request.session[BEGAN] = request.session[SEEN] = int(time.time())
    request.session[LIMIT] = UNUSED_AT_TREASURY if strict else UNUSED


def end_sessions(user: User) -> None:
    """End every session of a sign-in there is; each ends with its next request."""
    User.objects.filter(pk=user.pk).update(sessions=F("sessions") + 1)
    user.refresh_from_db(fields=["sessions"])


def connect() -> None:
    """Have each sign-in begin its session."""
    user_logged_in.connect(begin, dispatch_uid="municipalities.sessions")


def ends_at(request: HttpRequest) -> int:
    """Return the second in which the session ends unless it is used; 0 when it never began."""
    session = request.session
    if not {BEGAN, SEEN, LIMIT} <= set(session.keys()):
        return 0
    return int(min(session[SEEN] + session[LIMIT], session[BEGAN] + WHOLE))


def left(request: HttpRequest) -> int:
    """Return the seconds until the session ends unless it is used."""
    return max(0, ends_at(request) - int(time.time()))


def note_use(request: HttpRequest, every: int = NOTED) -> None:
    """Note that the session is in use."""
    if time.time() - request.session[SEEN] >= every:
        request.session[SEEN] = int(time.time())


class Limits:
    """Ends a session whose time is up before any page is looked up in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Tell the page how many seconds its session has."""
        response = self.get_response(request)
        if hasattr(request, "session_left"):  # told in a header: two readings of a page are equal
            response["Server-Timing"] = f"session;dur={request.session_left}"
        return response

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> None:
        """End the session when its time is up, else note that a person uses it.

        Who stands behind keeps what was typed and leads to the sign-in, as for any signed-out page.
        """
        if not getattr(view, "login_required", True) or not request.user.is_authenticated:
            return
        if time.time() >= ends_at(request):
            logout(request)
            messages.warning(request, "Your session ended. Sign in to go on where you were.")
        elif not request.headers.get("Accept", "").startswith("application/json"):
            note_use(request)  # what a page asks for by itself is no use


def end_of_session(request: HttpRequest) -> dict[str, Any]:
    """Give every signed-in page the moment its session ends, and its last one."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or not (end := ends_at(request)):
        return {}
    last = datetime.fromtimestamp(request.session[BEGAN], UTC) + timedelta(seconds=WHOLE)
    setattr(request, "session_left", left(request))  # noqa: B010 - HttpRequest declares no such name
    return {
        "session_ends_at": datetime.fromtimestamp(end, UTC),
        "session_last_at": last,
        "session_warning": WARNING,
    }
