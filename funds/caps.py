"""The only home of what a zone's money is used for, held against the ceilings of 52:27H-88 b.

A ceiling is of one municipality's part of one year's credit. What counts against it is, project
by project, the greatest of what is budgeted, what is pledged, and what is encumbered or spent:
appropriating and expending are both capped, and nothing is counted twice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from funds import splits
from funds.models import Category, Encumbrance, Project
from funds.refusal import Refusal
from funds.rules import expenses
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO
from funds.uses import Sums, Uses
from funds.uses import load as load_uses
from municipalities.models import EnterpriseZone

CAPPED = (Category.PUBLIC_SAFETY, Category.ADMINISTRATION, Category.TRANSPORTATION)


@dataclass(frozen=True)
class Headroom:
    """How one ceiling stands, in dollars; for GENERAL it is the whole credit of the year.

    `municipality` is a code, or the zone's code where a joint zone has no recorded split.
    """

    municipality: str
    sfy: int
    category: str
    credited: Decimal
    limit: Decimal
    budgeted: Decimal
    pledged: Decimal
    encumbered: Decimal
    expended: Decimal
    used: Decimal

    @property
    def left(self) -> Decimal:
        """What may still be used; below zero when a reduced credit leaves the use over it."""
        return self.limit - self.used


@dataclass(frozen=True)
class Ceilings:
    """A zone's credits, their split and their uses, read once."""

    zone: EnterpriseZone
    credited: Mapping[int, Decimal]
    parts: Mapping[int, Mapping[str, Decimal]]
    uses: Uses
    on: date

    def of(
        self, municipality: str, sfy: int, category: str, apart: Project | None = None
    ) -> Headroom:
        """Return how a ceiling stands for the municipality, or for the zone without a split.

        What `apart` may still encumber of its own budget or pledge is left out.
        """
        return self._headroom(municipality, sfy, category, sfy, apart)

    def expected(
        self, municipality: str, sfy: int, category: str, apart: Project | None = None
    ) -> Headroom:
        """Return how a ceiling stands, of a year to come as if it were credited like the latest."""
        return self._headroom(municipality, sfy, category, self.credited_like(sfy) or sfy, apart)

    def credited_like(self, sfy: int) -> int | None:
        """Return the year itself, or the latest one before it that has a credit; None if none."""
        return max((y for y, amount in self.credited.items() if y <= sfy and amount), default=None)

    def _headroom(
        self, municipality: str, sfy: int, category: str, as_in: int, apart: Project | None
    ) -> Headroom:
        whole = as_in not in self.parts
        town = None if whole else municipality
        part = self.credited.get(as_in, ZERO)
        if not whole:
            part = self.parts[as_in].get(municipality, ZERO)
        limit = self._limit(category, part)
        sums = self.uses.of(town, sfy, category, apart)
        honoured = self._honoured(town, sfy, part, sums, category)
        return Headroom(
            municipality=self.zone.pk if whole else municipality,
            sfy=sfy,
            category=str(category),
            credited=part,
            limit=limit,
            budgeted=sums.budgeted,
            pledged=sums.pledged,
            encumbered=sums.encumbered,
            expended=sums.expended,
            used=sums.used + honoured,
        )

    def _limit(self, category: str, part: Decimal) -> Decimal:
        limit = expenses.cap(expenses.Category(category), part, self.on)
        return part if limit is None else limit

    def _honoured(
        self, town: str | None, sfy: int, part: Decimal, sums: Sums, category: str
    ) -> Decimal:
        """What of the pledges counts: a smaller credit than was hoped for honours its ceiling."""
        if not sums.pledged:
            return ZERO
        used = sums.used
        if category == Category.GENERAL:
            bound = self.uses.of(town, sfy, Category.TRANSPORTATION)
            used = bound.encumbered + bound.expended
        left = self._limit(Category.TRANSPORTATION, part) - used
        return min(sums.pledged, max(left, ZERO))


def load(zone: EnterpriseZone, on: date) -> Ceilings:
    """Read a zone's credits and uses; `on` decides which ceilings are in force."""
    amounts, parts = splits.of_zone(zone)
    return Ceilings(zone, amounts, parts, load_uses(zone), on)


