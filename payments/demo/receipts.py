"""The only home of the demonstration's years of energy tax receipts, revenue to payment."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from funds import allocation, ledger
from funds.models import LedgerHead
from payments import banking_days, schedules
from payments.demo import made_up_towns, receipts_facts, steps
from payments.demo.people import People
from payments.models import Stream

FUND = "energy-receipts"
YEARS = range(receipts_facts.FIRST, 2028)
LAST_PAYMENT = date(2026, 11, 30)
# Days and percents of 2008, the latest that were published; later years are taken to follow them.
PRACTICE = ((8, 45), (9, 30), (10, 15), (11, 5), (12, 5))
AUTHORITY = "Percentages published for 2008 (Local Finance Notice 2008-13), taken as practice"
# Dollars a year. The first two were published as resource lines of SFY2022; the others, and all
# later years, are demonstration figures. The General Fund tops up the rest.
REVENUES = {
    "sales-and-use-tax": 788_492_000,
    "corporation-tax-energy": 11_000_000,
    "corporation-tax-telecommunications": 24_000_000,
    "sewerage-and-water": 9_600_000,
    "transitional-energy": 4_400_000,
}
PUBLISHED = {"sales-and-use-tax", "corporation-tax-energy"}

Chapters = list[tuple[str, Callable[[People, int], None]]]


def chapters() -> Chapters:
    """Return the chapters: a year is closed, the next one credited, and paid day by day."""
    found: Chapters = []
    for sfy in YEARS:
        found.append((f"SFY{sfy} is credited", _begun(sfy)))
        days = [date(sfy - 1, month, 1) for month, _ in PRACTICE]
        for due in [*days, date(sfy, 6, 30), date(sfy, 7, 15)]:  # then county, then paragraph (3)
            if due <= LAST_PAYMENT:
                found.append((f"SFY{sfy}, payment of {due:%B} {due.day}", _paid(sfy, due)))
    return found


def _begun(sfy: int) -> Callable[[People, int], None]:
    def tell(people: People, towns: int) -> None:
        if sfy > YEARS[0]:
            steps.close(FUND, sfy - 1, people)
        elif LedgerHead.objects.get(pk=FUND).number == 0:
            ledger.open_books(FUND, sfy)
        receipts_facts.record_year(sfy, people, towns)
        _credit(sfy, people)

    return tell


def _paid(sfy: int, due: date) -> Callable[[People, int], None]:
    """Release and pay what is due by a day: on the next banking day, in June and July before."""

    def tell(people: People, towns: int) -> None:
        steps.accounts_stay()
        before = due.month in (6, 7)
        day = banking_days.on_or_before(due) if before else banking_days.on_or_after(due)
        steps.release(day, people)
        steps.pay(FUND, day, people)
        made_up_towns.after_payment(sfy, day, people)

    return tell


def _credit(sfy: int, people: People) -> None:
    on = date(sfy - 1, 7, 16)
    run = allocation.run(FUND, sfy, on=on, by=people.state("dca-analyst"))
    _deposit(sfy, date(sfy - 1, 7, 17), people)
    schedules.record(
        FUND,
        sfy,
        Stream.REGULAR,
        [(date(sfy - 1, month, 1), Decimal(percent)) for month, percent in PRACTICE],
        authority=AUTHORITY,
        on=on,
        by=people.state("treasury-analyst"),
        demonstration=True,
    )
    steps.credit(run, on=date(sfy - 1, 7, 17), people=people)
    made_up_towns.credit_receipts(sfy, people)


def _deposit(sfy: int, on: date, people: People) -> None:
    """Deposit the five revenues, and what the General Fund adds to make the year's amount."""
    by = people.state("treasury-analyst")
    for source, amount in REVENUES.items():
        known = sfy == YEARS[0] and source in PUBLISHED
        allocation.deposit(
            FUND,
            source,
            Decimal(amount),
            on=on,
            by=by,
            document=f"SFY{sfy}, {'published resource line' if known else 'demonstration figure'}",
            key=f"demonstration/{FUND}/SFY{sfy}/{source}",
        )
    allocation.top_up(sfy, on=on, by=by, document=f"General Fund, SFY{sfy}, worked out")
