"""The only home of what a project's budget of a year is held against. 52:27H-88 b., c.(2)."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from funds import caps
from funds.models import Category, Project
from funds.refusal import Refusal
from funds.rules import expenses
from funds.rules.fiscal_year import first_day, last_day_unencumbered
from funds.rules.money import ZERO


def refuse_budgets(project: Project, budgets: Mapping[int, Decimal], on: date) -> None:
    """Refuse a budget that with the other approved ones is over a ceiling, or over the money.

    Dollars by credit year. A year to come is held to the ceiling that the latest credit would
    set. Before a zone's first credit a budget is an estimate, which the encumbrance is held
    against.
    """
    ceilings = caps.load(project.zone, on)
    for sfy, amount in budgets.items():
        if project.category not in caps.CAPPED:
            _refuse_more_than_there_is(project, sfy, amount, ceilings)
        elif ceilings.credited_like(sfy) is not None:
            now = ceilings.expected(project.municipality_id, sfy, project.category, project)
            bound = ceilings.uses.bound_by(project, sfy)  # of an amended project: counted already
            caps.check(project, now, now.used - bound, amount, "appropriate", on)


def _refuse_more_than_there_is(
    project: Project, sfy: int, amount: Decimal, ceilings: caps.Ceilings
) -> None:
    """An expense without a ceiling takes no more than the year's credit and what older ones left.

    Of a year to come nobody knows the credit.
    """
    if not ceilings.credited.get(sfy):
        return
    credited = ceilings.of(project.municipality_id, sfy, Category.GENERAL).credited
    carried = _carried_into(project, sfy, ceilings)
    if amount > credited + carried:
        older = f" and ${carried:,.2f} carried into it" if carried else ""
        raise Refusal(
            f"{project.municipality}, SFY{sfy}: cannot appropriate ${amount:,.2f}; its part of "
            f"the zone's credit is ${credited:,.2f}{older}. Budget the rest in another year.",
            expenses.PURPOSE,
        )


def _carried_into(project: Project, sfy: int, ceilings: caps.Ceilings) -> Decimal:
    """What older credits leave the town, and the project has of any already, in dollars. h."""
    found = ZERO
    for older in ceilings.credited:
        last = last_day_unencumbered(older)
        if older < sfy and first_day(sfy) <= last and ceilings.on <= last:
            left = ceilings.of(project.municipality_id, older, Category.GENERAL, project).left
            found += max(left, ZERO)
    return found + ceilings.uses.bound_by(project)
