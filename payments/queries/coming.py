"""The only home of what comes up for an office: deposits and filings of the next three months."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.urls import reverse

from funds.rules.fiscal_year import sfy_of
from municipalities.models import Municipality, Officer
from municipalities.page_parts import Tag, Task
from payments.calendar import concerns, dates
from payments.calendar.dates import Dated
from payments.queries import municipality as queries

AHEAD = timedelta(days=92)
MANY = 4
NEAR = 7  # days


def tasks(officer: Officer, on: date) -> list[Task]:
    """Return the next deposits with their amounts and the next filings, by day."""
    until, office = on + AHEAD, officer.office
    concern = concerns.of_office(office, on)
    years = range(sfy_of(on), sfy_of(until) + 1)
    found = [
        _filing(each, on)
        for sfy in years
        for each in concern.keep(dates.without_deposits(sfy))
        if on <= each.acted_on <= until
    ]
    if office.municipality is not None:
        found.extend(_deposits(office.municipality, on, until))
    elif officer.may("read-all"):
        found.extend(_deposit_days(on, until))
    return sorted(found, key=lambda task: str(task.when))[:MANY]


def _deposits(town: Municipality, on: date, until: date) -> Iterator[Task]:
    for each in queries.coming(town, on)[:MANY]:
        if each.deposit_on <= until:
            yield Task(
                f"Deposit of {each.fund.name}",
                reverse("installment", args=[each.pk]),
                cite=each.fund.statute,
                when=each.deposit_on,
                when_note=_in(each.deposit_on, on),
                stake=each.amount,
                stake_note="to be deposited",
            )


def _deposit_days(on: date, until: date) -> Iterator[Task]:
    for day in queries.coming_days(on, MANY):
        if day.on <= until:
            yield Task(
                f"Deposit day, {day.count:,} installment{'' if day.count == 1 else 's'}",
                reverse("payment_day"),
                when=day.on,
                when_note=_in(day.on, on),
                stake=day.amount,
                stake_note="to be deposited",
            )


def _filing(each: Dated, on: date) -> Task:
    moved = f"Due {each.statutory_on:%b %-d}, moved to an open day." if each.moved else ""
    days = (each.acted_on - on).days
    return Task(
        each.what,
        f"{reverse('calendar')}?month={each.acted_on.replace(day=1)}",
        about=moved,
        cite=each.authority,
        when=each.acted_on,
        when_note=_in(each.acted_on, on),
        tag=Tag(f"{days} days left") if 1 < days <= NEAR else None,
    )


def _in(day: date, on: date) -> str:
    days = (day - on).days
    return "today" if not days else "tomorrow" if days == 1 else f"in {days} days"
