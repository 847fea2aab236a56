"""The only home of which work is in trouble, by the database's clock alone."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Now, TruncDate
from django.utils.timezone import get_default_timezone

from funds import heartbeats
from funds.models import ChainCheck, IdentityCheck, Work
from municipalities import standstills

LONG = timedelta(minutes=10)  # beat looks every minute, so whatever waits longer is not seen
MOST = 20
OF_CHAINS, OF_IDENTITIES = 10, 80  # the last checks, among which each one's latest is
WHY_SILENT = {
    heartbeats.BEAT: "The calendar is not heard of: nothing is woken on its day.",
    heartbeats.WORKER: "The workers are not heard of: they, or the broker, are down.",
}


@dataclass(frozen=True)
class Alarm:
    """What is wrong, in words; `work` is the row, where there is one; `page` shows more of it."""

    what: str
    why: str
    work: Work | None = None
    page: str = "work"


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
    in_trouble = [Alarm(each.title, _why(each), each) for each in found]
    return [*stands, *altered(), *silent, *in_trouble]


def altered() -> list[Alarm]:
    """Return the chains and identities that were last found broken."""
    chains = {each.chain: each for each in reversed(ChainCheck.objects.all()[:OF_CHAINS])}
    asked = {each.name: each for each in reversed(IdentityCheck.objects.all()[:OF_IDENTITIES])}
    return [
        Alarm(f"The chain of {each.chain} was altered", each.fault, page="evidence")
        for each in chains.values()
        if each.fault
    ] + [
        Alarm(f"The identity “{each.name}” is broken", _breaks(each), page="invariants")
        for each in asked.values()
        if each.count
    ]


def _breaks(check: IdentityCheck) -> str:
    more = f" (and {check.count - 1} more)" if check.count > 1 else ""
    return f"{check.broken[0]}{more}"


def _why(work: Work) -> str:
    if work.state == Work.State.FAILED:
        return f"It stopped and needs a person. {work.message}".strip()
    if work.state == Work.State.RUNNING:
        return f"Whoever had it in hand is gone; {work.done} of {work.of or '?'} steps are done."
    return "It is due, and nobody has taken it up for ten minutes."
