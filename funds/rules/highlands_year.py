"""The only home of the Highlands program year, its phase-down, its end, and who qualifies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day, years_after
from funds.rules.money import Exact, exact
from funds.rules.parameters import Figures, law

PHASE_DOWN = "54:1-85 f.(3)"
ATTRIBUTED = frozenset({"appeal", "revaluation", "reassessment"})


@dataclass(frozen=True)
class Parcel:
    """A parcel of vacant land: its base-year dollars, and the dollars of its attributed change.

    `cause` is a successful appeal, an approved and implemented revaluation, or an approved
    reassessment; a change of any other cause, or one not due to the Highlands Act, counts nothing.
    """

    base_assessed: Decimal
    change: Decimal = Decimal("0.00")
    cause: str = ""
    due_to_the_act: bool = False
    vacant: bool = True


@dataclass(frozen=True)
class Conformance:
    """The dated evidence behind "qualified": location, plan adopted, and what has conformed."""

    in_preservation_area: bool
    regional_plan_on: date | None = None
    petition_on: date | None = None
    master_plan_on: date | None = None
    regulations_on: date | None = None


def program_year(sfy: int, figures: Figures | None = None, years_paid: Sequence[int] = ()) -> int:
    """f.(3): the year of the program, 1 for SFY2005; refused before the first, past the tenth.

    `years_paid` are the SFYs in which aid was paid; they count under the reading that a program
    year is one in which aid was paid.
    """
    figures, on = figures or law(), first_day(sfy)
    first = figures.first("highlands.first_year", on)
    if sfy < first:
        raise Refusal(f"SFY{sfy}: the program begins with SFY{first}", PHASE_DOWN)
    last = first + len(figures.row("highlands.phase_down", on)) - 1
    if figures.word("highlands.year_count", on) == "years_paid":
        year = len({paid for paid in years_paid if paid < sfy}) + 1
    else:
        year = sfy - first + 1
    if year > last - first + 1:
        raise Refusal(f"SFY{sfy}: the program expired with its tenth year, SFY{last}", PHASE_DOWN)
    return year


def phase_down_percent(
    sfy: int, figures: Figures | None = None, years_paid: Sequence[int] = ()
) -> Exact:
    """f.(3): the percent paid of what otherwise would have been, 100 in the first five years."""
    figures = figures or law()
    steps = figures.row("highlands.phase_down", first_day(sfy))
    return exact(steps[program_year(sfy, figures, years_paid) - 1])


def section_ends_on(last_tenth_year_payment_on: date | None) -> date | None:
    """o.: July 1 next following one year after the last payment of the tenth year, if there is one.

    Without such a payment there is no date.
    """
    if last_tenth_year_payment_on is None:
        return None
    year_later = years_after(last_tenth_year_payment_on, 1)
    same_year = date(year_later.year, 7, 1)
    return same_year if year_later < same_year else date(year_later.year + 1, 7, 1)


def vacant_land(
    parcels: Sequence[Parcel], sfy: int, figures: Figures | None = None
) -> tuple[Decimal, Decimal]:
    """c.: assessed dollars of the vacant land in the base and in the current tax year.

    Only attributed changes move a parcel; one that is no longer vacant leaves both years.
    """
    stays = (figures or law()).word("highlands.not_vacant", first_day(sfy)) == "base_stays"
    counted = [parcel for parcel in parcels if parcel.vacant or stays]
    base = sum((parcel.base_assessed for parcel in counted), Decimal("0.00"))
    change = sum(
        (p.change for p in counted if p.vacant and p.due_to_the_act and p.cause in ATTRIBUTED),
        Decimal("0.00"),
    )
    gone = sum((p.base_assessed for p in counted if not p.vacant), Decimal("0.00"))
    return base, base + change - gone


def is_qualified(evidence: Conformance, on: date, figures: Figures | None = None) -> bool:
    """n.: in the preservation area and, once the regional plan is adopted, conformed to it."""
    if not evidence.in_preservation_area:
        return False
    if evidence.regional_plan_on is None or on < evidence.regional_plan_on:
        return True
    if (figures or law()).word("highlands.conformance", on) == "petition_approved":
        return evidence.petition_on is not None and evidence.petition_on <= on
    days = (evidence.master_plan_on, evidence.regulations_on)
    return all(day is not None and day <= on for day in days)
