"""The only home of pledging credits to come to a transportation project. P.L.2024, c.80.

A pledge of a year is a use of that year's credit from the day on which the Authority approves it:
it counts against the ceiling of 75 percent, and nobody else may encumber it. While the year is
not credited, the ceiling is that of the latest credit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import caps, ledger, repeats
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.models import Category, Pledge, PledgeYear, Project
from funds.refusal import Refusal
from funds.rules.expenses import TRANSPORTATION_ACT
from funds.splits import FUND
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer


@dataclass(frozen=True)
class Loan:
    """What a pledge repays: the public lender, its loan, and where the plan details the use."""

    lender: str
    loan: str
    plan: str
    document: store.Checked | None = None


@transaction.atomic
def pledge(
    project: Project,
    number: str,
    amounts: Mapping[int, Decimal],
    loan: Loan,
    *,
    on: date,
    by: Officer,
) -> Pledge:
    """Pledge amounts of credits to come, in dollars by SFY, once by number.

    Raises Refusal for another project than an approved one for transportation infrastructure,
    for a year that is credited already, without a lender, loan or place in the plan, and for
    more than the ceiling leaves.
    """
    offices.require(by, "propose-project", on=on)
    refuse_elsewhere(by, project.zone, on, project.municipality_id)
    ledger.hold(FUND)
    place = {"project__zone": project.zone_id, "project__municipality": project.municipality_id}
    done = Pledge.objects.filter(number=number, **place).first()
    if done is not None:
        return _same(done, project, amounts, loan)
    project.refresh_from_db()
    _refuse_words(project, number, amounts, loan)
    caps.refuse_pledges(project, amounts, on)
    made = Pledge(project=project, number=number, pledged_by=by, pledged_on=on)
    made.lender, made.loan, made.plan = loan.lender.strip(), loan.loan.strip(), loan.plan.strip()
    if loan.document is not None:
        whose = store.Whose(municipality=project.municipality_id, zone=project.zone_id)
        made.document = store.keep(loan.document, whose, by=by)
    made.save()
    PledgeYear.objects.bulk_create(
        PledgeYear(pledge=made, sfy=sfy, amount=amount) for sfy, amount in sorted(amounts.items())
    )
    return made


def _same(done: Pledge, project: Project, amounts: Mapping[int, Decimal], loan: Loan) -> Pledge:
    content = {
        "project": (done.project.number, project.number),
        "amounts": (dict(done.years.values_list("sfy", "amount")), dict(amounts)),
        "lender": (done.lender, loan.lender.strip()),
        "loan": (done.loan, loan.loan.strip()),
        "place in the plan": (done.plan, loan.plan.strip()),
    }
    repeats.refuse_other(done.number, "pledge", content, TRANSPORTATION_ACT)
    return done


def _refuse_words(
    project: Project, number: str, amounts: Mapping[int, Decimal], loan: Loan
) -> None:
    approved = project.approved_on is not None and project.withdrawn_on is None
    if project.category != Category.TRANSPORTATION or not approved:
        raise Refusal(
            f"{project.number}: credits to come are pledged to a transportation infrastructure "
            "project that the Authority approved.",
            TRANSPORTATION_ACT,
        )
    if not (loan.lender.strip() and loan.loan.strip() and loan.plan.strip()):
        raise Refusal(
            f"{number}: the lender, the loan and its place in the zone development plan are "
            "needed.",
            TRANSPORTATION_ACT,
        )
    if not amounts or any(amount <= 0 for amount in amounts.values()):
        raise Refusal(
            f"{number}: an amount above zero is needed for each year.", TRANSPORTATION_ACT
        )


@transaction.atomic
def decide(pledge: Pledge, *, approve: bool, reason: str = "", on: date, by: Officer) -> Pledge:
    """Approve or reject a pledge for the Authority, as another person than who made it, once.

    Raises Refusal when it was decided otherwise, without a reason to reject, and when it is over
    the ceiling by now.
    """
    offices.require(by, "determine-project", on=on)
    ledger.hold(FUND)
    made = Pledge.objects.select_related("project__zone", "pledged_by__person").get(pk=pledge.pk)
    if made.decided_by_id is not None:
        if approve != bool(made.approved_on):
            word = "approved" if made.approved_on else "rejected"
            raise Refusal(f"{made} was {word} already.", TRANSPORTATION_ACT)
        return made
    refuse_same_person(f"{made}, approval", made.pledged_by, by)
    made.decided_by, made.reason = by, reason.strip()
    if approve:
        amounts = dict(made.years.values_list("sfy", "amount"))
        if made.project.withdrawn_on is not None:
            raise Refusal(f"{made}: {made.project.number} was withdrawn.", TRANSPORTATION_ACT)
        caps.refuse_pledges(made.project, amounts, on)
        made.approved_on = on
    else:
        if not made.reason:
            raise Refusal(f"{made}: a rejection says why.", TRANSPORTATION_ACT)
        made.rejected_on = on
    made.save()
    return made
