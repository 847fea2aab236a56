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
    """Return the chapters, a year each."""
    return [(f"SFY{sfy}", _year(sfy)) for sfy in YEARS]


def _year(sfy: int) -> Callable[[People, int], None]:
    def tell(people: People, towns: int) -> None:
        _open(sfy, people)
        receipts_facts.record_year(sfy, people, towns)
        _credit(sfy, people)
        for month, _ in PRACTICE:
            _pay(date(sfy - 1, month, 1), sfy, people)
        _pay(date(sfy, 6, 30), sfy, people)  # the county's part

    return tell


def _open(sfy: int, people: People) -> None:
    """Begin the books in the first year; later, close the year before and pay its last part."""
    if sfy > YEARS[0]:
        steps.close(FUND, sfy - 1, people)
        _pay(date(sfy - 1, 7, 15), sfy - 1, people)  # the frozen part, to calendar-year towns
    elif LedgerHead.objects.get(pk=FUND).number == 0:
        ledger.open_books(FUND, sfy)


def _pay(due: date, sfy: int, people: People) -> None:
    """Release and pay what is due by a day, if the day has come."""
    day = banking_days.on_or_before(due) if due.month in (6, 7) else banking_days.on_or_after(due)
    if day > LAST_PAYMENT:
        return
    steps.release(day, people)
    steps.pay(FUND, day, people)
    made_up_towns.after_payment(sfy, day, people)


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
