"""The only home of the made-up payment days on which differences are planted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from random import Random

from django.conf import settings

from funds import allocation, ledger
from municipalities import offices
from municipalities.models import County, Municipality, Officer
from payments import bank_accounts, bank_files, installments, returns, warrants
from payments.bank_accounts import Call
from payments.models import Payment, Warrant

SINCE = date(1998, 1, 1)
RECEIPTS, HIGHLANDS = "energy-receipts", "highlands"
SOURCES = {RECEIPTS: "general-fund", HIGHLANDS: "highlands-protection-fund"}
DAYS = {RECEIPTS: (date(2026, 7, 15), date(2026, 8, 3), date(2026, 9, 1)),
        HIGHLANDS: (date(2026, 9, 2),)}  # fmt: skip
LOOKED_ON = date(2026, 9, 10)
TOWNS = [f"99{number:02d}" for number in range(1, 13)]
CENT = Decimal("0.01")


@dataclass(frozen=True)
class Scene:
    """The sent warrants, with their files taken, and the payments that came back in time."""

    warrants: list[Warrant]
    returned: list[Payment]


def state(title: str) -> Officer:
    """Return the State's officer of a title."""
    return offices.seat(title, f"State {title}", f"State {title} holder", from_on=SINCE)


def made(random: Random) -> Scene:
    """Make towns, credit them in two funds, pay them on four days; a few payments come back."""
    towns()
    found = []
    for fund, days in DAYS.items():
        credit(fund, random, TOWNS)
        found += [_pay(fund, day) for day in days]
    back = list(found[0].payments.order_by("trace")[:4])
    for each in back:
        on = found[0].pays_on
        returns.record(each, "R01", on=on, by=state("treasury-releaser"))
    return Scene(found, back)


def credited(random: Random) -> None:
    """Make the towns and credit a year of energy tax receipts; nothing is released yet."""
    towns()
    credit(RECEIPTS, random, TOWNS)


def towns(codes: Sequence[str] = TOWNS) -> None:
    """Make towns, or take those that are there, each with an account that is verified."""
    county, _ = County.objects.get_or_create(code="99", defaults={"name": "Demonstration"})
    for code in codes:
        made = {
            "county": county, "name": f"Town {code}", "official_name": f"Town of {code}",
            "kind": "Town", "made_up": True,
        }  # fmt: skip
        Municipality.objects.get_or_create(code=code, defaults=made)
        _account(code)


def _account(code: str) -> None:
    on, number = date(2026, 1, 2), f"{code}00001"
    by = state("treasury-analyst")
    account = bank_accounts.enter(
        code, "general", "Made-up Bank", settings.BANK_ROUTING, number, on=on, by=by
    )
    bank_accounts.confirm(account, on=on, by=state("treasury-releaser"))
    at = datetime(2026, 1, 2, 17, tzinfo=UTC)
    call = Call("The treasurer", "000-555-0100", "A directory", at)
    bank_accounts.verify(account, call, on=on, by=state("dca-analyst"))


def credit(fund: str, random: Random, towns: Sequence[str]) -> None:
    """Credit a year of a fund to towns, in amounts by chance, and plan its installments."""
    on, sfy = date(2026, 7, 1), 2027 if fund == RECEIPTS else 2026
    ledger.open_books(fund, sfy)
    given = {code: Decimal(random.randrange(10**6, 4 * 10**8)) * CENT for code in towns}
    allocation.deposit(
        fund, SOURCES[fund], sum(given.values(), Decimal(0)), on=on, by=state("treasury-analyst"),
        document="Made up", key=f"reconciling/{fund}",
    )  # fmt: skip
    run = allocation.allot(fund, sfy, given, on=on, by=state("treasury-analyst"))
    certification = allocation.certify(run, on=on, by=state("treasury-certifier"))
    allocation.credit(certification, on=on, by=state("treasury-certifier"))
    installments.plan(certification, on=on)


def _pay(fund: str, day: date) -> Warrant:
    installments.release_due(on=day, by=offices.system())
    warrant = warrants.certify(fund, pays_on=day, on=day, by=state("treasury-certifier"))
    warrants.issue(warrant, on=day, by=state("budget-officer"))
    sent = warrants.send(warrant, on=day, by=state("treasury-releaser"))
    bank_files.take(sent, on=day, by=state("treasury-releaser"))
    return sent
