"""The only home of who is told that a payee's bank account changed: those known before it did."""

from datetime import date

from django.db.models import Q
from django.urls import reverse

from municipalities import offices
from municipalities.models import Officer
from municipalities.notices import writing
from municipalities.notices.writing import Words
from payments.models import BankAccount

TITLES = ("cfo", "clerk")


def contacts(account: BankAccount, on: date) -> list[Officer]:
    """Return who serves the payee on the day, and who signed for the account."""
    signed = {account.entered_by_id, account.confirmed_by_id} - {None}
    local = Q(office__title__in=TITLES, office__municipality=account.payee)
    return list(offices.serving(on).filter(local | Q(pk__in=signed)).order_by("pk"))


def tell_of_change(before: BankAccount, now: BankAccount, *, on: date, by: Officer) -> None:
    """Tell the contacts of the account before that another took its place."""
    words = Words(
        f"Bank account of {now.payee} changed",
        f"On {on:%B %-d, %Y} {by.office} entered {now} in the place of {before}. Nothing is paid to"
        " it until a second officer confirms it, the Department has called back, and its days of"
        " hold are over. If you did not expect this, tell the Department at once.",
        reverse("bank_account", args=[now.pk]),
    )
    key = f"bank-account/{now.pk}/changed"
    writing.write_each("bank-account", key, contacts(before, on), lambda _: words, by=by)


def tell_of_closing(account: BankAccount, *, on: date, by: Officer) -> None:
    """Tell the contacts of an account that it was closed and another is needed."""
    words = Words(
        f"Bank account of {account.payee} closed",
        f"On {on:%B %-d, %Y} {account} was closed: {account.closed_because}. What is due to"
        f" {account.payee} waits until another account is entered, confirmed and called back.",
        reverse("bank_account", args=[account.pk]),
    )
    key = f"bank-account/{account.pk}/closed"
    writing.write_each("bank-account", key, contacts(account, on), lambda _: words, by=by)
