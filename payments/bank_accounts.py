"""The only home of acts on bank accounts: entered, confirmed and called back by three persons.

Then the account waits for its hold of days. Another account of the same payee and purpose closes
the one before it at once, so that nothing is paid on the word of one person.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from funds.refusal import Refusal
from municipalities import offices
from municipalities.letters.words import on_paper
from municipalities.models import Officer
from payments import account_notices, account_numbers, practice
from payments.bank_file.records import refuse_routing
from payments.models import AccountReveal, BankAccount

NEW_YORK = ZoneInfo("America/New_York")
NUMBER = re.compile(r"[0-9A-Z-]{4,17}")


@dataclass(frozen=True)
class Call:
    """A call-back: who was called at which number, where that number stood before, and when."""

    called: str
    number: str
    on_record_in: str
    at: datetime


@transaction.atomic
def enter(
    payee: str,
    purpose: str,
    bank: str,
    routing: str,
    number: str,
    *,
    on: date,
    by: Officer,
    savings: bool = False,
) -> BankAccount:
    """Enter where a payee is to be paid; the account before it closes at once.

    Nothing is paid to the payee for this purpose until the new account is confirmed, called back
    and its hold of days is over. Raises Refusal for another municipality's account, for a routing
    number whose ninth digit does not fit, and for what is no account number.
    """
    offices.require(by, "enter-bank-account", on=on)
    _refuse_payee(payee, purpose, bank, by)
    _refuse_number(routing, number)
    before = BankAccount.objects.select_for_update(of=("self",))
    known = before.filter(payee=payee, purpose=purpose, closed_on=None).first()
    if known is not None and _is_number(known, routing, number):
        return known
    if known is not None:
        _close(known, f"Changed by {by.office}", on)
    made = BankAccount.objects.create(
        payee=payee,
        purpose=purpose,
        bank=bank,
        routing=routing,
        savings=savings,
        sealed_number=account_numbers.seal(number),
        last_four=number[-4:],
        entered_by=by,
        entered_on=on,
    )
    if known is not None:
        account_notices.tell_of_change(known, made, on=on, by=by)
    return made


def _refuse_number(routing: str, number: str) -> None:
    refuse_routing(routing)
    if not NUMBER.fullmatch(number):
        raise Refusal("An account number has 4 to 17 digits, letters or hyphens.")


def _is_number(account: BankAccount, routing: str, number: str) -> bool:
    return (account.routing, account_numbers.unseal(account.sealed_number)) == (routing, number)


def _refuse_payee(payee: str, purpose: str, bank: str, by: Officer) -> None:
    town = by.office.municipality_id
    if town is not None and town != payee:
        raise Refusal(f"{by.office} enters the accounts of {town}, not of {payee}.")
    if purpose not in BankAccount.Purpose.values:
        raise Refusal(f"{purpose} is no purpose: name one of {', '.join(BankAccount.Purpose)}.")
    if not payee.strip() or not bank.strip():
        raise Refusal("A bank account names its payee and its bank.")


def _close(account: BankAccount, because: str, on: date) -> BankAccount:
    account.closed_on, account.closed_because = on, because[:300]
    account.save(update_fields=["closed_on", "closed_because"])
    return account


@transaction.atomic
def close(account: BankAccount, because: str, *, on: date, by: Officer) -> BankAccount:
    """Close an account that no longer exists; nothing is paid until another is verified.

    Its contacts are told. Asked again, nothing changes. Raises Refusal without a reason.
    """
    offices.require(by, "record-return", on=on)
    found = _locked(account)
    if found.closed_on is not None:
        return found
    if not because.strip():
        raise Refusal(f"{found}: a closing says why.")
    _close(found, because, on)
    account_notices.tell_of_closing(found, on=on, by=by)
    return found


@transaction.atomic
def confirm(account: BankAccount, *, on: date, by: Officer) -> BankAccount:
    """Confirm an account as a second officer of the same place as who entered it.

    Raises Refusal for the person who entered it, for an officer of another place, and when it is
    closed.
    """
    offices.require(by, "confirm-bank-account", on=on)
    found = _locked(account)
    if found.confirmed_by_id is not None:
        return found
    _refuse_closed(found, "confirm")
    if found.entered_by.office.municipality_id != by.office.municipality_id:
        place = found.entered_by.office.municipality or "the State's Treasury"
        raise Refusal(f"{found} was entered by {place}: a second officer of it confirms it.")
    if found.entered_by.person_id == by.person_id:
        raise Refusal(f"{found} was entered by {by.person}: another person confirms it.")
    found.confirmed_by, found.confirmed_on = by, on
    found.save(update_fields=["confirmed_by", "confirmed_on"])
    return found


@transaction.atomic
def verify(account: BankAccount, call: Call, *, on: date, by: Officer) -> BankAccount:
    """Record the Department's call-back; the account is usable after the hold of days.

    Raises Refusal for a person who signed before, before it is confirmed, when it is closed, and
    when the call doesn't say whom it reached, at which number, and where that was on record.
    """
    offices.require(by, "verify-bank-account", on=on)
    found = _locked(account)
    if found.verified_by_id is not None:
        return found
    _refuse_closed(found, "verify")
    _refuse_caller(found, by)
    _refuse_call(found, call, on)
    found.verified_by, found.verified_on = by, on
    found.called, found.called_number = call.called, call.number
    found.called_from, found.called_at = call.on_record_in, call.at
    found.usable_on = on + timedelta(days=practice.hold_days(on))
    found.save()
    return found


def _locked(account: BankAccount) -> BankAccount:
    return BankAccount.objects.select_for_update(of=("self",)).get(pk=account.pk)


def _refuse_closed(account: BankAccount, word: str) -> None:
    if account.closed_on is not None:
        raise Refusal(
            f"{account} closed on {on_paper(account.closed_on)}: there is nothing to {word}."
        )


def _refuse_caller(account: BankAccount, by: Officer) -> None:
    if account.confirmed_by is None:
        raise Refusal(f"{account} is not confirmed: a second officer does before it is called.")
    if account.entered_by.person_id == by.person_id:
        raise Refusal(f"{account} was entered by {by.person}: another person verifies it.")
    if account.confirmed_by.person_id == by.person_id:
        raise Refusal(f"{account} was confirmed by {by.person}: another person verifies it.")


def _refuse_call(account: BankAccount, call: Call, on: date) -> None:
    if not (call.called.strip() and call.number.strip() and call.on_record_in.strip()):
        raise Refusal(
            "A call-back says who was called, at which number, and where that number was on "
            "record before the change."
        )
    day = call.at.astimezone(NEW_YORK).date()
    if not (account.confirmed_on or day) <= day <= on:
        raise Refusal(
            f"The call is dated {on_paper(day)}; it comes after "
            f"{on_paper(account.confirmed_on or day)}, when {account} was confirmed, and not after "
            f"{on_paper(on)}."
        )


@transaction.atomic
def reveal(account: BankAccount, reason: str, *, on: date, by: Officer) -> str:
    """Return the whole number, and leave on record who read it and why.

    Raises Refusal without a reason, and for another municipality's account.
    """
    offices.require(by, "reveal-bank-account", on=on)
    if not reason.strip():
        raise Refusal("Who reads an account number says why.")
    town = by.office.municipality_id
    if town is not None and town != account.payee:
        raise Refusal(f"{by.office} reads the accounts of {town}, not of {account.payee}.")
    AccountReveal.objects.create(account=account, revealed_by=by, revealed_on=on, reason=reason)
    return account_numbers.unseal(account.sealed_number)


def usable(on: date) -> dict[tuple[str, str], BankAccount]:
    """Return the accounts that may be paid to on the day, by payee and purpose."""
    found = BankAccount.objects.filter(closed_on=None, verified_by__isnull=False, usable_on__lte=on)
    return {(each.payee, each.purpose): each for each in found}


def is_usable(account: BankAccount, on: date) -> bool:
    """Say whether an account may be paid to on the day."""
    if account.closed_on is not None or account.verified_by_id is None:
        return False
    return account.usable_on is not None and account.usable_on <= on


def waiting() -> dict[tuple[str, str], BankAccount]:
    """Return the open accounts by payee and purpose, whatever they still need."""
    return {(each.payee, each.purpose): each for each in BankAccount.objects.filter(closed_on=None)}


def why_not(account: BankAccount | None, purpose: str) -> str:
    """Say what a payee's open account needs before anything is paid to it, or that none is."""
    needs = f"needs a verified account ({BankAccount.Purpose(purpose).label.lower()})"
    if account is None:
        return f"{needs}: none is on record"
    one = f"{needs}: the one ending {account.last_four}"
    if account.confirmed_by_id is None:
        return f"{one} is not verified: not confirmed"
    if account.verified_by_id is None:
        return f"{one} is not verified: not called back"
    return f"{one} is usable from {on_paper(account.usable_on) if account.usable_on else 'no day'}"
