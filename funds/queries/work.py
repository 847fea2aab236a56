"""The only home of which work is in trouble, by the database's clock alone."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Now, TruncDate
from django.utils.timezone import get_default_timezone

from funds import heartbeats
from funds.models import Work
from municipalities import standstills

LONG = timedelta(minutes=10)  # beat looks every minute, so whatever waits longer is not seen
MOST = 20
WHY_SILENT = {
    heartbeats.BEAT: "The calendar is not heard of: nothing is woken on its day.",
    heartbeats.WORKER: "The workers are not heard of: they, or the broker, are down.",
}


@dataclass(frozen=True)
class Alarm:
    """What is wrong, in words; `work` is the row, where there is one."""

    what: str
    why: str
    work: Work | None = None


def stopped() -> QuerySet[Work]:
    """Return work that needs a person."""
    return Work.objects.filter(state=Work.State.FAILED)


def stalled() -> QuerySet[Work]:
    """Return work whose lease ran out with nobody going on, and work due for ten minutes."""
    before = Now() - LONG
    overdue = Q(
        state=Work.State.DUE,
        updated_at__lt=before,
        business_on__lte=TruncDate(before, tzinfo=get_default_timezone()),
    )
    rested = Q(leased_until=None) | Q(leased_until__lt=before)
    return Work.objects.filter(
        Q(state=Work.State.RUNNING, leased_until__lt=Now()) | overdue & rested
    )


def alarms(signs: list[heartbeats.Sign] | None = None) -> list[Alarm]:
    """Return what a person should look at: silent parts first, then work, the oldest first."""
    heard = heartbeats.signs() if signs is None else signs
    silent = [
        Alarm(f"No sign of the {sign.of}", f"{WHY_SILENT[sign.of]} {sign.words}.")
        for sign in heard
        if sign.is_silent
    ]
    still = standstills.standing()
    stands = [Alarm("Everything stands still", still.because)] if still else []
    found = (stopped() | stalled()).order_by("business_on", "pk")[:MOST]
    return stands + silent + [Alarm(each.title, _why(each), each) for each in found]


def _why(work: Work) -> str:
    if work.state == Work.State.FAILED:
        return f"It stopped and needs a person. {work.message}".strip()
    if work.state == Work.State.RUNNING:
        return f"Whoever had it in hand is gone; {work.done} of {work.of or '?'} steps are done."
    return "It is due, and nobody has taken it up for ten minutes."
