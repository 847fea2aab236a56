"""Certified and credited aid for tests of what happens to it afterwards."""

from datetime import UTC, date, datetime, time
from decimal import Decimal

from funds import accounts, allocation
from funds.models import Certification, Kind, Run
from municipalities import offices
from payments import bank_accounts, installments, warrants
from payments.bank_accounts import Call
from payments.models import BankAccount, Warrant
from tests.offices import officer
from tests.places import municipality

RECEIPTS, HIGHLANDS = "energy-receipts", "highlands"
SOURCES = {RECEIPTS: "general-fund", HIGHLANDS: "highlands-protection-fund"}
CREDITED_ON = date(2026, 7, 1)


def certified(run: Run, *, on: date = CREDITED_ON) -> Certification:
    """Certify and credit a run, and plan its installments."""
    by = officer("treasury-certifier")
    certification = allocation.certify(run, on=on, by=by)
    allocation.credit(certification, on=on, by=by)
    installments.plan(certification, on=on)
    return certification


def deposited(fund: str, amount: str, *, on: date = CREDITED_ON) -> None:
    """Deposit what a year needs."""
    allocation.deposit(
        fund,
        SOURCES[fund],
        Decimal(amount),
        on=on,
        by=officer("treasury-analyst"),
        document="Appropriations Act",
        key=f"{fund}/{on}/{amount}",
    )


def allotted(
    amounts: dict[str, str],
    *,
    fund: str = RECEIPTS,
    sfy: int = 2027,
    on: date = CREDITED_ON,
    supersedes: Run | None = None,
) -> Certification:
    """Credit given amounts to municipalities and counties."""
    for holder in amounts:
        municipality(holder if holder.isdigit() else holder[-2:] + "01")
    given = {holder: Decimal(amount) for holder, amount in amounts.items()}
    if supersedes is None:
        deposited(fund, str(sum(given.values())), on=on)
    analyst = officer("treasury-analyst")
    return certified(
        allocation.allot(fund, sfy, given, on=on, by=analyst, supersedes=supersedes), on=on
    )


def stands(fund: str, kind: Kind, holder: str, sfy: int | None = 2027) -> Decimal:
    """What is in an account."""
    return accounts.balance(accounts.find(fund, kind, holder, sfy))


def account(payee: str, purpose: str = "general", *, on: date = date(2026, 1, 2)) -> BankAccount:
    """Enter and verify where a payee is paid."""
    entered = bank_accounts.enter(
        payee, purpose, "First Bank", "990000000", "1234", on=on, by=officer("treasury-analyst")
    )
    return verified(entered, on=on)


def verified(entered: BankAccount, *, on: date) -> BankAccount:
    """Let a second officer of the same place confirm an account, and the Department call back."""
    town = entered.entered_by.office.municipality_id
    second = officer("clerk", municipality=town) if town else officer("treasury-releaser")
    bank_accounts.confirm(entered, on=on, by=second)
    return bank_accounts.verify(entered, call(on), on=on, by=officer("dca-analyst"))


def call(on: date) -> Call:
    """A call-back at noon."""
    at = datetime.combine(on, time(17), tzinfo=UTC)
    return Call("The treasurer", "609-555-0100", "Municipal directory of 2025", at)


def released(on: date) -> None:
    """Release what is due."""
    installments.release_due(on=on, by=offices.system())


def sent(fund: str, on: date) -> Warrant:
    """Certify, issue and send a warrant by three persons, all on one day."""
    warrant = warrants.certify(fund, pays_on=on, on=on, by=officer("treasury-certifier"))
    warrants.issue(warrant, on=on, by=officer("budget-officer"))
    return warrants.send(warrant, on=on, by=officer("treasury-releaser"))
