"""The only home of the demonstration's years of zone assistance, from appropriation to close."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from funds import allocation
from funds.models import Run
from funds.rules.fiscal_year import day_in
from payments.demo import (
    exampleton,
    files,
    second_generation,
    states_own,
    steps,
    zone_facts,
    zone_projects,
)
from payments.demo.people import People

FUND = "zone-assistance"
YEARS = range(zone_facts.FIRST, 2028)
LAST_PAYMENT = date(2026, 11, 30)

Chapters = list[tuple[str, Callable[[People, int], str | None]]]


def chapters() -> Chapters:
    """Return the chapters: a year is credited, and used in autumn and spring."""
    found: Chapters = []
    for sfy in YEARS:
        found += [(f"SFY{sfy} is credited", _credited(sfy)), (f"Autumn of SFY{sfy}", _autumn(sfy))]
        if sfy < YEARS[-1]:
            found.append((f"Spring of SFY{sfy}", _spring(sfy)))
    return [*found, ("Files of figures", files.tell)]


def _credited(sfy: int) -> Callable[[People, int], None]:
    def tell(people: People, towns: int) -> None:
        if sfy > zone_facts.FIRST:
            steps.close(FUND, sfy - 1, people)
        zone_facts.record_year(sfy, people)
        if sfy == zone_facts.FIRST:
            _first_year(people)
        else:
            _year_by_formula(sfy, people)
        exampleton.credit(sfy, people)

    return tell


def _autumn(sfy: int) -> Callable[[People, int], None]:
    def tell(people: People, towns: int) -> None:
        zone_projects.autumn(sfy, people)
        exampleton.autumn(sfy, people)
        states_own.autumn(sfy, people)
        second_generation.autumn(sfy, people, towns)
        steps.pay(FUND, day_in(sfy, 12, 15) if sfy < YEARS[-1] else LAST_PAYMENT, people)

    return tell


def _spring(sfy: int) -> Callable[[People, int], None]:
    def tell(people: People, towns: int) -> None:
        states_own.spring(sfy, people)
        zone_projects.spring(sfy, people, towns)
        exampleton.spring(sfy, people)
        second_generation.spring(sfy, people, towns)
        steps.pay(FUND, day_in(sfy, 6, 15), people)

    return tell


def _first_year(people: People) -> None:
    """SFY2022: the act appropriated a sum itself, before the schedule begins."""
    sfy, on = zone_facts.FIRST, date(2021, 9, 1)
    _deposit(sfy, zone_facts.PUBLISHED_AMOUNT, "P.L.2021, c.197 (published)", on, people)
    run = allocation.allot(
        FUND,
        sfy,
        zone_facts.first_amounts(),
        on=on,
        by=people.state("dca-analyst"),
        reason="The act's own appropriation, shared by demonstration figures",
        demonstration=True,
    )
    steps.credit(run, on=date(2021, 9, 2), people=people)


def _year_by_formula(sfy: int, people: People) -> None:
    on = date(sfy - 1, 7, 20)
    label = "Appropriation, published" if sfy == 2024 else "Appropriation, demonstration figure"
    _deposit(sfy, zone_facts.appropriated(sfy), label, on, people)
    run = allocation.run(FUND, sfy, on=on, by=people.state("dca-analyst"))
    steps.credit(run, on=date(sfy - 1, 7, 21), people=people)
    if sfy == zone_facts.MADE_UP_IN:
        _make_up(people)


def _make_up(people: People) -> None:
    """k.: the year after, what was short is appropriated and shared by the short year's shares."""
    on = date(zone_facts.MADE_UP_IN - 1, 8, 4)
    short = Run.objects.get(fund=FUND, sfy=zone_facts.SHORT, kind=Run.Kind.YEAR)
    amount = short.lines.get(component="shortfall").amount.quantize(Decimal("0.01"))
    allocation.deposit(
        FUND,
        "appropriation",
        amount,
        on=on,
        by=people.state("treasury-analyst"),
        document=f"Make-up of SFY{zone_facts.SHORT}, demonstration figure",
        key=f"demonstration/{FUND}/make-up/{zone_facts.SHORT}",
    )
    run = allocation.make_up(zone_facts.SHORT, amount, on=on, by=people.state("dca-analyst"))
    steps.credit(run, on=on, people=people)


def _deposit(sfy: int, amount: Decimal, document: str, on: date, people: People) -> None:
    allocation.deposit(
        FUND,
        "appropriation",
        amount,
        on=on,
        by=people.state("treasury-analyst"),
        document=f"{document}, SFY{sfy}",
        key=f"demonstration/{FUND}/SFY{sfy}/appropriation",
    )
