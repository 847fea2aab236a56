"""The funds' tasks: each is woken by a message that only says "look"."""

from celery import shared_task
from django.utils.timezone import localdate

from funds import scheduled, work


@shared_task
def work_through_rows() -> None:
    """Work through the rows that wait."""
    work.run_due(on=localdate())


@shared_task
def prepare_year_end_rehearsal() -> None:
    """Offer the rehearsal of each fund's year that has ended and is next to be closed."""
    scheduled.offer_rehearsals(on=localdate())
