"""The only home of who opens the pages: an office each that may, of the State and of a town."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import override_settings

from municipalities.models import EnterpriseZone, Officer
from payments.grow import seats

# In this order an office is sought to which a page opens.
STATE = (
    "auditor", "treasury-analyst", "treasury-certifier", "budget-officer", "treasury-releaser",
    "dca-analyst", "dca-director", "authority", "admin",
)  # fmt: skip
LOCAL = ("cfo", "preparer", "clerk")


def state() -> dict[str, Client]:
    """Return a signed-in client for each office of the State."""
    return {title: _signed_in(seats.state(title)) for title in STATE}


def town(code: str = "0714") -> dict[str, Client]:
    """Return a signed-in client for each office of a zone's municipality."""
    zone = EnterpriseZone.objects.get(pk=code)
    return {f"{title} of {code}": _signed_in(seats.local(title, zone)) for title in LOCAL}


def _signed_in(officer: Officer) -> Client:
    user, _ = get_user_model().objects.get_or_create(
        username=f"reader-{officer.pk}",
        defaults={"person": officer.person, "is_staff": "read-all" in officer.office.permissions},
    )
    client = Client(raise_request_exception=False, SERVER_NAME="localhost")
    client.force_login(user)
    return client


@contextmanager
def as_pages_do() -> Iterator[None]:
    """Speak to the database in the role of pages, behind the wall of rows; ask no second factor."""
    connection.close()
    try:
        with override_settings(DATABASE_ROLE="app", SECOND_FACTOR_EXCEPT="everybody"):
            yield
    finally:
        connection.close()
