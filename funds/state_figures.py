"""The only home of recording a figure of the State by hand, with its paper; another accepts it."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds.refusal import Refusal
from municipalities import facts
from municipalities.documents import store
from municipalities.kinds import KINDS, Kind
from municipalities.models import FactSeries, Officer, SourceDocument

OF_STATE = [kind for kind in KINDS.values() if kind.of_state]


@dataclass(frozen=True)
class Paper:
    """The publication that a figure stands in, and its scan."""

    title: str
    publisher: str
    received_on: date
    file: store.Checked | None = None


@transaction.atomic
def record(
    kind: Kind, period: str, value: Decimal, paper: Paper, *, on: date, by: Officer
) -> FactSeries:
    """Record a figure of the State for a period with the paper it stands in.

    Raises Refusal as `facts.load` does, and without the title or publisher of the paper.
    """
    if not (paper.title.strip() and paper.publisher.strip()):
        raise Refusal(f"{kind.name} {period}: its paper has a title and a publisher.", kind.cite)
    if paper.received_on > on:
        raise Refusal(f"{kind.name} {period}: received on {paper.received_on}, still to come.",
                      kind.cite)  # fmt: skip
    document, new = SourceDocument.objects.get_or_create(
        title=paper.title.strip(),
        received_on=paper.received_on,
        defaults={
            "publisher": paper.publisher.strip(),
            "standing": SourceDocument.Standing.PUBLISHED,
        },
    )
    if new and paper.file is not None:
        document.file = store.keep(paper.file, store.Whose(), by=by)
        document.sha256 = document.file.sha256
        document.save(update_fields=["file", "sha256"])
    return facts.load(kind.name, period, {None: value}, document=document, on=on, by=by)
