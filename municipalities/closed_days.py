"""The only home of changes to the table of holidays: a day is entered, or struck, with its reason.

What was planned for such a day is moved by who calls, `payments.calendar.holidays`.
"""

from calendar import SATURDAY
from datetime import date

from django.db import transaction

from municipalities import offices
from municipalities.models import Holiday, Officer
from municipalities.refusal import Refusal

DUTY = "keep-calendar"


@transaction.atomic
def enter(
    whose: str, falls_on: date, name: str, authority: str, *, on: date, by: Officer
) -> Holiday:
    """Enter a day on which State offices or Reserve Banks are closed; a standing one is returned.

    Raises Refusal for a weekend, which is closed anyway, without a name or its authority, and
    for a day that is over: what was done on it stands.
    """
    offices.require(by, DUTY, on=on)
    if whose not in Holiday.Whose.values:
        raise Refusal(f"“{whose}” keeps no days here; there are offices and banks.")
    if falls_on.weekday() >= SATURDAY:
        raise Refusal(f"{_said(falls_on)} is a {falls_on:%A}: it is closed already.")
    if not name.strip() or not authority.strip():
        raise Refusal("A holiday has a name, and the act or notice it rests on.")
    _refuse_the_past(falls_on, on)
    standing = Holiday.objects.filter(whose=whose, falls_on=falls_on, struck_on=None).first()
    return standing or Holiday.objects.create(
        whose=whose,
        falls_on=falls_on,
        name=name.strip(),
        authority=authority.strip(),
        entered_by=by,
        entered_on=on,
    )


@transaction.atomic
def strike(holiday: Holiday, because: str, *, on: date, by: Officer) -> Holiday:
    """Strike a holiday, so that the day is a working day again; struck twice changes nothing.

    Raises Refusal without a reason, and for a day that is over.
    """
    offices.require(by, DUTY, on=on)
    found = Holiday.objects.select_for_update().get(pk=holiday.pk)
    if found.struck_on is not None:
        return found
    if not because.strip():
        raise Refusal(f"{found}: the notice that makes it a working day is needed.")
    _refuse_the_past(found.falls_on, on)
    found.struck_by, found.struck_on, found.struck_because = by, on, because.strip()
    found.save(update_fields=["struck_by", "struck_on", "struck_because"])
    return found


def _refuse_the_past(falls_on: date, on: date) -> None:
    if falls_on <= on:
        raise Refusal(
            f"{_said(falls_on)} has begun: what was paid and filed by it stands. A day after "
            f"{_said(on)} is needed."
        )


def _said(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"
