"""The only home of a zone's standing with the UEZ Authority and of its trust account's record."""

from datetime import date

from django.db import transaction

from municipalities import offices
from municipalities.models import EnterpriseZone, Officer, StandingEvent
from municipalities.refusal import Refusal

CITE = "N.J.S.A. 52:27H-88 a.(2)"


@transaction.atomic
def record(
    zone: EnterpriseZone,
    *,
    in_good_standing: bool,
    reason: str,
    on: date,
    by: Officer,
    from_on: date | None = None,
) -> StandingEvent:
    """Record that a zone is, or is no longer, in good standing from a day on, today or later.

    Refused: without a reason, from a day that is over (what was credited by then stands), and when
    another standing was recorded for that day.
    """
    offices.require(by, "record-standing", on=on)
    first = from_on or on
    if not reason.strip():
        raise Refusal(f"{zone}: a reason is needed.", CITE)
    if first < on:
        raise Refusal(f"{zone}: {first} is over; a standing begins on {on} or later.", CITE)
    event, new = StandingEvent.objects.get_or_create(
        zone=zone,
        effective_on=first,
        defaults={"in_good_standing": in_good_standing, "reason": reason, "recorded_by": by},
    )
    if not new and event.in_good_standing != in_good_standing:
        raise Refusal(f"{event}: one day has one standing; record the change on a later day.", CITE)
    return event


def in_good_standing(zone: EnterpriseZone, on: date) -> bool:
    """Say whether the zone is in good standing on the day; without a record it is not."""
    last = zone.standings.filter(effective_on__lte=on).order_by("-effective_on").first()
    return last is not None and last.in_good_standing


def latest_on(on: date) -> dict[str, StandingEvent]:
    """Return the event in force on the day by zone code, in one query."""
    events = StandingEvent.objects.filter(effective_on__lte=on)
    last = events.order_by("zone_id", "-effective_on").distinct("zone_id")
    return {event.zone_id: event for event in last}


def all_on(on: date) -> dict[str, bool]:
    """Return the standing of every zone on the day by zone code, in one query."""
    return {code: event.in_good_standing for code, event in latest_on(on).items()}


def record_trust_account(zone: EnterpriseZone, *, on: date, by: Officer) -> EnterpriseZone:
    """Record the day on which a zone's receiving trust account came on record; the first counts."""
    offices.require(by, "record-standing", on=on)
    if zone.trust_account_on is None:
        zone.trust_account_on = on
        zone.save(update_fields=["trust_account_on"])
    return zone
