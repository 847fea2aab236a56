"""The only home of what a reviewer should look at in encumbrances around a June 30. O-76."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import QuerySet

from funds.models import Encumbrance, Entry, Kind
from funds.rules import june
from funds.rules.fiscal_year import last_day
from municipalities.models import EnterpriseZone

ZERO = Decimal(0)


@dataclass(frozen=True)
class Flag:
    """One thing to look at: what kind, whose, when, how much in dollars, and why in words."""

    kind: str
    zone: EnterpriseZone
    on: date
    amount: Decimal
    text: str
    encumbrance: Encumbrance | None = None


def flags(*, zone: EnterpriseZone | None = None, sfy: int | None = None) -> list[Flag]:
    """Return spikes of a June, its last days' encumbrances, and what of it July released."""
    bound = Encumbrance.objects.select_related("zone")
    back = Entry.objects.filter(
        debit__kind=Kind.ENCUMBERED,
        credit__kind__in=[Kind.ZONE, Kind.AUTHORITY],
        posting__act="release encumbrance",
    ).select_related("debit__encumbrance__zone")
    if zone is not None:
        bound, back = bound.filter(zone=zone), back.filter(debit__zone=zone)
    if sfy is not None:
        bound, back = bound.filter(sfy=sfy), back.filter(debit__encumbrance__sfy=sfy)
    rows = list(bound.order_by("encumbered_on", "pk"))
    return [*_spikes(rows), *_last_days(rows), *_released(back)]


def _spikes(rows: list[Encumbrance]) -> Iterator[Flag]:
    months: dict[tuple[EnterpriseZone, int], dict[int, Decimal]] = {}
    for each in rows:
        by_month = months.setdefault((each.zone, each.sfy), defaultdict(Decimal))
        by_month[each.encumbered_on.month] += each.amount
    for (zone, sfy), by_month in months.items():
        if june.is_spike(by_month):
            whole = sum(by_month.values(), ZERO)
            text = f"${by_month[june.JUNE]:,.2f} of ${whole:,.2f} of SFY{sfy} was bound in June"
            yield Flag("june-spike", zone, last_day(sfy), by_month[june.JUNE], text)


def _last_days(rows: list[Encumbrance]) -> Iterator[Flag]:
    for each in rows:
        if june.is_last_days(each.encumbered_on):
            text = f"{each} was encumbered in the last days of SFY{each.sfy}"
            yield Flag("year-end", each.zone, each.encumbered_on, each.amount, text, each)


def _released(back: QuerySet[Entry]) -> Iterator[Flag]:
    for entry in back.order_by("effective_on", "pk"):
        bound = entry.debit.encumbrance
        if bound and june.is_released_soon(bound.encumbered_on, entry.effective_on):
            text = f"{bound} of June {bound.encumbered_on.year} was released soon after"
            yield Flag("early-release", bound.zone, entry.effective_on, entry.amount, text, bound)
