"""The only home of keeping a case file: its text is read first, and the latest version counts."""

from datetime import date

from django.db import transaction

from funds.cases.reading import read
from funds.models import CaseFile, Fund
from municipalities import offices
from municipalities.models import Officer


@transaction.atomic
def write(fund: Fund, text: str, *, on: date, by: Officer) -> CaseFile:
    """Keep a version of a feature; the same text again is the version it was.

    A feature without scenarios takes its earlier ones out of use. Raises Refusal with the line of
    what cannot be read.
    """
    offices.require(by, "prepare-run", on=on)
    text = text.replace("\r\n", "\n").strip() + "\n"
    feature = read(text)
    before = CaseFile.objects.filter(fund=fund, name=feature.name).order_by("-version").first()
    if before is not None and before.text == text:
        return before
    return CaseFile.objects.create(
        fund=fund,
        name=feature.name[:120],
        version=before.version + 1 if before else 1,
        text=text,
        written_by=by,
        written_on=on,
    )
