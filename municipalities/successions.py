"""The only home of the act that records one municipality's succession by another."""

from datetime import date

from django.db import transaction

from municipalities import offices
from municipalities.models import Municipality, Officer, Succession
from municipalities.refusal import Refusal


@transaction.atomic
def record(
    predecessor: Municipality, successor: Municipality, *, document: str, on: date, by: Officer
) -> Succession:
    """Record that a municipality is taken into another from a day on, and dissolve it that day.

    Refused: into itself, into one that it took in before, and twice into different ones.
    """
    offices.require(by, "record-succession", on=on)
    if not document.strip():
        raise Refusal(f"{predecessor}: the document of the succession is needed.")
    if predecessor.pk in {successor.pk, *(each.pk for each in line_of(successor))}:
        raise Refusal(f"{predecessor} would succeed itself.")
    succession, new = Succession.objects.get_or_create(
        predecessor=predecessor,
        defaults={
            "successor": successor,
            "effective_on": on,
            "document": document,
            "recorded_by": by,
        },
    )
    if not new and (succession.successor_id, succession.effective_on) != (successor.pk, on):
        raise Refusal(f"{predecessor} was succeeded already: {succession}.")
    predecessor.dissolved_on = on
    predecessor.save(update_fields=["dissolved_on"])
    return succession


def line_of(municipality: Municipality) -> list[Municipality]:
    """Return the successors of a municipality, its own first, the one that stands today last."""
    line: list[Municipality] = []
    step = Succession.objects.filter(predecessor=municipality).select_related("successor").first()
    while step is not None:
        line.append(step.successor)
        step = (
            Succession.objects.filter(predecessor=step.successor)
            .select_related("successor")
            .first()
        )
    return line
