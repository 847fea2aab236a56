"""The only home of the zones an office acts for, and of what waits in each; one statement."""

from dataclasses import dataclass
from datetime import date

from django.db.models import (
    DateField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
)

from funds import ethics
from funds.models import (
    ChangeRequest,
    Finding,
    Proposal,
    ReportQuestion,
    WithholdingOrder,
    WriteOff,
)
from municipalities.models import EnterpriseZone, Officer

KEPT = "zones_acted_for"


@dataclass(frozen=True)
class Acted:
    """A zone, and whether something of it waits: so that nothing is asked for in vain."""

    zone: EnterpriseZone
    asked: bool
    write_offs: bool
    acknowledged: bool
    changes: bool
    outcomes: bool
    withheld: bool
    findings: bool


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
    orders = WithholdingOrder.objects.filter(lifted_on=None, from_on__lte=on)
    rows = EnterpriseZone.objects.filter(local).distinct().annotate(
        asked=Exists(ReportQuestion.objects.filter(report__zone=inner, answered_by=None)),
        write_offs=Exists(WriteOff.objects.filter(loan__zone=inner, decided_by=None)),
        acknowledged=Exists(status),
        changes=Exists(ChangeRequest.objects.filter(project__zone=inner, sent_on=None)),
        outcomes=Exists(outcomes_due(on).filter(project__zone=inner)),
        withheld=Exists(orders.filter(zone=inner)),
        found=Exists(Finding.objects.filter(zone=inner, appeal=None)),
    )  # fmt: skip
    kept = [
        Acted(row, row.asked, row.write_offs, row.acknowledged, row.changes, row.outcomes,
              row.withheld, row.found)
        for row in rows
    ]  # fmt: skip
    setattr(officer, KEPT, kept)
    return kept


def outcomes_due(on: date) -> QuerySet[Proposal]:
    """Return what approved projects promised whose months are over, and no report is the last."""
    months = Func(
        F("months"),
        template="make_interval(months => %(expressions)s::int)",
        output_field=DurationField(),
    )
    due = ExpressionWrapper(F("project__approved_on") + months, output_field=DateField())
    live = Proposal.objects.filter(superseded=False, project__withdrawn_on=None)
    return live.annotate(due=due).filter(due__lt=on).exclude(project__outcomes__finished=True)
