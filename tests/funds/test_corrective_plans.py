"""The corrective action plan: its tasks, their evidence, and that it was entered into. j."""

from datetime import date, timedelta

import pytest

from funds import compliance, corrective_plans
from funds.models import WithholdingOrder
from funds.refusal import Refusal
from payments import completing
from tests import places
from tests.offices import officer
from tests.zone_money import cfo

pytestmark = pytest.mark.django_db
REVIEW = date(2024, 9, 3)


@pytest.fixture
def order() -> WithholdingOrder:
    return compliance.withhold(
        places.zone("Exampleton", "9901"),
        "finding F-1",
        on=REVIEW,
        by=officer("dca-analyst"),
        ordered_by=officer("dca-director"),
    )


def test_a_plan_is_complied_with_when_every_task_s_evidence_is_accepted(
    order: WithholdingOrder,
) -> None:
    analyst = officer("dca-analyst")
    plan = completing.enter_plan(order, on=REVIEW, by=analyst)
    first, second = plan.tasks.all()
    with pytest.raises(Refusal, match="no evidence is filed"):
        corrective_plans.accept(first, on=REVIEW, by=analyst)
    for task in (first, second):
        corrective_plans.file_evidence(task, "Done", on=REVIEW, by=cfo("9901"))
    corrective_plans.accept(first, on=REVIEW, by=analyst)
    with pytest.raises(Refusal, match="to send evidence back needs a reason"):
        corrective_plans.send_back(second, " ", on=REVIEW, by=analyst)
    corrective_plans.send_back(second, "Who attended?", on=REVIEW, by=analyst)
    with pytest.raises(Refusal, match="still open: 1; the evidence of task 2"):
        compliance.record_compliance(order, on=REVIEW, by=officer("dca-director"))
    corrective_plans.file_evidence(second, "Both attended", on=REVIEW, by=cfo("9901"))
    said = second.evidence.values_list("said", "sent_back").order_by("pk")
    assert list(said) == [("Done", "Who attended?"), ("Both attended", "")]
    corrective_plans.accept(second, on=REVIEW, by=analyst)
    done = compliance.record_compliance(order, on=REVIEW, by=officer("dca-director"))
    assert (done.plan_complied_on, done.lifted_on) == (REVIEW, REVIEW)


def test_a_plan_has_tasks_that_stay_once_it_was_entered_into(order: WithholdingOrder) -> None:
    analyst = officer("dca-analyst")
    with pytest.raises(Refusal, match="has a task"):
        corrective_plans.write(order, "Order", [], on=REVIEW, by=analyst)
    late = [("Yesterday's work", REVIEW - timedelta(days=1))]
    with pytest.raises(Refusal, match="by a day from"):
        corrective_plans.write(order, "Order", late, on=REVIEW, by=analyst)
    one, two = ("A register", REVIEW), ("A report", REVIEW)
    corrective_plans.write(order, "Order", [one], on=REVIEW, by=analyst)
    plan = corrective_plans.write(order, "Order in the books", [one, two], on=REVIEW, by=analyst)
    assert list(plan.tasks.values_list("number", "what")) == [(1, "A register"), (2, "A report")]
    early = plan.tasks.all()[0]
    with pytest.raises(Refusal, match="entered into is not on record"):
        corrective_plans.file_evidence(early, "Done", on=REVIEW, by=cfo("9901"))
    compliance.enter_plan(order, on=REVIEW, by=analyst)
    with pytest.raises(Refusal, match="entered into its plan"):
        corrective_plans.write(order, "More", [one], on=REVIEW, by=analyst)


def test_an_office_of_another_zone_files_no_evidence(order: WithholdingOrder) -> None:
    places.zone("Samplebury", "9801")
    task = completing.enter_plan(order, on=REVIEW, by=officer("dca-analyst")).tasks.all()[0]
    with pytest.raises(Refusal, match="outside"):
        corrective_plans.file_evidence(task, "Done", on=REVIEW, by=cfo("9801"))
