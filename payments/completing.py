"""The only home of how what is made up is completed, in plain sentences: proposals and plans.

The demonstration, stories and tests use it: nothing here is a real zone's words.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from funds import corrective_plans, ethics, proposals, withholding
from funds.adoptions import NEW_YORK
from funds.models import CorrectivePlan, EthicsStatus, Project, WithholdingOrder
from funds.proposals import Adoption, Contents
from funds.rules.money import ZERO
from municipalities.models import Officer

NOON = time(12)


def contents(title: str, budgets: Mapping[int, Decimal]) -> Contents:
    """Say the six parts and the finding of a project that the zone alone pays for."""
    return Contents(
        description=f"{title}: made up, with an amount for each credit year.",
        total_cost=sum(budgets.values(), ZERO),
        months=12,
        furthers="The zone development plan names work of this kind for the zone’s streets.",
        controls="Each invoice is approved by the CFO; the corporation reports every quarter.",
        qualifies="Economic development in the zone, 52:27H-62 m.",
        jobs=1,
        activity="More customers reach the zone’s businesses.",
    )


def complete(project: Project, *, on: date, clerk: Officer, corporation: Officer) -> Project:
    """Have both bodies adopt a proposal, and everyone who signed it acknowledge the ethics law."""
    bodies = {"governing": clerk, "corporation": corporation}
    changed = project.change_requests.exclude(sent_on=None).order_by("-pk").first()
    at = project.adopted_at
    if changed is not None:  # what was changed is adopted anew
        at = datetime.combine(changed.asked_on, NOON, NEW_YORK)
    for body, by in bodies.items():
        if at is not None:
            adoption = Adoption(project.resolution, at)
            proposals.adopt(project, body, adoption, on=on, by=by)
    for each in (project.proposed_by, clerk, corporation):
        if not ethics.of_persons([each], on):
            acknowledge(each, on=on)
    return project


def acknowledge(by: Officer, *, on: date) -> EthicsStatus:
    """Have an officer acknowledge the law for themselves."""
    return ethics.record(by, EthicsStatus.Status.ACKNOWLEDGED, status_on=on, on=on, by=by)


def enter_plan(order: WithholdingOrder, *, on: date, by: Officer) -> CorrectivePlan:
    """Have the Department write a plan of two tasks, and record that the zone entered into it."""
    by_day = on + timedelta(days=60)
    tasks = [
        ("Each invoice is checked against the zone’s map before it is approved", by_day),
        ("The CFO and the corporation attend the Department’s training", by_day),
    ]
    plan = corrective_plans.write(order, "No expense outside the zone", tasks, on=on, by=by)
    withholding.enter_plan(order, on=on, by=by)
    return plan


def answer_plan(plan: CorrectivePlan, *, on: date, by: Officer, accepted_by: Officer) -> None:
    """Have the zone file what shows that each task is done, and the Department accept it."""
    for task in corrective_plans.open_tasks(plan.order):
        corrective_plans.file_evidence(task, f"Done: {task.what}"[:300], on=on, by=by)
        corrective_plans.accept(task, on=on, by=accepted_by)
