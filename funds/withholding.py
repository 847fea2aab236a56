"""The only home of withholding orders: made, answered by a plan, lifted. 52:27H-88 j.

An order moves nothing. Credits are still posted and their clocks still run; no new encumbrance is
made and no voucher of the zone is approved or paid.
"""

from datetime import date

from django.db import transaction
from django.db.models import Q

from funds import corrective_plans, ledger
from funds.duties import refuse_same_person
from funds.models import CorrectivePlan, WithholdingOrder
from funds.refusal import Refusal
from funds.splits import FUND
from municipalities import offices
from municipalities.documents import store
from municipalities.documents.store import Checked, Whose
from municipalities.models import EnterpriseZone, Officer

CITE = "52:27H-88 j."


def withheld(zone: EnterpriseZone, on: date) -> WithholdingOrder | None:
    """Return the order under which the zone's funding is withheld on the day, if one stands."""
    standing = Q(lifted_on=None) | Q(lifted_on__gt=on)
    return zone.withholdings.filter(standing, from_on__lte=on).first()


def all_withheld(on: date) -> dict[str, WithholdingOrder]:
    """Return every order that stands on the day, by the code of its zone."""
    standing = Q(lifted_on=None) | Q(lifted_on__gt=on)
    rows = WithholdingOrder.objects.filter(standing, from_on__lte=on).order_by("-pk")
    return {each.zone_id: each for each in rows}


def refuse_withheld(zone: EnterpriseZone, on: date) -> None:
    """Refuse what a withholding order stops: a new encumbrance, a voucher, its payment."""
    order = withheld(zone, on)
    if order is not None:
        raise Refusal(
            f"{zone}: funding is withheld since {order.from_on} ({order.reason}), until its "
            "corrective action plan is entered into and complied with.",
            CITE,
        )


@transaction.atomic
def withhold(
    zone: EnterpriseZone, reason: str, *, on: date, by: Officer, ordered_by: Officer
) -> WithholdingOrder:
    """Withhold a zone's funding from the day on; a standing order is returned as it is.

    Raises Refusal without a reason and when one person prepares and orders.
    """
    offices.require(by, "prepare-withholding", on=on)
    offices.require(ordered_by, "order-withholding", on=on)
    refuse_same_person(f"{zone}, withholding order", by, ordered_by)
    ledger.hold(FUND)
    order = zone.withholdings.filter(lifted_on=None).first()
    if order is not None:
        return order
    if not reason.strip():
        raise Refusal(f"{zone}: a withholding order says why.", CITE)
    return WithholdingOrder.objects.create(
        zone=zone, from_on=on, reason=reason, prepared_by=by, ordered_by=ordered_by
    )


@transaction.atomic
def enter_plan(
    order: WithholdingOrder, *, on: date, by: Officer, signed: Checked | None = None
) -> WithholdingOrder:
    """Record that the zone entered into the Department's plan, with the signed paper if any.

    Raises Refusal before the order's day, and while the Department has written no plan.
    """
    offices.require(by, "prepare-withholding", on=on)
    plan = CorrectivePlan.objects.filter(order=order).first()
    if plan is None or not plan.tasks.exists():
        raise Refusal(
            f"{order.zone}: the Department’s corrective action plan is not on record by {on}.", CITE
        )
    if signed is not None and order.plan_entered_on is None:
        plan.signed = store.keep(signed, Whose(zone=order.zone_id), by=by)
        plan.save(update_fields=["signed"])
    return _dated(order, "plan_entered_on", order.from_on, on, "the order")


@transaction.atomic
def record_compliance(order: WithholdingOrder, *, on: date, by: Officer) -> WithholdingOrder:
    """Record that the zone complies with its corrective action plan: the order ends that day.

    Raises Refusal before a plan was entered into, and while the evidence of a task is not accepted.
    """
    offices.require(by, "record-compliance", on=on)
    order = _dated(
        order, "plan_complied_on", order.plan_entered_on, on, "the corrective action plan"
    )
    return lift(order, on=on, by=by)


@transaction.atomic
def lift(order: WithholdingOrder, *, on: date, by: Officer) -> WithholdingOrder:
    """Lift a withholding order from the day on, as recording compliance does by itself.

    Raises Refusal before compliance with the corrective action plan was recorded.
    """
    offices.require(by, "record-compliance", on=on)
    return _dated(order, "lifted_on", order.plan_complied_on, on, "compliance with the plan")


def _dated(
    order: WithholdingOrder, step: str, after: date | None, on: date, what: str
) -> WithholdingOrder:
    """Date a step of the order once, on or after the day of the step before it."""
    ledger.hold(FUND)
    if getattr(order, step) is not None:
        return order
    if after is None or on < after:
        raise Refusal(f"{order.zone}: {what} is not on record by {on}.", CITE)
    if step == "plan_complied_on":
        _refuse_open_tasks(order)
    setattr(order, step, on)
    order.save(update_fields=[step])
    return order


def _refuse_open_tasks(order: WithholdingOrder) -> None:
    open_ones = corrective_plans.open_tasks(order)
    for task in open_ones:
        raise Refusal(
            f"{order.zone}: tasks of its plan still open: {open_ones.count()}; the evidence of "
            f"task {task.number} ({task.what}, due {task.due_on}) is not accepted.",
            CITE,
        )
