"""The only home of a posting and an account as their pages show them."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BooleanField, F, Func, Q, QuerySet

from funds.models import Account, Entry, Posting
from funds.queries.holders import along
from municipalities.models import EnterpriseZone


@dataclass(frozen=True)
class AccountLine:
    """One entry as an account sees it: its signed amount in dollars, and the other account."""

    entry: Entry
    amount: Decimal
    other: Account


def entries(posting: Posting) -> QuerySet[Entry]:
    """Return the posting's entries with their accounts, in order; one statement."""
    named = ("debit", "credit", *along("debit"), *along("credit"))
    return posting.entries.select_related(*named).order_by("seq")


def touching(accounts: QuerySet[Account]) -> QuerySet[Entry]:
    """Return the entries from or to these accounts.

    Their keys are an array that is read first, so that the entries are found in the index; a
    condition on the two joined accounts would read every entry there is.
    """
    keys = accounts.order_by().values("pk")
    return Entry.objects.filter(Q(_one_of("debit_id", keys)) | Q(_one_of("credit_id", keys)))


def _one_of(column: str, keys: Any) -> Func:
    """Say in SQL that a column is one of the keys: column = ANY(ARRAY(SELECT ...))."""
    return Func(
        F(column),
        ArraySubquery(keys),
        arg_joiner=" = ANY(",
        template="%(expressions)s)",
        output_field=BooleanField(),
    )


def account_lines(account: Account, before: int | None = None, many: int = 50) -> list[AccountLine]:
    """Return the account's latest entries, newest first, by keyset (`before` an entry's id)."""
    rows = Entry.objects.filter(Q(debit=account) | Q(credit=account)).select_related(
        "posting", "debit", "credit", *along("debit"), *along("credit")
    )
    if before is not None:
        rows = rows.filter(pk__lt=before)
    lines = []
    for entry in rows.order_by("-pk")[:many]:
        gains = entry.credit_id == account.pk
        lines.append(
            AccountLine(
                entry,
                entry.amount if gains else -entry.amount,
                entry.debit if gains else entry.credit,
            )
        )
    return lines


def recent(fund: str, many: int = 10) -> QuerySet[Posting]:
    """Return a fund's latest postings."""
    return (
        Posting.objects.filter(fund_id=fund).select_related("by__office").order_by("-number")[:many]
    )


def of_zone(zone: EnterpriseZone, many: int = 10) -> list[Entry]:
    """Return the latest entries that moved a zone's money, the latest day first."""
    found = touching(Account.objects.filter(zone=zone))
    found = found.select_related("posting", "debit", "credit")
    return list(found.order_by("-effective_on", "-posting_id", "seq")[:many])
