"""The only home of which work is in trouble, by the database's clock alone."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Now, TruncDate
from django.utils.timezone import get_default_timezone

from funds import heartbeats
from funds.models import Work

LONG = timedelta(minutes=10)  # beat looks every minute, so whatever waits longer is not seen
MOST = 20
_FIRST = """
    SELECT 'Everything stands still', because, 0, 'work' FROM municipalities_standstill
        WHERE ended_on IS NULL
    UNION ALL SELECT 'The chain of ' || chain || ' was altered', fault, 0, 'evidence' FROM (
        SELECT DISTINCT ON (chain) * FROM (SELECT * FROM funds_chaincheck ORDER BY id DESC LIMIT %s)
            last ORDER BY chain, id DESC) c WHERE fault <> ''
    UNION ALL SELECT 'The identity “' || name || '” is broken', broken->>0, count - 1, 'invariants'
        FROM (SELECT DISTINCT ON (name) * FROM (
            SELECT * FROM funds_identitycheck ORDER BY id DESC LIMIT %s) last
            ORDER BY name, id DESC) i WHERE count > 0"""
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
    found = (stopped() | stalled()).order_by("business_on", "pk")[:MOST]
    in_trouble = [Alarm(each.title, _why(each), each) for each in found]
    return [*_first_of_all(), *silent, *in_trouble]


def _first_of_all() -> list[Alarm]:
    """Return a standstill, chains that were altered and identities that are broken: one look."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [OF_CHAINS, OF_IDENTITIES])
        found = cursor.fetchall()
    return [
        Alarm(what, f"{why} (and {more} more)" if more else why, page=page)
        for what, why, more, page in found
    ]


def _why(work: Work) -> str:
    if work.state == Work.State.FAILED:
        return f"It stopped and needs a person. {work.message}".strip()
    if work.state == Work.State.RUNNING:
        return f"Whoever had it in hand is gone; {work.done} of {work.of or '?'} steps are done."
    return "It is due, and nobody has taken it up for ten minutes."
