"""The only home of the days of the Highlands program that follow from what was paid. 54:1-85 o."""

from datetime import date

from funds.models import Entry, Kind
from funds.rules.fiscal_year import first_day
from funds.rules.highlands_year import section_ends_on
from funds.rules.parameters import law

FUND = "highlands"


def tenth_year(on: date) -> int:
    """The State fiscal year of the program's tenth year."""
    first = law().first("highlands.first_year", on)
    return first + len(law().row("highlands.phase_down", first_day(first))) - 1


def last_payment_on(sfy: int) -> date | None:
    """The day of the last payment of a year's aid, by the ledger. o."""
    paid = Entry.objects.filter(credit__fund=FUND, credit__kind=Kind.PAID, credit__sfy=sfy)
    days_of = paid.order_by("-posting__effective_on").values_list("posting__effective_on")
    last = days_of.first()
    return last[0] if last else None


def section_ends(on: date) -> date | None:
    """The day on which the section expires; None while no payment of the tenth year is there."""
    return section_ends_on(last_payment_on(tenth_year(on)))
