"""The only home of the secret addresses at which an office's calendar is read from elsewhere.

Whoever has the address reads the calendar, and nothing else: it says no amounts. Only a digest is
kept, so an address is shown once; a new one closes the old.
"""

import hashlib
import secrets
from datetime import date

from django.db import transaction

from municipalities.models import CalendarFeed, Office, Officer
from municipalities.refusal import Refusal

BYTES = 32


def open_feed(office: Office) -> CalendarFeed | None:
    """Return the office's open address, of which only the digest is known."""
    return CalendarFeed.objects.filter(office=office, closed_on=None).first()


@transaction.atomic
def make(*, on: date, by: Officer) -> str:
    """Make the secret of a new address for the officer's own office; the old one is closed."""
    Office.objects.select_for_update().get(pk=by.office_id)
    _close(by, on)
    secret = secrets.token_urlsafe(BYTES)
    CalendarFeed.objects.create(
        office_id=by.office_id, digest=_digest(secret), made_by=by, made_on=on
    )
    return secret


@transaction.atomic
def close(*, on: date, by: Officer) -> None:
    """Close the address of the officer's own office. Raises Refusal when none is open."""
    if not _close(by, on):
        raise Refusal(f"{by.office} has no open calendar address.")


def _close(by: Officer, on: date) -> int:
    mine = CalendarFeed.objects.filter(office=by.office_id, closed_on=None)
    return mine.update(closed_by=by, closed_on=on)


def office_of(secret: str) -> Office | None:
    """Return the office whose calendar is read at the address; None when there is no such one."""
    found = CalendarFeed.objects.filter(digest=_digest(secret), closed_on=None)
    feed = found.select_related("office").first()
    return feed.office if feed else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
