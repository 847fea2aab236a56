"""The only home of the day in which an expenditure counts: that of its service. 52:27H-88 i."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db.models import Min, Q

from funds import accounts
from funds.models import Account, Entry, Kind
from funds.refusal import Refusal
from funds.rules.fiscal_year import last_day, sfy_of
from funds.vintages import day
from payments.models import Voucher

CITE = "52:27H-88 i."


def refuse_unusable(voucher: Voucher) -> None:
    """Refuse a service after the last day on which its encumbrance may be spent."""
    last = voucher.encumbrance.last_usable_on
    if voucher.service_on > last:
        raise Refusal(
            f"{voucher.encumbrance} was usable through {day(last)}; the service of "
            f"{day(voucher.service_on)} came after it.",
            CITE,
        )


def refuse_too_early(voucher: Voucher) -> None:
    """Refuse a service before the zone had a credit, or before its project was approved. c."""
    approved = voucher.encumbrance.project.approved_on
    if approved is not None and voucher.service_on < approved:
        raise Refusal(
            f"{voucher.encumbrance}: the project was approved on {day(approved)}; the service of "
            f"{day(voucher.service_on)} came before it.",
            "52:27H-88 c.",
        )
    credits_ = Entry.objects.filter(credit__kind=Kind.ZONE, credit__zone=voucher.encumbrance.zone)
    first = credits_.aggregate(first=Min("effective_on"))["first"]
    if first is None or voucher.service_on < first:
        since = f"its first credit on {day(first)}" if first else "no credit yet"
        raise Refusal(
            f"{voucher.encumbrance.zone} had {since}; the service of {day(voucher.service_on)} "
            "came before it.",
            CITE,
        )


def is_prior_year(voucher: Voucher, closed_through: int) -> bool:
    """Whether the service lies in a year that is closed already."""
    return sfy_of(voucher.service_on) <= closed_through


def counts_on(
    voucher: Voucher, parts: Mapping[Account, Decimal], closed_through: int, on: date
) -> date:
    """Return the day on which the expenditure counts.

    The service's day while its year is open, but no day before the money was encumbered (or was
    in the trust), else its year's last day; otherwise the day of the approval.
    """
    day_of = max(voucher.service_on, voucher.encumbrance.encumbered_on)
    if is_prior_year(voucher, closed_through) or day_of >= on:
        return on
    for counted in (day_of, last_day(sfy_of(day_of))):
        if counted < on and all(_stood(a, part, counted) for a, part in parts.items()):
            return counted
    return on


def _stood(account: Account, amount: Decimal, since: date) -> bool:
    """Whether the account held the amount at the end of every day from then on."""
    balance = accounts.balance(account, since)
    if balance < amount:
        return False
    later = Entry.objects.filter(effective_on__gt=since).order_by("effective_on", "posting_id")
    for entry in later.filter(Q(debit=account) | Q(credit=account)):
        balance += entry.amount if entry.credit_id == account.pk else -entry.amount
        if balance < amount:
            return False
    return True
