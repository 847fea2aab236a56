"""The only home of the report to the Legislature of the corrections of 52:27D-439 d."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from funds.refusal import Refusal
from funds.rules.money import ZERO
from funds.rules.parameters import law
from municipalities import facts, offices
from municipalities.documents.store import Whose
from municipalities.letters import papers
from municipalities.letters.papers import Addressed
from municipalities.letters.words import Letter, LetterColumn, LetterTable, on_paper
from municipalities.models import FactSeries, Municipality, Officer, Paper

KIND, DUTY, CITE = "corrections-report", "report-corrections", "52:27D-439 d."
BASES = ("aid_1994", "aid_1995", "aid_1996", "estimate_1998")


@dataclass(frozen=True)
class Corrected:
    """A municipality's paragraph (2) amount before its corrections, and they, in dollars."""

    town: Municipality
    before: Decimal
    correction: Decimal


def due_on() -> date:
    """The day by which the report was due: July 15, 1997."""
    year, month, day = law().row("energy_receipts.corrections_report_due", date(1997, 7, 1))
    return date(int(year), int(month), int(day))


def series(on: date) -> FactSeries | None:
    """Return the version of the corrections in force on a day, if there is one."""
    return facts.latest("corrections", on=on)


def corrected(on: date) -> list[Corrected]:
    """Return every municipality whose (2) is increased, by code."""
    found = series(on)
    given = {c: v for c, v in facts.values(found).items() if c and v > 0} if found else {}
    bases = [facts.values(each) for kind in BASES if (each := facts.latest(kind, on=on))]
    return [
        Corrected(
            town,
            max((base.get(town.pk, ZERO) for base in bases), default=ZERO),
            given[town.pk],
        )
        for town in Municipality.objects.filter(pk__in=given).order_by("pk")
    ]


def issued(found: FactSeries | None) -> Paper | None:
    """Return the report of a version of the corrections, if it was issued."""
    return Paper.objects.filter(key=_key(found)).first() if found else None


def issue(*, on: date, by: Officer) -> Paper:
    """Issue the report of the corrections in force, once a version; a later one supersedes it.

    Raises Refusal while no correction is in force. After its day it is issued as late.
    """
    offices.require(by, DUTY, on=on)
    found, rows = series(on), corrected(on)
    if found is None or not rows:
        raise Refusal(
            "No correction is in force: load and accept the base table of energy tax receipts,"
            " with its column “corrections”, first.",
            CITE,
        )
    return papers.issue(
        letter(found, rows, on=on, by=by),
        Addressed(f"ER-CORRECTIONS-{found.version}", KIND, _key(found), KIND, Whose()),
        on=on,
        by=by,
    )


def _key(found: FactSeries) -> str:
    return f"{KIND}/{found.period}/{found.version}"


def in_time(on: date) -> str:
    """Say whether the report is in time by its day; late is said, not refused."""
    late = max((on - due_on()).days, 0)
    words = f"{late:,} day{'' if late == 1 else 's'} late" if late else "in time"
    return f"Due by {on_paper(due_on())}: {words}."


def letter(found: FactSeries, rows: Sequence[Corrected], *, on: date, by: Officer) -> Letter:
    """Write the report: the amount of the corrections, and each municipality's part."""
    total = sum((each.correction for each in rows), ZERO)
    before = sum((each.before for each in rows), ZERO)
    lines = [
        [each.town.pk, each.town.official_name, *_money(each.before, each.correction)]
        for each in rows
    ]
    return Letter(
        title="Corrections of the distribution of energy tax receipts",
        to=["The Legislature of New Jersey"],
        paragraphs=[
            (
                "The allocation of N.J.S.A. 52:27D-439 b.(2) is increased by the corrections of"
                " apportionment valuations and distribution values made by the Director of the"
                " Division of Taxation, and of equitable distortions as determined by the State"
                f" Treasurer. They come to ${total:,.2f} for {len(rows)}"
                f" {'municipality' if len(rows) == 1 else 'municipalities'}. N.J.S.A. 52:27D-439 d."
            ),
            in_time(on),
        ],
        tables=[
            LetterTable(
                "Amount of paragraph (2) + correction = corrected amount ($)",
                [LetterColumn("Code"), LetterColumn("Municipality"),
                 LetterColumn("Paragraph (2)", "money"), LetterColumn("Correction", "money"),
                 LetterColumn("Corrected", "money")],
                lines,
                total=["All", "", *_money(before, total)],
            )
        ],
        facts=[
            ("Corrections", f"{found.document}, {found.period}, version {found.version}"),
            ("SHA-256 of the corrections", found.sha256),
        ],
        signed=[f"Reported by: {by.office}", on_paper(on)],
    )  # fmt: skip


def _money(before: Decimal, correction: Decimal) -> list[str]:
    return [f"{each:.2f}" for each in (before, correction, before + correction)]
