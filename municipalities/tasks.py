"""The tasks of who there is: each is woken by a message that only says "look"."""

import time

from celery import shared_task

from municipalities.documents import store
from municipalities.notices import delivery

DAY = 24 * 60 * 60


@shared_task
def deliver_notices() -> None:
    """Send the notices that wait."""
    delivery.deliver()


@shared_task
def sweep_documents() -> None:
    """Remove files that no row names and that are older than a day."""
    store.sweep(older_than=time.time() - DAY)
