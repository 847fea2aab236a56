"""The tasks of who there is: each is woken by a message that only says "look"."""

from datetime import timedelta

from celery import shared_task
from django.utils.timezone import localdate, now

from municipalities import recertification, unused, vacancies
from municipalities.documents import store
from municipalities.drafts import keeping
from municipalities.notices import delivery

DAY = timedelta(days=1)


@shared_task
def deliver_notices() -> None:
    """Send the notices that wait."""
    delivery.deliver()


@shared_task
def sweep_documents() -> None:
    """Remove files that no row names and that are older than a day."""
    store.sweep(older_than=(now() - DAY).timestamp())


@shared_task
def forget_versions() -> None:
    """Delete the versions of drafts that are older than a day."""
    keeping.forget(before=now() - DAY)


@shared_task
def look_after_offices() -> None:
    """Close sign-ins that nobody uses; tell of empty offices and of the quarter's list."""
    on = localdate()
    unused.disable(on=on)
    vacancies.tell(on)
    recertification.tell(on)
