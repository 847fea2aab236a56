"""The only home of how large a grown State is, and of growing it in order."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.db import connection

from funds import year_end
from funds.rules.fiscal_year import sfy_of
from payments.grow import many, receipts, seats, zones


@dataclass(frozen=True)
class Size:
    """How many years of receipts and of zones, encumbrances a zone's year, vouchers of each.

    `towns` and `zones` are how many there are at most; Newark is always among them.
    """

    years: int
    zone_years: int
    encumbrances: int
    vouchers: int
    towns: int = 1_000
    zones: int = 100


FULL = Size(years=12, zone_years=6, encumbrances=24, vouchers=84)
TEN = Size(years=2, zone_years=2, encumbrances=2, vouchers=4, towns=10, zones=3)
SMALL = Size(years=2, zone_years=2, encumbrances=2, vouchers=4)


@dataclass(frozen=True)
class Grown:
    """What a grown State holds."""

    municipalities: int
    years: int
    entries: int
    changes: int

    def __str__(self) -> str:
        return (
            f"{self.municipalities} municipalities, {self.years} years, {self.entries:,} entries,"
            f" {self.changes:,} changes"
        )


_COUNTED = """
    SELECT (SELECT count(DISTINCT municipality_id) FROM payments_installment),
        (SELECT count(DISTINCT entitlement_sfy) FROM payments_installment),
        (SELECT count(*) FROM funds_entry), (SELECT count(*) FROM municipalities_change)"""


def grow(size: Size, *, on: date, say: Callable[[str], object]) -> Grown:
    """Grow a State of a size in the database that this process uses, as it stands on a day.

    Two years are rehearsed, so that a year end has its lists too. The database must be a scratch
    one that holds the reference data and nothing else.
    """
    last = sfy_of(on)
    seats.stand_well()
    seats.everywhere(size.towns)
    seats.open_bank_accounts()
    many.analyze()
    for words in receipts.grow(range(last - size.years + 1, last + 1), size.towns, on):
        say(words)
    many.analyze()
    sfys = range(max(zones.FIRST, last - size.zone_years + 1), last + 1)
    for words in zones.grow(sfys, size.zones, size.encumbrances, size.vouchers, on):
        say(words)
    many.analyze()
    _rehearse(size, last, on)
    say("rehearsed the first year of both books")
    many.analyze()
    return counted()


def _rehearse(size: Size, last: int, on: date) -> None:
    by = seats.state("dca-analyst")
    year_end.rehearse(receipts.FUND, last - size.years + 1, on=on, by=by)
    year_end.rehearse(zones.FUND, max(zones.FIRST, last - size.zone_years + 1), on=on, by=by)


def counted() -> Grown:
    """Count what there is."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED)
        return Grown(*cursor.fetchone())
