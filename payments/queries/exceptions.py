"""The only home of what a reviewer should look at in a zone: read from the rows, nothing stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from funds import caps
from funds.models import Encumbrance, Entry, Kind
from funds.rules.fiscal_year import last_day, sfy_of
from municipalities.models import EnterpriseZone
from payments.models import Voucher

# A reading for review alone: it flags, and refuses nothing.
LAST_DAYS = timedelta(days=6)
SOON = timedelta(days=31)


@dataclass(frozen=True)
class Exceptional:
    """One thing to look at: what kind, when, how much in dollars, and why in words."""

    kind: str
    on: date
    amount: Decimal
    text: str


def of_zone(zone: EnterpriseZone, on: date) -> list[Exceptional]:
    """Return likely duplicates, year-end encumbrances, their early releases, ceilings passed."""
    found = [*_duplicates(zone), *_at_year_end(zone), *_released_soon(zone), *_over(zone, on)]
    return sorted(found, key=lambda each: (each.on, each.text), reverse=True)


def _duplicates(zone: EnterpriseZone) -> Iterator[Exceptional]:
    """Both vouchers of a pair that looks alike, cleared or not."""
    alike = Voucher.objects.filter(encumbrance__zone=zone, duplicate_of__isnull=False)
    for voucher in alike.select_related("duplicate_of"):
        first = voucher.duplicate_of
        if first is not None:
            state = "held" if voucher.held else f"cleared: {voucher.cleared_reason}"
            yield _of(voucher, f"{voucher} looks like {first}; {state}")
            yield _of(first, f"{first} looks like the later {voucher}")


def _of(voucher: Voucher, text: str) -> Exceptional:
    return Exceptional("duplicate", voucher.entered_on, voucher.amount, text)


def _at_year_end(zone: EnterpriseZone) -> Iterator[Exceptional]:
    for each in zone.encumbrances.all():
        if _is_at_year_end(each):
            text = f"{each} was encumbered in the last days of SFY{each.sfy}"
            yield Exceptional("year-end", each.encumbered_on, each.amount, text)


def _is_at_year_end(encumbrance: Encumbrance) -> bool:
    return last_day(encumbrance.sfy) - encumbrance.encumbered_on <= LAST_DAYS


def _released_soon(zone: EnterpriseZone) -> Iterator[Exceptional]:
    """What was encumbered at a year's end and released soon after it."""
    back = Entry.objects.filter(
        debit__kind=Kind.ENCUMBERED,
        debit__zone=zone,
        credit__kind__in=[Kind.ZONE, Kind.AUTHORITY],
        posting__act="release encumbrance",
    )
    for entry in back.select_related("debit__encumbrance"):
        bound = entry.debit.encumbrance
        if bound is None or not _is_at_year_end(bound):
            continue
        if (
            sfy_of(entry.effective_on) > bound.sfy
            and entry.effective_on - last_day(bound.sfy) <= SOON
        ):
            text = f"{bound} of the last days of SFY{bound.sfy} was released soon after"
            yield Exceptional("early-release", entry.effective_on, entry.amount, text)


def _over(zone: EnterpriseZone, on: date) -> Iterator[Exceptional]:
    for each in caps.over(zone, on):
        text = f"SFY{each.sfy} {each.category} of {each.municipality} is over its ceiling"
        yield Exceptional("over-ceiling", on, -each.left, text)
