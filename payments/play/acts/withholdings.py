"""Funding is withheld until a corrective action plan is entered into and complied with. j."""

from datetime import date, timedelta

from funds import compliance, corrective_plans, withholding
from funds.models import CorrectivePlan, WithholdingOrder
from funds.refusal import Refusal
from payments import completing
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


@act(
    "withhold", "fund", "holder",
    columns="by dca-director (dca-analyst prepares) or dca-analyst; holder: zone:NAME; note: why.",
)  # fmt: skip
def withhold(stage: Stage, line: Line) -> None:
    """Withhold a zone's funding."""
    preparer, director = stage.pair(
        line, ("prepare-withholding", "dca-analyst"), ("order-withholding", "dca-director")
    )
    zone = stage.zone(line.holder)
    why = line.note or "as told"
    made = compliance.withhold(zone, why, on=line.on, by=preparer, ordered_by=director)
    stage.bind(line, made)


def _order(stage: Stage, line: Line) -> WithholdingOrder:
    order = compliance.withheld(stage.zone(line.holder), line.on)
    if order is None:
        raise Refusal(f"{line.holder}: no withholding order stands.", compliance.CITE)
    return order


@act(
    "plan", "fund", "holder", "note",
    columns="by dca-analyst; holder: zone:NAME; ref P1; note: what must be done by DATE, and more"
    " after\na semicolon (60 days from the line when no date is given).",
)  # fmt: skip
def plan(stage: Stage, line: Line) -> None:
    """Write the corrective action plan of the order that stands."""
    tasks = [_task(part, line.on) for part in line.note.split(";") if part.strip()]
    made = corrective_plans.write(
        _order(stage, line), "as told", tasks, on=line.on, by=stage.by(line)
    )
    stage.bind(line, made)


def _task(part: str, on: date) -> tuple[str, date]:
    what, _, day = part.rpartition(" by ")
    try:
        return what.strip(), date.fromisoformat(day.strip())
    except ValueError:
        return part.strip(), on + timedelta(days=60)


@act(
    "enter-plan", "fund", "holder",
    columns="by dca-analyst; holder: zone:NAME. Records that the zone entered into the plan.",
)  # fmt: skip
def enter_plan(stage: Stage, line: Line) -> None:
    """Record that the zone entered into the plan."""
    withholding.enter_plan(_order(stage, line), on=line.on, by=stage.by(line))


@act(
    "evidence", "fund", "holder",
    columns="by cfo:CODE or coordinator:zone:NAME (dca-analyst accepts); holder: zone:NAME; sfy:"
    " empty;\namount: the task's number, or nothing for all; note: what was done; “not accepted”"
    " files alone.",
)  # fmt: skip
def evidence(stage: Stage, line: Line) -> None:
    """File what shows that tasks of the plan are done, and have it accepted."""
    open_ones = corrective_plans.open_tasks(_order(stage, line))
    if line.amount is not None:
        open_ones = open_ones.filter(number=int(line.amount))
    for task in open_ones:
        corrective_plans.file_evidence(task, line.note or "done", on=line.on, by=stage.by(line))
        if "not accepted" not in line.note:
            corrective_plans.accept(task, on=line.on, by=stage.officer("dca-analyst"))


@act(
    "comply", "fund", "holder",
    columns="by dca-director; holder: zone:NAME. Records compliance; the order ends that day.",
)  # fmt: skip
def comply(stage: Stage, line: Line) -> None:
    """Record that the zone complies with its plan."""
    compliance.record_compliance(_order(stage, line), on=line.on, by=stage.by(line))


@act(
    "lift", "fund", "holder",
    columns="by dca-director; holder: zone:NAME. Tells the plan, its evidence and compliance too,"
    " unless\nthe note says that there is none (no plan, no compliance).",
)  # fmt: skip
def lift(stage: Stage, line: Line) -> None:
    """Lift a withholding order."""
    order = _order(stage, line)
    note = line.note.lower()
    if "no plan" not in note:
        made = _entered(stage, order, line)
        if "no compliance" not in note:
            _answered(stage, made, line)
            compliance.record_compliance(order, on=line.on, by=stage.officer("dca-director"))
    compliance.lift(order, on=line.on, by=stage.by(line))


def _entered(stage: Stage, order: WithholdingOrder, line: Line) -> CorrectivePlan:
    analyst = stage.officer("dca-analyst")
    made = CorrectivePlan.objects.filter(order=order).first()
    if made is None:
        return completing.enter_plan(order, on=line.on, by=analyst)
    withholding.enter_plan(order, on=line.on, by=analyst)
    made.order.refresh_from_db()
    return made


def _answered(stage: Stage, made: CorrectivePlan, line: Line) -> None:
    coordinator = stage.officer(f"coordinator:{made.order.zone.holder}")
    analyst = stage.officer("dca-analyst")
    completing.answer_plan(made, on=line.on, by=coordinator, accepted_by=analyst)
