"""The only home of the demonstration's first chapters: its offices, and where payees are paid."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Q

from municipalities.demo import seat_demo
from municipalities.models import County, EnterpriseZone, Municipality, ZoneMembership
from payments import bank_accounts
from payments.bank_accounts import Call
from payments.demo import states_own
from payments.demo.figures import number
from payments.demo.people import People
from payments.models import BankAccount

BANK, ROUTING = "Demonstration Bank", settings.BANK_ROUTING
BEFORE_ALL = date(2004, 7, 1)  # before the first payment of the oldest year that is told
ZONES_SINCE = date(2021, 9, 1)
Purpose = BankAccount.Purpose


def seat_offices(people: People, towns: int) -> None:
    """Seat the State's offices, and the local ones of every zone."""
    seat_demo()
    for zone in EnterpriseZone.objects.all():
        people.coordinator(zone)
    for member in ZoneMembership.objects.filter(until_on=None).select_related("municipality"):
        for title in ("cfo", "preparer"):
            people.local(title, member.municipality)


def enter_first_accounts(people: People, towns: int) -> None:
    """Enter and verify the accounts of the counties 01 to 11."""
    _of_municipalities(Q(county__lte="11"), people)


def enter_other_accounts(people: People, towns: int) -> None:
    """Enter and verify the other accounts: municipalities, counties, zones, the Authority."""
    _of_municipalities(Q(county__gt="11"), people)
    for code in County.objects.values_list("code", flat=True):
        enter(f"county:{code}", Purpose.COUNTY, BEFORE_ALL, people)
    for code in ZoneMembership.objects.filter(until_on=None).values_list("municipality", flat=True):
        enter(code, Purpose.FIRST_GENERATION, ZONES_SINCE, people)
        enter(code, Purpose.TRUST, ZONES_SINCE, people)
    for payee in states_own.PAYEES:
        enter(payee, Purpose.GENERAL, ZONES_SINCE, people)


def _of_municipalities(which: Q, people: People) -> None:
    for code in Municipality.objects.filter(which).values_list("code", flat=True):
        enter(code, Purpose.GENERAL, BEFORE_ALL, people)


def enter(payee: str, purpose: str, on: date, people: People) -> None:
    """Enter a payee's account, confirm it and call back; the same seed gives the same number."""
    before = BankAccount.objects.filter(payee=payee, purpose=purpose).count()
    account = f"{number(10**9, payee, purpose) + before:09d}"
    by = people.state("treasury-analyst")
    entered = bank_accounts.enter(payee, purpose, BANK, ROUTING, account, on=on, by=by)
    bank_accounts.confirm(entered, on=on, by=people.state("treasury-releaser"))
    call = Call(
        "The demonstration’s office", "000-555-0100", "Directory of municipalities", _noon(on)
    )
    bank_accounts.verify(entered, call, on=on, by=people.state("dca-analyst"))


def _noon(on: date) -> datetime:
    return datetime.combine(on, time(12), tzinfo=ZoneInfo("America/New_York"))
