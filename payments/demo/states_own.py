"""The only home of what the demonstration's State does with its own part of zone assistance.

The Authority's spending, income by source and month, Exampleton's standing, and two corrections of
its credits: one made, one that waits for approval.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from funds import allocation, authority, correction_cases
from funds.rules.fiscal_year import day_in
from municipalities import standing
from municipalities.models import EnterpriseZone
from payments.demo.people import People

FUND = "zone-assistance"
CODE = "9901"
SOURCES = {"Cash management": Decimal("1180.40"), "Treasury notes": Decimal("340.46")}
FIRST_MONTH, LAST_MONTH = date(2021, 10, 1), date(2026, 10, 1)
AUTUMN, SPRING = (6, 7, 8, 9, 10), (11, 12, 1, 2, 3, 4, 5)  # months whose income comes by then
SPENT = {
    "administration": (Decimal(1_900_000), "UEZ Authority", 9, 15),
    "grant": (Decimal(350_000), "Demonstration planning partner", 10, 20),
    "guaranty": (Decimal(125_000), "Demonstration lender", 3, 11),
}
PAYEES = [payee for _, payee, _, _ in SPENT.values()]


def autumn(sfy: int, people: People) -> None:
    """Tell what happens between July and December of a year."""
    _income(sfy, AUTUMN, people)
    _spend(sfy, ("administration", "grant"), people)
    if sfy == 2026:
        _stand(date(2025, 10, 6), False, "Finding EX-F1 is not answered", people)
    if sfy == 2027:
        _correct(people)


def spring(sfy: int, people: People) -> None:
    """Tell what happens between January and June of a year."""
    _income(sfy, SPRING, people)
    _spend(sfy, ("guaranty",), people)
    if sfy == 2026:
        _stand(date(2026, 4, 20), True, "The corrective action plan is complied with", people)


def _months(sfy: int, months: tuple[int, ...]) -> Iterator[date]:
    for month in months:
        first = date(sfy - 1 if month >= 6 else sfy, month, 1)  # June's comes in July
        if FIRST_MONTH <= first <= LAST_MONTH:
            yield first


def _income(sfy: int, months: tuple[int, ...], people: People) -> None:
    """Credit each month's income in the month after it."""
    by = people.state("treasury-analyst")
    for month in _months(sfy, months):
        on = date(month.year + month.month // 12, month.month % 12 + 1, 12)
        for source, usual in SOURCES.items():
            allocation.invest(
                FUND,
                source,
                usual + Decimal(month.month * (sfy - 2020)),
                on=on,
                by=by,
                document=f"Statement of {month:%B %Y}, demonstration figure",
                key=f"demonstration/{FUND}/{month:%Y-%m}/{source}",
                month=month,
            )


def _spend(sfy: int, purposes: tuple[str, ...], people: People) -> None:
    for purpose in purposes:
        amount, payee, month, day = SPENT[purpose]
        authority.spend(
            purpose,
            payee,
            amount,
            f"demonstration/authority/SFY{sfy}/{purpose}",
            on=day_in(sfy, month, day),
            by=people.state("authority"),
        )


def _stand(on: date, good: bool, reason: str, people: People) -> None:
    standing.record(
        _zone(), in_good_standing=good, reason=reason, on=on, by=people.state("authority")
    )


def _correct(people: People) -> None:
    """A made-up error of two made-up years is put right; a second one waits for approval."""
    by, on = people.state("treasury-analyst"), date(2026, 11, 16)
    for number, sfy, right in (("EX-C1", 2026, 385_000), ("EX-C2", 2027, 390_000)):
        case = correction_cases.open_case(
            number, "Demonstration: one figure was read twice", None, on=on, by=by
        )
        correction_cases.write(case, _zone(), {sfy: Decimal(right)}, on=on, by=by)
        if sfy == 2026:
            certifier = people.state("treasury-certifier")
            correction_cases.approve(case, on=date(2026, 11, 20), by=certifier)


def _zone() -> EnterpriseZone:
    return EnterpriseZone.objects.get(pk=CODE)
