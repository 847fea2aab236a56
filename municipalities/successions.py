"""The only home of recording one municipality's succession by another, and a new name."""

from datetime import date

from django.db import transaction

from municipalities import offices
from municipalities.models import FormerName, Municipality, Officer, Succession
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


@transaction.atomic
def rename(
    town: Municipality, name: str, official_name: str, *, document: str, on: date, by: Officer
) -> Municipality:
    """Record that a municipality bears a new name from a day on, once; code and history stay.

    Raises Refusal without names or document, for a dissolved municipality, and for the name that
    it bears already.
    """
    offices.require(by, "record-succession", on=on)
    found = Municipality.objects.select_for_update().get(pk=town.pk)
    new = (name.strip(), official_name.strip())
    if not (all(new) and document.strip()):
        raise Refusal(f"{found}: the new name, its official form and the document are needed.")
    now = (found.name, found.official_name)
    if now == new and found.former_names.filter(until_on=on).exists():
        return found
    if now == new:
        raise Refusal(f"{found} is called so already.")
    if found.dissolved_on is not None and found.dissolved_on <= on:
        raise Refusal(f"{found} is dissolved since {found.dissolved_on}: it gets no new name.")
    if found.former_names.filter(until_on__gte=on).exists():
        raise Refusal(f"{found} got a name of that day or a later one already.")
    FormerName.objects.create(
        municipality=found, name=now[0], official_name=now[1], until_on=on,
        document=document.strip(), recorded_by=by,
    )  # fmt: skip
    found.name, found.official_name = new
    found.save(update_fields=["name", "official_name"])
    return found


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
