"""The only home of what the demonstration's real zones do with their money.

None of them loses any: what it was credited is encumbered before its last usable day, and what
is encumbered is spent or still usable.
"""

from datetime import date
from decimal import Decimal

from django.db.models import QuerySet

from funds import caps, vintages
from funds.models import Category, Encumbrance
from funds.rules.fiscal_year import day_in
from funds.rules.money import ZERO, floor_cents, percent_of
from municipalities.models import EnterpriseZone, Municipality
from payments.demo.figures import rows
from payments.demo.people import People
from payments.demo.project_steps import Plan, commit, spend

PROGRAM = "STREETS"
# A program binds all that a zone has of these vintages, in May of the year, usable three more.
PROGRAMS = {2024: (2022, 2023), 2026: (2024, 2025)}
# Percent of an encumbrance that is vouchered in November, by how many years after it.
OF_PROGRAMS = {1: 55}
OF_OTHERS = {1: 60, 2: 40}


def autumn(sfy: int, people: People) -> None:
    """Voucher in November what the plan of each encumbrance says for the year."""
    on = day_in(sfy, 11, 8)
    bound = Encumbrance.objects.filter(zone__made_up=False, sfy__in=[sfy - 1, sfy - 2])
    for each in bound.select_related("zone", "municipality", "project").order_by("number"):
        after = sfy - each.sfy
        percent = (OF_PROGRAMS if PROGRAM in each.number else OF_OTHERS).get(after)
        if percent:
            amount = floor_cents(percent_of(each.amount, percent))
            spend(each, f"{each.number}-V{after}", amount, on, people)


def spring(sfy: int, people: People, towns: int) -> None:
    """Commit the year's named projects, and in a program's year all that zones have left."""
    _named(sfy, people)
    if sfy in PROGRAMS:
        for zone in real_zones()[: towns or None]:
            for member in zone.memberships.filter(until_on=None).select_related("municipality"):
                _program(zone, member.municipality, sfy, people)


def real_zones() -> QuerySet[EnterpriseZone]:
    """Return the zones that are not made up, by their codes."""
    return EnterpriseZone.objects.filter(made_up=False).order_by("code")


def _named(sfy: int, people: People) -> None:
    """The projects that were published by name and amount; their days are a demonstration's."""
    for row in rows("zone_projects"):
        if int(row["sfy"]) == sfy:
            town = Municipality.objects.get(pk=row["code"])
            plan = Plan(
                EnterpriseZone.objects.get(memberships__municipality=town),
                town,
                row["number"],
                row["title"],
                row["category"],
                {sfy: Decimal(row["amount"])},
                f"Amount as published ({row['source']}); the day is a demonstration's",
            )
            commit(plan, date(sfy, 3, 4), people)


def _program(zone: EnterpriseZone, town: Municipality, sfy: int, people: People) -> None:
    proposed_on = date(sfy, 4, 10)
    ceilings, balances = caps.load(zone, proposed_on), vintages.unencumbered(zone)
    left = {
        vintage: min(
            balances.get(vintage, ZERO), ceilings.of(town.pk, vintage, Category.GENERAL).left
        )
        for vintage in PROGRAMS[sfy]
    }
    budgets = {vintage: amount for vintage, amount in left.items() if amount > 0}
    if budgets:
        number, title = f"{town.pk}-{PROGRAM}-{sfy % 100}", "Streets, storefronts and small grants"
        plan = Plan(zone, town, number, title, "general", budgets, "Demonstration resolution")
        commit(plan, proposed_on, people)
