"""The only home of how often a sign-in may fail: by name and by address, kept as rows.

A password and a second factor count alike. What is refused for its number says nothing of whether
the name exists: names that do not are counted and refused in the same way.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.core.internal.httpkit import get_client_ip
from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.contrib.auth.signals import user_login_failed
from django.db import connection, transaction
from django.db.models import Sum
from django.http import HttpRequest

BY_NAME = 5  # failures that lock a sign-in name; AXES_FAILURE_LIMIT
BY_ADDRESS = 30  # failures, of whatever names, that lock an address


class Throttle(AxesDatabaseHandler):
    """Counts a name's failures from anywhere, and an address's with every name."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Return the failures of the name, or of the address in a name's measure, if more."""
        by_name, by_address = (
            attempts.aggregate(all=Sum("failures_since_start"))["all"] or 0
            for attempts in self.get_user_attempts(request, credentials)
        )
        return int(max(by_name, by_address * BY_NAME // BY_ADDRESS))

    def reset_user_attempts(
        self, request: HttpRequest, credentials: dict[str, Any] | None = None
    ) -> int:
        """Forget the failures of the name that signed in, and no other's from its address."""
        by_name, _ = self.filter_user_attempts(request, credentials)
        return int(by_name.delete()[0])

    def user_login_failed(self, sender: Any, credentials: Any, request: Any = None, **more: Any
    ) -> None:  # fmt: skip
        """Count a failure at one of our pages; a check without a request is no sign-in."""
        if request is not None:
            super().user_login_failed(sender, credentials, request, **more)


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from, as our own proxies saw it."""
    return get_client_ip(request) or "0.0.0.0"  # noqa: S104 - a mark of what is unknown


def is_locked(request: HttpRequest, name: str) -> bool:
    """Say whether the name or the address failed too often of late."""
    return not AxesProxyHandler.is_allowed(request, {"username": name})


def failed(request: HttpRequest, name: str) -> None:
    """Count a wrong second factor as a wrong password is counted."""
    user_login_failed.send(sender=__name__, credentials={"username": name}, request=request)


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Let the attempts on a name follow one another, so that none slips past the count."""
    digest = hashlib.sha256(f"sign-in/{name}".encode("utf-8", "replace")).digest()
    lock = int.from_bytes(digest[:8], signed=True)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock])
        yield


def forget(name: str) -> None:
    """Unlock a name that an administrator vouches for."""
    AccessAttempt.objects.filter(username=name).delete()