def headroom(zone: EnterpriseZone, code: str, sfy: int, category: str, on: date) -> Headroom:
    """Return how one ceiling stands; `code` is the municipality's."""
    return load(zone, on).of(code, sfy, category)


def of_zone(zone: EnterpriseZone, on: date) -> list[Headroom]:
    """Return every ceiling of a zone: newest vintage first, by municipality and category."""
    ceilings = load(zone, on)
    return [
        ceilings.of(municipality, sfy, category)
        for sfy in sorted(ceilings.credited, reverse=True)
        for municipality in sorted(ceilings.parts.get(sfy, {zone.pk: ZERO}))
        for category in Category.values
    ]


def over(zone: EnterpriseZone, on: date) -> list[Headroom]:
    """Return the ceilings that existing use is over: a reduced credit flags and undoes nothing."""
    return [each for each in of_zone(zone, on) if each.left < 0]


def refuse_pledges(project: Project, amounts: Mapping[int, Decimal], on: date) -> None:
    """Refuse a pledge of a credited year, or over the ceiling that the latest credit would set."""
    ceilings = load(project.zone, on)
    for sfy, amount in amounts.items():
        if sfy <= max(ceilings.credited, default=0) or sfy < sfy_of(on):
            raise Refusal(
                f"{project.number}: SFY{sfy} is credited already; encumber it. A pledge is of a "
                "credit to come.",
                expenses.TRANSPORTATION_ACT,
            )
        now = ceilings.expected(project.municipality_id, sfy, project.category)
        check(project, now, now.used, amount, "pledge", on)


def room(project: Project, sfys: Iterable[int], ceilings: Ceilings) -> dict[int, Decimal]:
    """Return the dollars the project may still encumber of each vintage under every ceiling."""
    return {sfy: _room(ceilings, project, sfy) for sfy in sfys}


def _room(ceilings: Ceilings, project: Project, sfy: int) -> Decimal:
    town = project.municipality_id
    left = ceilings.of(town, sfy, Category.GENERAL, project).left
    if project.category in CAPPED:
        left = min(left, ceilings.of(town, sfy, project.category, project).left)
    return max(left, ZERO)


def refuse_encumbrance(project: Project, sfy: int, amount: Decimal, ceilings: Ceilings) -> None:
    """Refuse an encumbrance that is over the category's ceiling or the municipality's own part."""
    town = project.municipality_id
    if project.category in CAPPED:
        now = ceilings.of(town, sfy, project.category, project)
        check(project, now, now.used, amount, "encumber", ceilings.on)
    whole = ceilings.of(town, sfy, Category.GENERAL, project)
    if amount > whole.left:
        pledged = f"; ${whole.pledged:,.2f} is pledged" if whole.pledged else ""
        raise Refusal(
            f"{project.municipality}, SFY{sfy}: ${amount:,.2f} is more than is left of its own "
            f"part of the zone's credit, ${max(whole.left, ZERO):,.2f} of "
            f"${whole.credited:,.2f}{pledged}.",
            expenses.PURPOSE,
        )


def refuse_expenditure(
    encumbrance: Encumbrance, category: str, amounts: Mapping[int, Decimal], on: date
) -> None:
    """Refuse spending that takes what a category spent, or what it holds, over its ceiling."""
    if category not in CAPPED:
        return
    ceilings = load(encumbrance.zone, on)
    for sfy, amount in amounts.items():
        now = ceilings.of(encumbrance.municipality_id, sfy, category)
        # What was encumbered for the same category already counts; only spending is new then.
        same = category == encumbrance.category
        already = now.expended if same else now.used
        check(encumbrance.project, now, already, amount, "expend", on)


def check(
    project: Project, now: Headroom, already: Decimal, amount: Decimal, act: str, on: date
) -> None:
    """Refuse dollars that with those already counted are over a ceiling; `act` is its word."""
    use = expenses.Use(
        holder=str(project.municipality),
        vintage=now.sfy,
        category=expenses.Category(now.category),
        credited=now.credited,
        already=already,
        amount=amount,
        act=act,
        # The Authority approved the project as what it is: debt for transportation, or not.
        authority_approved=project.category == now.category,
    )
    expenses.check(use, on)
