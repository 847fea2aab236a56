"""The funds' tasks: each is woken by a message that only says "look"."""

from celery import shared_task
from django.utils.timezone import localdate

from funds import announcements, chain_checks, heartbeats, reminders, scheduled, work
from municipalities import standstills


@shared_task(stands_still=False)
def work_through_rows() -> None:
    """Leave a sign of life, and work through the rows that wait unless everything stands still."""
    heartbeats.leave(heartbeats.WORKER)
    if standstills.standing() is None:
        work.run_due(on=localdate())


@shared_task
def prepare_year_end_rehearsal() -> None:
    """Offer the rehearsal of each fund's year that has ended and is next to be closed."""
    scheduled.offer_rehearsals(on=localdate())


@shared_task
def announce() -> None:
    """Offer the letters that are missing, and write the notices of what is on record."""
    announcements.announce(on=localdate())


@shared_task
def remind() -> None:
    """Remind of what is due, by the ladder."""
    reminders.remind(on=localdate())


@shared_task
def seal_the_day() -> None:
    """Offer the day's seal; every later look of the day finds it offered."""
    chain_checks.offer_seal(on=localdate())
