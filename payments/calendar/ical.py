"""The only home of the calendar as other programs read it (RFC 5545): one day-long event a date."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.conf import settings
from icalendar import Calendar, Event

from payments.calendar.dates import KINDS, Dated

FUNDS = {
    "zone-assistance": "Zone assistance",
    "energy-receipts": "Energy tax receipts",
    "highlands": "Highlands stabilization",
}
ONE_DAY = timedelta(days=1)


def feed(name: str, dates: Iterable[Dated], at: datetime) -> bytes:
    """Return the dates as a calendar of this name, written at the moment."""
    made = Calendar()
    made.add("prodid", "-//Apportion//Statutory calendar//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", name)
    made.add("refresh-interval", timedelta(hours=12), parameters={"value": "DURATION"})
    for each in dates:
        made.add_component(_event(each, at))
    return bytes(made.to_ical())


def _event(each: Dated, at: datetime) -> Event:
    """A date keeps its UID when it moves, so that a calendar moves it and shows it once."""
    host = settings.SITE_ADDRESS.split("//")[-1].split("/")[0].split(":")[0]
    made = Event()
    made.add("uid", f"{each.key}@{host}")
    made.add("dtstamp", at)
    made.add("dtstart", each.acted_on)
    made.add("dtend", each.acted_on + ONE_DAY)
    made.add("summary", f"{FUNDS[each.fund]} SFY{each.sfy}: {each.what}")
    made.add("description", _description(each))
    made.add("categories", [KINDS[each.kind]])
    made.add("transp", "TRANSPARENT")
    return made


def _description(each: Dated) -> str:
    moved = f" Statutory date {_said(each.statutory_on)}." if each.moved else ""
    basis = f" Municipalities of a {each.basis} budget year." if each.basis else ""
    return f"{each.rule}{moved}{basis} {each.authority}"


def _said(day: date) -> str:
    return f"{day:%A}, {day:%B} {day.day}, {day.year}"
