"""The only home of tasks of the Highlands chain, while the program runs. 54:1-85 c., d., h."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from django.urls import reverse

from funds import declines, filing_days, highlands_figures, offsets, vacant_land
from funds.rules.highlands_chain import (
    BOARD,
    CERTIFIED,
    REPORT,
    REVIEW,
    board_due,
    certification_due,
    report_due,
    sfy_for,
)
from funds.vacant_land_owed import year_asked
from municipalities.models import Municipality, Officer
from municipalities.page_parts import Tag, Task


def of_the_town(officer: Officer, on: date) -> Iterator[Task]:
    """The report to prepare, or to certify when another person prepared it."""
    year, town = year_asked(on), officer.office.municipality
    if year is None or town is None or not _is_asked(town):
        return
    report, at = vacant_land.live(town, year), reverse("vacant_land", args=[town.pk, year])
    if report is None:
        yield _task(f"Report the vacant land of {year}", at, REPORT, report_due(year), on)
    elif (
        report.certified_by_id is None
        and officer.may(vacant_land.CERTIFY)
        and report.prepared_by.person_id != officer.person_id
    ):
        label = f"Certify the vacant land of {year}"
        yield _task(label, at, REPORT, report_due(year), on, f"Prepared by {report.prepared_by}.")


def of_the_county(officer: Officer, on: date) -> Iterator[Task]:
    """The declines that are ready for the county board, and how many reports are missing."""
    year, county = year_asked(on), officer.office.county
    if year is None or county is None:
        return
    rows = declines.computed(declines.towns_of(county), year, on)
    ready, missing = len(declines.ready(rows)), sum(bool(each.missing) for each in rows)
    if not ready and not (missing and on > report_due(year)):
        return
    label = (
        f"Certify the decline of {_towns(ready)}, {year}" if ready else f"Chase {year}’s reports"
    )
    at, about = reverse("board", args=[county.pk, year]), f"{missing} of {len(rows)} are missing."
    yield _task(label, at, BOARD, board_due(year), on, about)


def _towns(count: int) -> str:
    return f"{count} town{'' if count == 1 else 's'}"


def _is_asked(town: Municipality) -> bool:
    return town.in_highlands and town.preservation_area is not False


def _task(label: str, at: str, cite: str, due_on: date, on: date, about: str = "") -> Task:
    late = filing_days.due(due_on).days_late(on)
    tag = Tag(f"{late} day{'' if late == 1 else 's'} late", "bad") if late else None
    return Task(label, at, about=about, cite=cite, when=due_on, tag=tag)


def to_send(officer: Officer, on: date) -> Iterator[Task]:
    """The Director's: declines that the county boards certified and nobody sent on yet."""
    year = year_asked(on)
    wanted = highlands_figures.to_send(year) if year else []
    if year and wanted:
        total = sum((now.valuation_base for _, now in wanted), Decimal(0))
        yield Task(
            f"Review and send the declines of {_towns(len(wanted))}, {year}",
            reverse("highlands", args=[year]),
            about="As certified, with your changes.",
            cite=REVIEW,
            when=certification_due(sfy_for(year)),
            stake=total,
            stake_note="of true value",
        )


def to_accept(officer: Officer, on: date) -> Iterator[Task]:
    """The figures of the chain that another person put forward."""
    for paper in highlands_figures.waiting()[:10]:
        by = {each.loaded_by.person_id for each in paper.series.select_related("loaded_by")}
        if officer.person_id not in by:
            yield Task(
                f"Accept {paper.title}",
                reverse("figures_accept", args=[paper.pk]),
                about=f"Put forward by {paper.publisher}.",
                cite=CERTIFIED,
                when=paper.received_on,
            )


def to_attest(officer: Officer, on: date) -> Iterator[Task]:
    """The CFO's: certified sums whose offset in the budget is not attested."""
    town = officer.office.municipality
    of_it = town is not None and (town.in_highlands or town.made_up)
    for sfy, amount, due_on in offsets.unattested(town, on) if town and of_it else ():
        late = filing_days.due(due_on).days_late(on)
        yield Task(
            f"Attest the levy offset of SFY{sfy}",
            reverse("offset_attest", args=[officer.office.municipality_id, sfy]),
            about="The certified sum is anticipated in the budget of the year of payment.",
            cite=offsets.OFFSET,
            when=due_on,
            tag=Tag(f"{late} days late", "bad") if late else None,
            stake=amount,
            stake_note="certified",
        )
