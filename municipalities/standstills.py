"""The only home of standing still: begun by one person, ended by another, asked by every task.

What an incident needs first is that nothing more happens: no notice, no release, no payment. A
restored copy begins that way, because the one it is a copy of may still be at work.
"""

from datetime import date

from django.db import transaction

from municipalities import offices
from municipalities.models import Officer, Standstill
from municipalities.refusal import Refusal

RESTORED = "Restored from a backup of {taken}: what it would send may have been sent."


def standing() -> Standstill | None:
    """Return the standstill that nobody has ended, if there is one."""
    return Standstill.objects.filter(ended_on=None).select_related("began_by__office").first()


def refuse() -> None:
    """Raise Refusal while everything stands still."""
    found = standing()
    if found is not None:
        raise Refusal(
            f"Everything stands still since {_said(found.began_on)}: “{found.because}” No money "
            "leaves until another person than who stopped it lets it go on."
        )


@transaction.atomic
def begin(because: str, *, on: date, by: Officer) -> Standstill:
    """Let everything stand still from now on; one that stands is returned. Refusal without why."""
    offices.require(by, "stop-everything", on=on)
    if not because.strip():
        raise Refusal("Say why everything stands still: who looks at it next has to know.")
    return standing() or Standstill.objects.create(
        because=because.strip(), began_by=by, began_on=on
    )


@transaction.atomic
def end(standstill: Standstill, because: str, *, on: date, by: Officer) -> Standstill:
    """Let everything go on, as another person than who stopped it; ended twice changes nothing.

    Raises Refusal for the person who began it, and without saying what was made sure of.
    """
    offices.require(by, "let-go-on", on=on)
    found = Standstill.objects.select_for_update(of=("self",)).get(pk=standstill.pk)
    if found.ended_on is not None:
        return found
    if found.began_by.person_id == by.person_id:
        raise Refusal(f"{by.person} stopped everything: another person lets it go on.")
    if not because.strip():
        raise Refusal("Say what was made sure of before everything goes on.")
    found.ended_by, found.ended_on, found.ended_because = by, on, because.strip()
    found.save(update_fields=["ended_by", "ended_on", "ended_because"])
    return found


def _said(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"
