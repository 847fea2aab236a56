"""The only home of how the demonstration's zones take a project from its hearing to a voucher."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from funds import projects
from funds.models import Encumbrance
from funds.projects import NEW_YORK
from funds.rules.money import ZERO
from municipalities.models import EnterpriseZone, Municipality
from payments import completing, vouchers
from payments.demo.people import People
from payments.models import Voucher

EVENING, LATER = time(18, 0), time(19, 30)


@dataclass(frozen=True)
class Plan:
    """A project as a zone means to propose it."""

    zone: EnterpriseZone
    town: Municipality
    number: str
    title: str
    category: str
    budgets: Mapping[int, Decimal]
    resolution: str


def commit(plan: Plan, proposed_on: date, people: People) -> Encumbrance:
    """Propose a project, have the Authority approve it, and encumber all of its budget."""
    adopted_on = proposed_on - timedelta(days=1)
    project = projects.propose(
        plan.zone,
        plan.town,
        plan.number,
        plan.title,
        plan.category,
        plan.budgets,
        datetime.combine(adopted_on, EVENING, NEW_YORK),
        datetime.combine(adopted_on, LATER, NEW_YORK),
        plan.resolution,
        contents=completing.contents(plan.title, plan.budgets),
        on=proposed_on,
        by=people.coordinator(plan.zone),
    )
    clerk, corporation = people.local("clerk", plan.town), people.corporation(plan.zone)
    completing.complete(project, on=proposed_on, clerk=clerk, corporation=corporation)
    approved_on = proposed_on + timedelta(days=14)
    projects.determine(project, approve=True, on=approved_on, by=people.state("authority"))
    return projects.encumber(
        project,
        sum(plan.budgets.values(), ZERO),
        plan.number,
        plan.title,
        on=proposed_on + timedelta(days=28),
        by=people.local("cfo", plan.town),
    )


def prepared(
    encumbrance: Encumbrance,
    number: str,
    amount: Decimal,
    on: date,
    people: People,
    kind: str = Voucher.Kind.REIMBURSEMENT,
    invoice: str = "",
) -> Voucher:
    """Prepare a voucher; its invoice is its own unless one is given."""
    return vouchers.prepare(
        encumbrance,
        number,
        amount,
        f"{encumbrance.municipality.name} Works, {encumbrance.number}",
        invoice or number,
        on,
        encumbrance.category,
        kind,
        on=on,
        by=people.local("preparer", encumbrance.municipality),
    )


def spend(
    encumbrance: Encumbrance,
    number: str,
    amount: Decimal,
    on: date,
    people: People,
    kind: str = Voucher.Kind.REIMBURSEMENT,
) -> Voucher:
    """Prepare a voucher, and approve it two days later as another person."""
    voucher = prepared(encumbrance, number, amount, on, people, kind)
    approver = people.local("cfo", encumbrance.municipality)
    return vouchers.approve(voucher, on=on + timedelta(days=2), by=approver)
