"""The only home of what is there before each act that faults are done to."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from random import Random

from funds import allocation, ledger, year_end
from funds.models import Closing, Run
from municipalities import offices
from municipalities.models import Municipality
from payments import approvals, installments, warrants
from payments.models import Warrant
from payments.races import scene as zones
from payments.reconciling import scene

CERTIFIED_ON, PAY_DAY, CLOSED_ON = date(2026, 7, 1), date(2026, 7, 15), date(2028, 7, 11)
ENCUMBERED = Decimal("1000.01")


@dataclass(frozen=True)
class Size:
    """How large the State is: the towns that get money, and how many zones there are."""

    towns: tuple[str, ...]
    zones: int


SMALL = Size(tuple(scene.TOWNS), 3)


def whole() -> Size:
    """Return the size of the whole State: its reference data must be there."""
    real = Municipality.objects.filter(made_up=False, dissolved_on=None)
    return Size(tuple(real.values_list("code", flat=True)), 30)


def released(random: Random, size: Size) -> None:
    """Credit a year, of which nothing is released yet."""
    scene.towns(size.towns)
    scene.credit(scene.RECEIPTS, random, size.towns)


def allotted(random: Random, size: Size) -> Run:
    """Make a run of energy tax receipts that waits to be certified."""
    scene.towns(size.towns)
    ledger.open_books(scene.RECEIPTS, 2027)
    given = {
        code: Decimal(random.randrange(10**6, 4 * 10**8)) * scene.CENT for code in size.towns
    }  # fmt: skip
    by = scene.state("treasury-analyst")
    allocation.deposit(
        scene.RECEIPTS, scene.SOURCES[scene.RECEIPTS], sum(given.values(), Decimal(0)),
        on=CERTIFIED_ON, by=by, document="Made up", key="faults",
    )  # fmt: skip
    return allocation.allot(scene.RECEIPTS, 2027, given, on=CERTIFIED_ON, by=by)


def warranted(random: Random, size: Size) -> Warrant:
    """Make a warrant that waits to be sent."""
    released(random, size)
    installments.release_due(on=PAY_DAY, by=offices.system())
    made = warrants.certify(
        scene.RECEIPTS, pays_on=PAY_DAY, on=PAY_DAY, by=scene.state("treasury-certifier")
    )
    if made.approvals_needed > 1:
        other = offices.seat("treasury-certifier", "Other", "Other holder", from_on=scene.SINCE)
        approvals.approve(made, on=PAY_DAY, by=other)
    return warrants.issue(made, on=PAY_DAY, by=scene.state("budget-officer"))


def rehearsed(random: Random, size: Size) -> Closing:
    """Make zones whose oldest credit lapses with the year that waits for its signature."""
    for number, of in enumerate(zones.made(size.zones, random)):
        for town in of.towns:
            zones.encumbered(of, town, f"{number}-{town.pk}", "general", zones.YEARS[0], ENCUMBERED)
    for sfy in zones.YEARS:
        closing = year_end.certify(_rehearsed(sfy), on=date(sfy, 7, 10),
                                   by=scene.state("treasury-certifier"))  # fmt: skip
        year_end.close(closing, on=date(sfy, 7, 11), by=offices.system())
    return _rehearsed(CLOSED_ON.year)


def _rehearsed(sfy: int) -> Closing:
    by = scene.state("dca-analyst")
    return year_end.rehearse(zones.FUND, sfy, on=date(sfy, 7, 10), by=by)


def file_of_sales(random: Random, size: Size) -> bytes:
    """Make the towns of a file of taxable sales, and the file."""
    scene.towns(size.towns)
    lines = [f"{code},{random.randrange(10**6, 10**8)}" for code in size.towns]
    return "\r\n".join(['"Taxable sales, 2025"', "Municode,taxable_sales", *lines]).encode()
