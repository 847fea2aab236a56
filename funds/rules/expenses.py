"""The only home of what zone assistance may be spent on and how much of it (52:27H-88 b.)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from funds.refusal import Refusal
from funds.rules.money import ZERO, floor_cents, percent_of
from funds.rules.parameters import Figures, law

PURPOSE, TRANSPORTATION_ACT = "52:27H-88 b.", "52:27H-62 m."


class Category(StrEnum):
    """The kind of a qualified assistance fund expense, as far as a ceiling depends on it."""

    GENERAL = "general"
    PUBLIC_SAFETY = "public-safety"
    ADMINISTRATION = "administration"
    TRANSPORTATION = "transportation"


CAPS = {
    Category.PUBLIC_SAFETY: "zone_assistance.safety_cap",
    Category.ADMINISTRATION: "zone_assistance.administration_cap",
    Category.TRANSPORTATION: "zone_assistance.transportation_cap",
}


# What makes an expense of a category eligible, in our words; the form says it beside the choice.
ELIGIBLE = {
    Category.GENERAL: "Economic development in the zone: public works in a commercial or"
    " transportation corridor, loans, grants and guarantees to businesses. No ceiling of its own.",
    Category.PUBLIC_SAFETY: "Public safety as 52:27H-62 m.(4) describes it. At most 25 percent of"
    " what is credited in a year. 52:27H-88 b.",
    Category.ADMINISTRATION: "Running the zone’s program: staff, office, equipment. At most 10"
    " percent of what is credited in a year. 52:27H-88 b.",
    Category.TRANSPORTATION: "Debt service on transportation infrastructure, or a pledge of credits"
    " to come. Needs the Authority’s approval and the zone development plan; at most 75 percent."
    " P.L.2024, c.80.",
}


@dataclass(frozen=True)
class Use:
    """What one municipality wants of one vintage, beside what that category already holds.

    Dollars. `credited` is what was credited to it in that SFY; `act` is the word for the check:
    appropriate, encumber or expend.
    """

    holder: str
    vintage: int
    category: Category
    credited: Decimal
    already: Decimal
    amount: Decimal
    act: str = "expend"
    authority_approved: bool = False


def cap(
    category: Category, credited: Decimal, on: date, figures: Figures | None = None
) -> Decimal | None:
    """b.: the most, in dollars floored to the cent, that a year's credit may give a category.

    25 percent for public safety, 10 for administration, 75 for transportation infrastructure debt
    since P.L.2024, c.80; None where the law sets no ceiling.
    """
    name = CAPS.get(category)
    if name is None:
        return None
    return floor_cents(percent_of(credited, (figures or law()).number(name, on)))


def room(use: Use, on: date, figures: Figures | None = None) -> Decimal | None:
    """b.: the dollars the category still has of that vintage; never below zero, None if no cap."""
    most = cap(use.category, use.credited, on, figures)
    return None if most is None else max(most - use.already, ZERO)


def over(use: Use, on: date, figures: Figures | None = None) -> Decimal:
    """b.: the dollars by which what the category already holds is over its ceiling.

    A credit reduced later makes this positive: it is flagged, and nothing is undone.
    """
    most = cap(use.category, use.credited, on, figures)
    return ZERO if most is None else max(use.already - most, ZERO)


def check(use: Use, on: date, figures: Figures | None = None) -> None:
    """b.: refuse a use that goes over its ceiling by one cent, or debt without the approval."""
    _approved(use, on, figures)
    left = room(use, on, figures)
    if left is not None and use.amount > left:
        most = cap(use.category, use.credited, on, figures)
        raise Refusal(
            f"{use.holder}, SFY{use.vintage}: cannot {use.act} {use.amount:,} for {use.category};"
            f" the ceiling is {most:,}, {_percent(use, on, figures)}% of {use.credited:,},"
            f" and {left:,} is left",
            TRANSPORTATION_ACT if use.category is Category.TRANSPORTATION else PURPOSE,
        )


def _percent(use: Use, on: date, figures: Figures | None) -> str:
    return str((figures or law()).number(CAPS[use.category], on))


def category_named(name: str) -> Category:
    """The category of that name; any other word is refused with the four that are known."""
    try:
        return Category(name)
    except ValueError:
        known = ", ".join(Category)
        raise Refusal(f"{name!r} is no category of expense; known are {known}", PURPOSE) from None


def _approved(use: Use, on: date, figures: Figures | None) -> None:
    if use.category is not Category.TRANSPORTATION:
        return
    if not (figures or law()).number(CAPS[use.category], on):
        raise Refusal(f"{use.holder}: {on} is before P.L.2024, c.80", TRANSPORTATION_ACT)
    if not use.authority_approved:
        raise Refusal(
            f"{use.holder}: transportation infrastructure debt needs the approval of the Authority",
            TRANSPORTATION_ACT,
        )
