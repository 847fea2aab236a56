"""The only home of the act that sends a file of figures in, and of reading it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction

from municipalities import offices
from municipalities.documents import store
from municipalities.models import Document, Intake, Municipality, Officer, SourceDocument
from municipalities.reading import confined
from municipalities.reading.cells import WHOLE, Finding
from municipalities.reading.formats import LAYOUTS
from municipalities.reading.layouts import Layout
from municipalities.refusal import Refusal

PERIODS = {
    "year": (r"(?:19|20)\d\d", "a year such as 2026"),
    "sfy": (r"SFY(?:19|20)\d\d", "a State fiscal year such as SFY2027"),
}
FIRST = 1994


@dataclass(frozen=True)
class Publication:
    """What a file is: its layout and period, its title, who published it, when it was received."""

    layout: str
    period: str
    title: str
    publisher: str
    received_on: date
    reference: str = ""
    standing: str = SourceDocument.Standing.PUBLISHED


@transaction.atomic
def send(file: store.Checked, what: Publication, *, on: date, by: Officer) -> Intake:
    """Keep a checked file and note that it waits to be read.

    Raises Refusal for an unknown layout, a period of another kind or still to come, a day of
    receipt to come, and a file that is on its way or accepted already.
    """
    offices.require(by, "load-facts", on=on)
    layout = layout_of(what.layout)
    refuse_period(layout, what.period, on)
    if what.received_on > on:
        raise Refusal(f"Received on {what.received_on}: that day is still to come.", layout.cite)
    if not (what.title.strip() and what.publisher.strip()):
        raise Refusal("Title and publisher of the publication are needed.", layout.cite)
    _refuse_again(file, what)
    return Intake.objects.create(
        layout=what.layout,
        period=what.period,
        document=store.keep(file, store.Whose(), by=by),
        title=what.title.strip(),
        publisher=what.publisher.strip(),
        reference=what.reference.strip(),
        received_on=what.received_on,
        standing=what.standing,
        sent_by=by,
        sent_on=on,
    )


def layout_of(key: str) -> Layout:
    """Return a layout by its key. Raises Refusal for an unknown one."""
    found = LAYOUTS.get(key)
    if found is None:
        raise Refusal(f"“{key}” is no file that is taken; there are {', '.join(LAYOUTS)}.")
    return found


def refuse_period(layout: Layout, period: str, on: date) -> None:
    """Refuse a period of the other kind, before the funds began, or that has not begun."""
    pattern, such = PERIODS[layout.period]
    if not re.fullmatch(pattern, period):
        raise Refusal(f"{layout.title}: the period is {such}, not “{period}”.", layout.cite)
    year = int(period.removeprefix("SFY"))
    last = on.year if layout.period == "year" else on.year + 1 + (on.month > 6)
    if not FIRST <= year <= last:
        raise Refusal(
            f"{layout.title}: {period} is not between {FIRST} and {last}, on {on}.", layout.cite
        )


def _refuse_again(file: store.Checked, what: Publication) -> None:
    before = (
        Intake.objects.filter(
            document__sha256=file.sha256, layout=what.layout, period=what.period, declined_by=None
        )
        .exclude(outcome=Intake.Outcome.REFUSED)
        .first()
    )
    if before is not None:
        raise Refusal(f"This very file was sent on {before.sent_on}: it is file {before.pk}.")


@transaction.atomic
def read(intake: Intake) -> Intake:
    """Read a file that waits, in a process with limits, and write down what came of it.

    A file that was read before is returned as it stands.
    """
    found = Intake.objects.select_for_update(of=("self",)).get(pk=intake.pk)
    if found.outcome:
        return found
    said = read_as(found.document, found.layout, found.period, places())
    found.outcome = Intake.Outcome.REFUSED if said["must"] else Intake.Outcome.READ
    found.must, found.look = said["must"], said["check"]
    found.figures, found.rows = said["figures"], said["rows"]
    found.listing, found.said = said["listing"], said["said"]
    found.save(update_fields=["outcome", "must", "look", "figures", "rows", "listing", "said"])
    return found


def read_as(
    document: Document, layout: str, period: str, places: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Read a kept file as a layout; what ends the reading is a thing to mend of the whole file."""
    try:
        return confined.read(store.read(document), document.kind, layout, period, places)
    except Refusal as no:
        why = Finding(document.filename, WHOLE, "it was not read", str(no))
        nothing: dict[str, Any] = {"check": [], "figures": {}, "rows": {}, "listing": []}
        return {"must": [why.as_dict()], "said": [], **nothing}


def places() -> list[dict[str, Any]]:
    """Return what a reader knows of every municipality, the dissolved ones too."""
    towns = Municipality.objects.select_related("county").prefetch_related("former_names")
    return [place(each) for each in towns]


def place(town: Municipality) -> dict[str, Any]:
    """Return what a reader knows of a municipality, by its names before too."""
    former = [each for old in town.former_names.all() for each in (old.name, old.official_name)]
    return {
        "code": town.code,
        "name": town.name,
        "kind": town.kind,
        "official": town.official_name,
        "county": town.county.name,
        "gone": town.dissolved_on.isoformat() if town.dissolved_on else "",
        "former": former,
    }
