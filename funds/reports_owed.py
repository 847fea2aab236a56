"""The only home of which quarterly reports are owed, to be chased until they are filed. a.(4)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q
from django.urls import reverse

from funds import filing_days, quarters
from funds.models import QuarterlyReport
from funds.quarters import Quarter
from municipalities import offices
from municipalities.models import EnterpriseZone, Officer, ZoneMembership
from municipalities.notices import ladder
from municipalities.notices.ladder import Owed

CITE = "52:27H-88 a.(4)"
DEPARTMENT = ("dca-analyst", "dca-director")


@dataclass(frozen=True)
class Missing:
    """A quarter that a zone has not filed; `report` waits for the CFO's certification."""

    zone: EnterpriseZone
    quarter: Quarter
    report: QuarterlyReport | None

    @property
    def url(self) -> str:
        """The address of its page."""
        of = (self.zone.pk, self.quarter.sfy, self.quarter.number)
        return reverse("quarterly_report", args=of)


def missing(on: date, zones: Iterable[EnterpriseZone] | None = None) -> list[Missing]:
    """Return what is not filed of the quarters that ended, the oldest first; two statements."""
    found = list(EnterpriseZone.objects.order_by("code") if zones is None else zones)
    asked = quarters.asked_for(on)
    live = QuarterlyReport.objects.filter(zone__in=found, closed_on=None)
    live = live.select_related("prepared_by")
    reports = {(each.zone_id, Quarter(each.sfy, each.quarter)): each for each in live}
    rows = [
        Missing(zone, quarter, reports.get((zone.pk, quarter)))
        for quarter in reversed(asked)
        for zone in found
    ]
    return [each for each in rows if each.report is None or each.report.certified_on is None]


def owed(on: date) -> list[Owed]:
    """Return what the ladder reminds of: near its day, or just past it.

    The coordinator owes it, and once it is prepared the CFO; the Department is told of silence.
    """
    days = [rung.days for rung in ladder.rungs()]
    first, last = on + timedelta(days=min(days)), on + timedelta(days=max(days))
    due = [each for each in missing(on) if first <= each.quarter.due_on <= last]
    if not due:
        return []
    local, department = _officers(on)
    found = []
    for each in due:
        coordinators, cfos = (local[title, each.zone.pk] for title in ("coordinator", "cfo"))
        prepared = each.report is not None
        found.append(
            Owed(
                key=f"report/{each.zone.pk}/{each.quarter.sfy}-{each.quarter.number}",
                what=f"The second-generation report of {each.zone}, {each.quarter}",
                due_on=filing_days.due(each.quarter.due_on, filing_days.ZONES).last_on,
                cite=CITE,
                url=each.url,
                owner=cfos if prepared else coordinators,
                above=coordinators if prepared else cfos,
                department=department,
            )
        )
    return found


def _officers(on: date) -> tuple[dict[tuple[str, str], list[Officer]], list[Officer]]:
    """Return who serves: local officers by title and zone, and the Department's; two statements."""
    current = Q(until_on=None) | Q(until_on__gte=on)
    members = ZoneMembership.objects.filter(current, from_on__lte=on)
    zone_of = dict(members.values_list("municipality", "zone"))
    local: dict[tuple[str, str], list[Officer]] = defaultdict(list)
    department = []
    titles = ("coordinator", "cfo", *DEPARTMENT)
    for officer in offices.serving(on).filter(office__title__in=titles):
        office = officer.office
        if office.title in DEPARTMENT:
            department.append(officer)
            continue
        zone = office.zone_id or zone_of.get(office.municipality_id or "")
        if zone:
            local[office.title, zone].append(officer)
    return local, department
