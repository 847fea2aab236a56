"""The only home of the demonstration's loans, sales and quarterly reports.

Borrowers are made up. Real zones are repaid on time and file every quarter; that a borrower
defaults and a report is missing happens to Exampleton.
"""

from datetime import date, timedelta
from decimal import Decimal

from funds import loans, quarterly_reports, quarters, report_reviews, second_generation
from funds.loans import Terms
from funds.models import Loan, QuarterlyReport
from funds.quarterly_reports import Declared
from funds.quarters import Quarter
from funds.rules.loans import schedule
from funds.rules.money import ZERO
from municipalities.models import EnterpriseZone
from payments.demo.people import People

EXAMPLETON = "9901"
LENDS = {"0610": Decimal(48_000), EXAMPLETON: Decimal(40_000)}  # Vineland's program lends
LENT_ON, FIRST_DUE = date(2025, 7, 15), date(2025, 9, 15)
FILED_AFTER = timedelta(days=12)
SILENT = Quarter(2027, 1)  # Exampleton does not file it
# What is told in which half of a State fiscal year: its quarters, in order.
AUTUMN = {2026: (Quarter(2026, 1),), 2027: (Quarter(2026, 4), Quarter(2027, 1))}
SPRING = {2026: (Quarter(2026, 2), Quarter(2026, 3))}


def autumn(sfy: int, people: People, towns: int) -> None:
    """Tell what is lent, repaid and reported between July and December of a year."""
    if sfy == 2026:
        _lend(people, towns)
    _report(AUTUMN.get(sfy, ()), people, towns)


def spring(sfy: int, people: People, towns: int) -> None:
    """Tell what is repaid and reported between January and June; one borrower defaults."""
    _report(SPRING.get(sfy, ()), people, towns)
    if sfy == 2026:
        _default(people)
        _repay(date(2026, 6, 15), people)


def zones(towns: int) -> list[EnterpriseZone]:
    """Return the zones that are told of: the real ones, and Exampleton."""
    real = EnterpriseZone.objects.filter(made_up=False).order_by("code")[: towns or None]
    return [*real, EnterpriseZone.objects.get(pk=EXAMPLETON)]


def _lend(people: People, towns: int) -> None:
    for zone in zones(towns):
        principal = LENDS.get(zone.pk)
        if principal is None:
            continue
        parts = schedule(principal, Decimal("2.000"), FIRST_DUE, 12, 3)
        loans.lend(
            zone,
            f"{zone.pk}-L1",
            principal,
            terms=Terms(f"{zone.name} borrower (made up)", Decimal("2.000"), parts),
            on=LENT_ON,
            by=people.coordinator(zone),
        )
    town = EnterpriseZone.objects.get(pk=EXAMPLETON)
    second_generation.sell(
        town,
        "Street sweeper",
        Decimal("6200.00"),
        "demonstration/sale/sweeper",
        buyer="Sampleborough",
        on=date(2025, 9, 22),
        by=people.coordinator(town),
    )


def _repay(on: date, people: People) -> None:
    """Repay what the schedules ask on a day, unless the borrower is in default."""
    for loan in Loan.objects.filter(defaulted_on=None, schedule__due_on=on).select_related("zone"):
        part = loan.schedule.get(due_on=on)
        loans.repay(
            loan,
            part.principal + part.interest,
            f"demonstration/{loan}/{on}",
            interest=part.interest,
            on=on,
            by=people.coordinator(loan.zone),
        )


def _default(people: People) -> None:
    """Exampleton's borrower stops paying; the CFO and the coordinator write the rest off."""
    loan = Loan.objects.select_related("zone").get(number=f"{EXAMPLETON}-L1")
    clerk = people.coordinator(loan.zone)
    cfo = people.local("cfo", loan.zone.memberships.get().municipality)
    loans.declare_default(loan, "The business closed", on=date(2026, 4, 20), by=clerk)
    asked = loans.ask_write_off(loan, "Nothing is left to collect", on=date(2026, 5, 4), by=clerk)
    loans.write_off(asked, on=date(2026, 5, 18), by=cfo)


def _report(told: tuple[Quarter, ...], people: People, towns: int) -> None:
    for quarter in told:
        on = quarter.ends_on + FILED_AFTER
        found = zones(towns)
        if quarter.number != 4:  # June's was repaid before the year was closed
            _repay(quarter.ends_on.replace(day=15), people)
        figures = quarters.figures(found, quarter)
        for zone in found:
            if (zone.pk, quarter) != (EXAMPLETON, SILENT):
                _file(zone, quarter, nil=figures[zone.pk].is_nil, on=on, people=people)
        if quarter != SILENT:
            _accept(quarter, on + FILED_AFTER, people)


def _file(zone: EnterpriseZone, quarter: Quarter, *, nil: bool, on: date, people: People) -> None:
    clerk = people.coordinator(zone)
    if nil:
        quarterly_reports.file_nil(zone, quarter, on=on, by=clerk)
        return
    held = quarters.of_zone(zone, quarter).closing
    odd = Decimal("0.00") if zone.pk != EXAMPLETON or not held else Decimal("1.15")
    said = Declared(held - odd, "1.15 of bank fees, put back in the next month" if odd else "")
    made = quarterly_reports.prepare(zone, quarter, said, on=on, by=clerk)
    town = zone.memberships.filter(until_on=None).order_by("municipality")[0].municipality
    quarterly_reports.certify(made, made.digest, on=on + timedelta(2), by=people.local("cfo", town))


def _accept(quarter: Quarter, on: date, people: People) -> None:
    """The Department accepts the quarter's reports; it asks Exampleton about its fees first."""
    dca = people.state("dca-analyst")
    filed = QuarterlyReport.objects.filter(
        sfy=quarter.sfy, quarter=quarter.number, closed_on=None, accepted_on=None
    )
    for report in filed.select_related("zone"):
        if report.declared - report.closing != ZERO:
            asked = report_reviews.ask(report, "Who puts the fees back?", on=on, by=dca)
            clerk = people.coordinator(report.zone)
            report_reviews.answer(asked, "The municipality, in the same month.", on=on, by=clerk)
        report_reviews.accept(report, on=on, by=dca)
