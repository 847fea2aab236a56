"""A zone is told once of what a review did, and reminded of its plan's tasks until then."""

from datetime import date, timedelta

import pytest

from funds import announcements, appeals, compliance, corrective_plans, reminders
from funds.models import Finding
from municipalities.models import Notice
from payments import completing, forfeitures
from tests import places
from tests.offices import officer
from tests.zone_money import approved, cents, cfo, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)
FOUND = date(2024, 9, 3)


@pytest.fixture
def finding(db: None) -> Finding:
    zone = places.zone("Exampleton", "9901")
    officer("coordinator", zone="9901")
    credit(zone, 2024, "1,000.00")
    bound = encumber(project(zone, {2024: "1,000"}, on=DAY), "1,000.00", on=DAY)
    posting = approved(bound, "300.00", on=DAY).posting
    assert posting is not None
    return compliance.find(
        zone,
        "F-1",
        {posting: cents("300.00")},
        "outside the zone",
        on=FOUND,
        by=officer("dca-analyst"),
        confirmed_by=officer("dca-director"),
    )


def told(on: date) -> set[str]:
    before = Notice.objects.count()
    announcements.announce(on=on)
    count = Notice.objects.count()
    announcements.announce(on=on)
    assert Notice.objects.count() == count
    new = Notice.objects.order_by("-pk")[: count - before]
    return {each.subject for each in new if each.kind == "review"}


def test_a_zone_is_told_of_its_finding_order_end_and_appeal_once(finding: Finding) -> None:
    analyst, director = officer("dca-analyst"), officer("dca-director")
    assert told(FOUND) == {"Finding F-1: $300.00 of the Exampleton zone"}
    titles = set(Notice.objects.filter(kind="review").values_list("office__title", flat=True))
    assert titles == {"cfo", "coordinator"}
    order = compliance.withhold(finding.zone, "F-1", on=FOUND, by=analyst, ordered_by=director)
    assert told(FOUND) == {"Funding of the Exampleton zone is withheld"}
    plan = completing.enter_plan(order, on=FOUND, by=analyst)
    completing.answer_plan(plan, on=FOUND, by=cfo("9901"), accepted_by=analyst)
    order.refresh_from_db()
    compliance.record_compliance(order, on=FOUND, by=director)
    assert told(FOUND) == {"Funding of the Exampleton zone is no longer withheld"}
    appeal = appeals.file(finding, "It is inside", on=FOUND, by=cfo("9901"))
    forfeitures.decide_appeal(appeal, {}, "It is not", on=FOUND, by=officer("authority"))
    assert told(FOUND) == {"The appeal against finding F-1 is decided"}


def test_a_task_is_reminded_of_until_its_evidence_is_filed_and_when_it_is_sent_back(
    finding: Finding,
) -> None:
    analyst, director = officer("dca-analyst"), officer("dca-director")
    order = compliance.withhold(finding.zone, "F-1", on=FOUND, by=analyst, ordered_by=director)
    first, second = completing.enter_plan(order, on=FOUND, by=analyst).tasks.all()
    month_before = first.due_on - timedelta(days=30)

    def owed() -> list[str]:
        return [each.key for each in reminders.plan_tasks(month_before)]

    both = [f"plan-task/{first.pk}", f"plan-task/{second.pk}"]
    assert owed() == both
    reminders.remind(on=month_before - timedelta(days=1))
    assert not Notice.objects.filter(kind="reminder", key__contains="plan-task").exists()
    reminders.remind(on=month_before)
    assert Notice.objects.filter(kind="reminder", key__contains="plan-task").count() >= 2
    corrective_plans.file_evidence(first, "Done", on=FOUND, by=cfo("9901"))
    assert owed() == both[1:]
    corrective_plans.send_back(first, "Which invoices?", on=FOUND, by=analyst)
    assert owed() == both
