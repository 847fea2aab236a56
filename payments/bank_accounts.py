"""The only home of acts on bank accounts: entered by one person, verified by another, then held."""

import re
from datetime import date, timedelta

from django.conf import settings
from django.db import transaction

from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer
from payments import account_numbers
from payments.bank_file.records import refuse_routing
from payments.models import BankAccount

NUMBER = re.compile(r"[0-9A-Z-]{4,17}")


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

    Nothing is paid to the payee for this purpose until the new account is verified and its hold
    is over. Raises Refusal for another municipality's account, for a routing number whose ninth
    digit does not fit, and for what is no account number.
    """
    offices.require(by, "enter-bank-account", on=on)
    _refuse_payee(payee, purpose, bank, by)
    refuse_routing(routing)
    if not NUMBER.fullmatch(number):
        raise Refusal("An account number has 4 to 17 digits, letters or hyphens.")
    before = BankAccount.objects.select_for_update().filter(
        payee=payee, purpose=purpose, closed_on=None
    )
    for account in before:
        if (account.routing, account_numbers.unseal(account.sealed_number)) == (routing, number):
            return account
        account.closed_on = on
        account.save(update_fields=["closed_on"])
    return BankAccount.objects.create(
        payee=payee,
        purpose=purpose,
        bank=bank,
        routing=routing,
        savings=savings,
        sealed_number=account_numbers.seal(number),
        last_four=number[-4:],
        entered_by=by,
    )


def _refuse_payee(payee: str, purpose: str, bank: str, by: Officer) -> None:
    town = by.office.municipality_id
    if town is not None and town != payee:
        raise Refusal(f"{by.office} enters the accounts of {town}, not of {payee}.")
    if purpose not in BankAccount.Purpose.values:
        raise Refusal(f"{purpose} is no purpose: name one of {', '.join(BankAccount.Purpose)}.")
    if not payee.strip() or not bank.strip():
        raise Refusal("A bank account names its payee and its bank.")


@transaction.atomic
def verify(account: BankAccount, *, on: date, by: Officer) -> BankAccount:
    """Verify an account by call-back, as another person; it is usable after the hold of days.

    Raises Refusal for the person who entered it, and when it is closed.
    """
    offices.require(by, "verify-bank-account", on=on)
    found = BankAccount.objects.select_for_update(of=("self",)).get(pk=account.pk)
    if found.verified_by_id is not None:
        return found
    if found.closed_on is not None:
        raise Refusal(f"{found} closed on {found.closed_on}: there is nothing to verify.")
    if found.entered_by.person_id == by.person_id:
        raise Refusal(f"{found} was entered by {by.person}: another person verifies it.")
    found.verified_by = by
    found.usable_on = on + timedelta(days=settings.BANK_ACCOUNT_HOLD_DAYS)
    found.save(update_fields=["verified_by", "usable_on"])
    return found


def usable(on: date) -> dict[tuple[str, str], BankAccount]:
    """Return the accounts that may be paid to on the day, by payee and purpose."""
    found = BankAccount.objects.filter(closed_on=None, verified_by__isnull=False, usable_on__lte=on)
    return {(each.payee, each.purpose): each for each in found}


def why_not(payee: str, purpose: str) -> str:
    """Say what a payee's account needs before anything is paid to it."""
    account = BankAccount.objects.filter(payee=payee, purpose=purpose, closed_on=None).first()
    name = BankAccount.Purpose(purpose).label.lower()
    if account is None:
        return f"needs a verified account ({name}): none is on record"
    if account.verified_by_id is None:
        return f"needs a verified account ({name}): {account} is not verified"
    return f"needs a verified account ({name}): {account} is usable from {account.usable_on}"
