"""The only home of the zones an office acts for, and of what waits in each; one statement."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q

from funds import ethics
from funds.models import ReportQuestion, WriteOff
from municipalities.models import EnterpriseZone, Officer

KEPT = "zones_acted_for"


@dataclass(frozen=True)
class Acted:
    """A zone, and whether questions, write-offs or the officer's ethics status wait."""

    zone: EnterpriseZone
    asked: bool
    write_offs: bool
    acknowledged: bool


def of(officer: Officer, on: date) -> list[Acted]:
    """Return the zones of an office, read once for an officer of a request."""
    kept: list[Acted] | None = getattr(officer, KEPT, None)
    if kept is not None:
        return kept
    office = officer.office
    local = Q(pk=office.zone_id) | Q(
        memberships__municipality=office.municipality_id or "", memberships__until_on=None
    )
    inner = OuterRef("pk")
    status = ethics.known(on).filter(person=officer.person_id)
    rows = EnterpriseZone.objects.filter(local).distinct().annotate(
        asked=Exists(ReportQuestion.objects.filter(report__zone=inner, answered_by=None)),
        write_offs=Exists(WriteOff.objects.filter(loan__zone=inner, decided_by=None)),
        acknowledged=Exists(status),
    )  # fmt: skip
    kept = [Acted(row, row.asked, row.write_offs, row.acknowledged) for row in rows]
    setattr(officer, KEPT, kept)
    return kept
