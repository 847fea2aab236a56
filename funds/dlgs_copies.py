"""The only home of the copy of certified Highlands amounts for the Director of DLGS. 54:1-85 e."""

from datetime import date
from decimal import Decimal

from django.urls import reverse

from funds import filing_days
from funds.letters import AMOUNT, words_of
from funds.models import Certification, RunLine
from funds.rules.highlands_chain import certification_due
from municipalities import offices
from municipalities.documents.store import Whose
from municipalities.letters import papers
from municipalities.letters.papers import Addressed
from municipalities.letters.words import Letter, LetterColumn, LetterTable, on_paper
from municipalities.models import Officer, Paper
from municipalities.notices import writing
from municipalities.notices.writing import Words

FUND, KIND, CITE = "highlands", "certification-copy", "54:1-85 e."


def send(certification: Certification, *, on: date) -> Paper:
    """Issue the copy, once, and tell the Director of Local Government Services."""
    paper = issue(certification, on=on, by=offices.system())
    words = Words(
        f"{certification}: copy of the certified Highlands amounts",
        f"{paper.title}. {in_time(certification)} ({CITE})",
        reverse("paper", args=[paper.number]),
    )
    to = writing.holders_of("dca-director", on=on)
    writing.write_each(KIND, paper.key, to, lambda _: words, by=certification.certified_by)
    return paper


def issue(certification: Certification, *, on: date, by: Officer) -> Paper:
    """Issue the copy of a certification, once; a later one supersedes it."""
    run = certification.run
    return papers.issue(
        letter(certification),
        Addressed(
            number=f"{certification.number}-DLGS",
            kind=KIND,
            key=f"certification/{certification.number}/copy",
            subject=f"{KIND}/{FUND}/SFY{run.sfy}",
            whose=Whose(),
        ),
        on=on,
        by=by,
    )


def in_time(certification: Certification) -> str:
    """Say whether the Treasurer certified by February 15; late is recorded as late."""
    due = filing_days.due(certification_due(certification.run.sfy))
    late = due.days_late(certification.certified_on)
    when = f"Certified on {on_paper(certification.certified_on)}, due by {on_paper(due.last_on)}"
    if due.moved:
        when += f" (statutory date {on_paper(due.statutory_on)})"
    return f"{when}: {late} day{'' if late == 1 else 's'} late." if late else f"{when}: in time."


def letter(certification: Certification) -> Letter:
    """Write the copy: every municipality with its amount, and what the sums are not."""
    run, by = certification.run, certification.certified_by.office
    lines = RunLine.objects.filter(run=run, component="payable", municipality__isnull=False)
    rows = [
        [line.holder, line.municipality.official_name, f"{line.amount:.2f}"]
        for line in lines.select_related("municipality").order_by("holder")
        if line.municipality
    ]
    total = sum((Decimal(each[2]) for each in rows), Decimal(0))
    return Letter(
        title=f"Copy of the certified amounts, {run.fund.name}, SFY{run.sfy}",
        to=["Director", "Division of Local Government Services", "Department of Community Affairs"],
        paragraphs=[in_time(certification), *words_of(run)],
        tables=[
            LetterTable(
                "Property tax stabilization amounts as certified",
                [LetterColumn("Code"), LetterColumn("Municipality"), AMOUNT],
                rows,
                total=["All", "", f"{total:.2f}"],
            )
        ],
        facts=[
            ("Certification", certification.number),
            ("SHA-256 of what was certified", certification.document_hash),
        ],
        signed=[f"Certified by: {by}", on_paper(certification.certified_on)],
    )
