"""The only home of which reports of vacant land are owed, to be chased until they are in. c."""

from datetime import date, timedelta

from django.urls import reverse

from funds import declines, filing_days
from funds.models import VacantLandReport
from funds.refusal import Refusal
from funds.rules.highlands_chain import REPORT, report_due, sfy_for
from funds.rules.highlands_year import program_year
from municipalities import offices
from municipalities.models import Officer
from municipalities.notices import ladder
from municipalities.notices.ladder import Owed
from municipalities.notices.writing import holders_of

ASKED = timedelta(days=90)  # before its day


def year_asked(on: date) -> int | None:
    """Return the tax year whose chain is under way: from 90 days before its report is due.

    After the program's tenth year none is.
    """
    year = on.year if report_due(on.year) - ASKED <= on else on.year - 1
    try:
        program_year(sfy_for(year))
    except Refusal:
        return None
    return year


def owed(on: date) -> list[Owed]:
    """Return what the ladder reminds of: reports that are not certified near their day.

    The assessor owes it; the county board is above, the Director of Taxation is told of silence.
    """
    year = year_asked(on)
    if year is None:
        return []
    due_on = filing_days.due(report_due(year)).last_on
    if not _is_near(due_on, on):
        return []
    filed = VacantLandReport.objects.filter(year=year, closed_on=None, certified_by__isnull=False)
    done = set(filed.values_list("municipality", flat=True))
    assessors, boards = _officers(on)
    director = holders_of("taxation-director", on=on)
    return [
        Owed(
            key=f"vacant-land/{town.pk}/{year}",
            what=f"The report of vacant land of {town.name}, {year}",
            due_on=due_on,
            cite=REPORT,
            url=reverse("vacant_land", args=[town.pk, year]),
            owner=assessors.get(town.pk, []),
            above=boards.get(town.county_id, []),
            department=director,
        )
        for town in declines.towns_of(None)
        if town.pk not in done
    ]


def _is_near(due_on: date, on: date) -> bool:
    days = [rung.days for rung in ladder.rungs()]
    return min(days) <= (due_on - on).days <= max(days)


def _officers(on: date) -> tuple[dict[str, list[Officer]], dict[str, list[Officer]]]:
    """Return the assessors by municipality and the tax boards by county; one statement."""
    assessors: dict[str, list[Officer]] = {}
    boards: dict[str, list[Officer]] = {}
    for each in offices.serving(on).filter(office__title__in=("assessor", "county-board")):
        office = each.office
        if office.municipality_id:
            assessors.setdefault(office.municipality_id, []).append(each)
        elif office.county_id:
            boards.setdefault(office.county_id, []).append(each)
    return assessors, boards
