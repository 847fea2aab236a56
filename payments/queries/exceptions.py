"""The only home of what a reviewer should look at in a zone: read from the rows, nothing stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import F

from funds import caps
from funds.models import Encumbrance
from funds.queries import june
from funds.vintages import day
from municipalities.models import EnterpriseZone
from payments.models import Voucher


@dataclass(frozen=True)
class Exceptional:
    """One thing to look at: what kind, when, how much in dollars, why in words, and of what."""

    kind: str
    on: date
    amount: Decimal
    text: str
    voucher: Voucher | None = None
    encumbrance: Encumbrance | None = None


def of_zone(zone: EnterpriseZone, on: date) -> list[Exceptional]:
    """Return likely duplicates, what was kept from lapsing, ceilings passed; the latest first."""
    found = [*_duplicates(zone), *_around_june(zone), *_anew(zone), *_over(zone, on)]
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
    return Exceptional("duplicate", voucher.entered_on, voucher.amount, text, voucher)


def _around_june(zone: EnterpriseZone) -> Iterator[Exceptional]:
    """What was bound only over a June 30, as it looks."""
    for flag in june.flags(zone=zone):
        of = flag.encumbrance
        yield Exceptional(flag.kind, flag.on, flag.amount, flag.text, encumbrance=of)


def _anew(zone: EnterpriseZone) -> Iterator[Exceptional]:
    """What was encumbered anew in a later year than the first one, which gives it more time."""
    anew = Encumbrance.objects.filter(zone=zone, follows__sfy__lt=F("sfy"))
    for each in anew.select_related("follows").order_by("encumbered_on", "pk"):
        first = each.follows
        if first is not None:
            text = (
                f"{each} was encumbered anew from {first}: it may be spent through "
                f"{day(each.last_usable_on)}, not {day(first.last_usable_on)}"
            )
            yield Exceptional("anew", each.encumbered_on, each.amount, text, encumbrance=each)


def _over(zone: EnterpriseZone, on: date) -> Iterator[Exceptional]:
    for each in caps.over(zone, on):
        text = f"SFY{each.sfy} {each.category} of {each.municipality} is over its ceiling"
        yield Exceptional("over-ceiling", on, -each.left, text)
