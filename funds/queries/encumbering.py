"""The only home of what encumbering would take and what an encumbrance became, by credit year."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import QuerySet, Sum

from funds import caps, encumbrances, uses, vintages
from funds.models import Encumbrance, Entry, Expenditure, Kind, Project
from funds.rules.fiscal_year import last_day_unencumbered
from funds.rules.money import ZERO


@dataclass(frozen=True)
class Take:
    """What would be taken of a credit year, of what is there, in dollars."""

    sfy: int
    last_usable_on: date
    there: Decimal
    taken: Decimal

    @property
    def stays(self) -> Decimal:
        """What is still unencumbered after it."""
        return self.there - self.taken


def takes(
    project: Project, amount: Decimal, on: date, chosen: Sequence[int] | None = None
) -> list[Take]:
    """Return what encumbering the amount would take, oldest first; raises what the act raises."""
    ceilings = caps.load(project.zone, on)
    encumbrances.refuse_encumbrance(project, amount, on, ceilings.uses)
    there = vintages.unencumbered(project.zone)
    drawn = vintages.draw(project, amount, on, chosen, ceilings)
    return [
        Take(sfy, last_day_unencumbered(sfy), there[sfy], drawn.get(sfy, ZERO))
        for sfy in sorted({*drawn, *(y for y in there if on <= last_day_unencumbered(y))})
    ]


def left_of_budget(project: Project) -> Decimal:
    """Return what may still be encumbered of the project's approved budget, in dollars."""
    budget = project.budgets.aggregate(total=Sum("amount"))["total"] or ZERO
    return Decimal(budget) - uses.load(project.zone).bound_by(project)


@dataclass(frozen=True)
class Became:
    """One credit year of an encumbrance, in dollars; gone is released, moved on or lapsed.

    Taken = spent + on its way to the trust + in the trust + gone + left.
    """

    sfy: int
    taken: Decimal
    spent: Decimal
    in_trust: Decimal
    gone: Decimal
    left: Decimal
    account: int | None  # the account of what is left

    @property
    def on_its_way(self) -> Decimal:
        """What an advance was approved for and has not reached the trust."""
        return self.taken - self.spent - self.in_trust - self.gone - self.left


def by_year(encumbrance: Encumbrance) -> list[Became]:
    """Return what became of an encumbrance by credit year, oldest first; four statements."""
    held = list(encumbrance.accounts.all())
    bound = {a.sfy or 0: a for a in held if a.kind == Kind.ENCUMBERED}
    trust = {a.sfy or 0: a.balance for a in held if a.kind == Kind.TRUST}
    spent = _sums(Expenditure.objects.filter(encumbrance=encumbrance), "sfy")
    taken = _sums(
        Entry.objects.filter(credit__encumbrance=encumbrance, debit__kind=Kind.ZONE), "credit__sfy"
    )
    away = [Kind.ZONE, Kind.AUTHORITY]
    gone = _sums(
        Entry.objects.filter(debit__encumbrance=encumbrance, credit__kind__in=away), "debit__sfy"
    )
    return [
        Became(
            sfy,
            taken.get(sfy, ZERO),
            spent.get(sfy, ZERO),
            trust.get(sfy, ZERO),
            gone.get(sfy, ZERO),
            bound[sfy].balance if sfy in bound else ZERO,
            bound[sfy].pk if sfy in bound else None,
        )
        for sfy in sorted({*taken, *spent, *bound, *trust})
    ]


def _sums(rows: QuerySet[Entry] | QuerySet[Expenditure], by: str) -> dict[int, Decimal]:
    return dict(rows.order_by().values_list(by).annotate(total=Sum("amount")))
