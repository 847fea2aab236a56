"""The only home of the work that reads a file of figures: offered with it, run by a worker."""

from datetime import date

from django.db import transaction

from funds import work
from funds.models import Work
from funds.work import Progress
from municipalities.documents.store import Checked
from municipalities.intake import sending
from municipalities.intake.sending import Publication
from municipalities.models import Intake, Officer

KIND = "intake"


@transaction.atomic
def send(file: Checked, what: Publication, *, on: date, by: Officer) -> Intake:
    """Send a file in and offer its reading, both or neither. Raises what `sending.send` does."""
    intake = sending.send(file, what, on=on, by=by)
    title = f"Read {sending.layout_of(what.layout).title}, {what.period}"
    work.offer(KIND, key_of(intake), title[:160], on, {"intake": intake.pk})
    return intake


def key_of(intake: Intake) -> str:
    """Return the key of a file's work."""
    return f"intake/{intake.pk}/read"


def unit(row: Work) -> Progress:
    """Read the file that the row names."""
    read = sending.read(Intake.objects.get(pk=row.arguments["intake"]))
    said = f"{len(read.must)} to mend, {len(read.look)} to look at"
    return Progress(1, 1, said)
