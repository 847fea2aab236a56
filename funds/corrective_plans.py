"""The only home of corrective action plans: written, their tasks answered with evidence. j.

That a plan was entered into and complied with is recorded by `funds/withholding.py`.
"""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from funds import ledger
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.models import CorrectivePlan, PlanEvidence, PlanTask, WithholdingOrder
from funds.refusal import Refusal
from funds.splits import FUND
from municipalities import offices
from municipalities.documents import store
from municipalities.documents.store import Checked, Whose
from municipalities.models import Officer

CITE = "52:27H-88 j."


@transaction.atomic
def write(
    order: WithholdingOrder,
    aim: str,
    tasks: Sequence[tuple[str, date]],
    *,
    on: date,
    by: Officer,
) -> CorrectivePlan:
    """Write the Department's plan for an order: what must be done, each by its day.

    Until the zone entered into it, it may be written anew with more tasks; none is taken out.
    Raises Refusal without a task, for a day that is over, and once the plan was entered into.
    """
    offices.require(by, "prepare-withholding", on=on)
    ledger.hold(FUND)
    order.refresh_from_db()
    _refuse_plan(order, aim, tasks, on)
    plan, _ = CorrectivePlan.objects.get_or_create(
        order=order, defaults={"aim": aim, "written_by": by, "written_on": on}
    )
    plan.aim = aim.strip()
    plan.save(update_fields=["aim"])
    known = set(plan.tasks.values_list("what", "due_on"))
    number = plan.tasks.count()
    for what, due_on in tasks:
        if (what.strip(), due_on) not in known:
            number += 1
            plan.tasks.create(number=number, what=what.strip(), due_on=due_on)
    return plan


def _refuse_plan(
    order: WithholdingOrder, aim: str, tasks: Sequence[tuple[str, date]], on: date
) -> None:
    if order.plan_entered_on:
        raise Refusal(f"{order.zone} entered into its plan on {order.plan_entered_on}.", CITE)
    if not aim.strip() or not tasks:
        raise Refusal(f"{order.zone}: a plan says what is put right, and has a task.", CITE)
    for what, due_on in tasks:
        if not what.strip() or due_on < on:
            raise Refusal(
                f"{order.zone}: a task says what is done, by a day from {on} on; "
                f"“{what}” by {due_on} does not.",
                CITE,
            )


@transaction.atomic
def file_evidence(
    task: PlanTask, said: str, document: Checked | None = None, *, on: date, by: Officer
) -> PlanEvidence:
    """File what shows that a task is done.

    Raises Refusal for an office of another zone, before the plan was entered into, without words
    and document, and while what was filed waits for its answer or was accepted.
    """
    offices.require(by, "answer-plan", on=on)
    zone = task.plan.order.zone
    refuse_elsewhere(by, zone, on)
    ledger.hold(FUND)
    if WithholdingOrder.objects.get(pk=task.plan.order_id).plan_entered_on is None:
        raise Refusal(f"{zone}: that its plan was entered into is not on record.", CITE)
    last = latest(task)
    if last is not None and not last.sent_back:
        word = "was accepted" if last.accepted else "waits for the Department"
        raise Refusal(f"{task}: what was filed on {last.filed_on} {word}.", CITE)
    if not said.strip() and document is None:
        raise Refusal(f"{task}: say what was done, or file a document that shows it.", CITE)
    return PlanEvidence.objects.create(
        task=task,
        said=said.strip(),
        document=store.keep(document, Whose(zone=zone.pk), by=by) if document else None,
        filed_by=by,
        filed_on=on,
    )


def latest(task: PlanTask) -> PlanEvidence | None:
    """Return what was filed last for a task."""
    return task.evidence.select_related("filed_by__office").order_by("-pk").first()


@transaction.atomic
def accept(task: PlanTask, *, on: date, by: Officer) -> PlanEvidence:
    """Accept a task's evidence for the Department, once, as another person.

    Raises Refusal before evidence was filed, and when it was sent back.
    """
    evidence = _filed(task, on, by)
    return evidence if evidence.accepted else _answer(evidence, "", on, by)


@transaction.atomic
def send_back(task: PlanTask, reason: str, *, on: date, by: Officer) -> PlanEvidence:
    """Send a task's evidence back with a reason: the zone files anew.

    Raises Refusal without one, before evidence was filed, and once it was accepted.
    """
    evidence = _filed(task, on, by)
    if evidence.accepted:
        raise Refusal(f"{task}: accepted on {evidence.answered_on}.", CITE)
    if not reason.strip():
        raise Refusal(f"{task}: to send evidence back needs a reason.", CITE)
    return _answer(evidence, reason.strip(), on, by)


def _filed(task: PlanTask, on: date, by: Officer) -> PlanEvidence:
    offices.require(by, "prepare-withholding", on=on)
    ledger.hold(FUND)
    evidence = latest(task)
    if evidence is None or evidence.sent_back:
        raise Refusal(f"{task}: no evidence is filed that waits for an answer.", CITE)
    refuse_same_person(str(task), evidence.filed_by, by)
    return evidence


def _answer(evidence: PlanEvidence, sent_back: str, on: date, by: Officer) -> PlanEvidence:
    evidence.answered_by, evidence.answered_on, evidence.sent_back = by, on, sent_back
    evidence.save(update_fields=["answered_by", "answered_on", "sent_back"])
    return evidence


def open_tasks(order: WithholdingOrder) -> QuerySet[PlanTask]:
    """Return the tasks of an order's plan whose evidence is not accepted."""
    accepted = PlanEvidence.objects.filter(answered_by__isnull=False, sent_back="")
    tasks = PlanTask.objects.filter(plan__order=order)
    return tasks.exclude(pk__in=accepted.values("task")).order_by("number")
