"""The only home of vouchers as their pages show them."""

from decimal import Decimal

from django.db.models import QuerySet, Sum

from funds.models import Encumbrance
from municipalities.access import Scope
from payments.models import Voucher
from payments.reductions import owed

ZERO = Decimal(0)


def visible(scope: Scope) -> QuerySet[Voucher]:
    """Return the vouchers that may be seen, with what their page names."""
    found = Voucher.objects.select_related(
        "encumbrance__project",
        "encumbrance__zone",
        "municipality",
        "posting",
        "prepared_by__office",
        "approved_by__office",
        "cleared_by__office",
        "duplicate_of",
    )
    return scope.filter(found, "municipality", "encumbrance__zone")


def visible_encumbrances(scope: Scope) -> QuerySet[Encumbrance]:
    """Return the encumbrances that may be seen."""
    found = Encumbrance.objects.select_related(
        "project", "zone", "municipality", "encumbered_by__office", "posting"
    )
    return scope.filter(found, "municipality", "zone")


def of(encumbrance: Encumbrance) -> QuerySet[Voucher]:
    """Return the vouchers against an encumbrance, the latest first."""
    found = encumbrance.vouchers.select_related("duplicate_of")
    return found.order_by("-entered_on", "-pk")


def stands(voucher: Voucher) -> Decimal:
    """Return what of an approved voucher was not taken off it, in dollars."""
    if voucher.posting_id is None:
        return ZERO
    off = voucher.reductions.aggregate(total=Sum("amount"))["total"] or ZERO
    return voucher.amount - off


def state_of(voucher: Voucher, off: Decimal = ZERO) -> str:
    """Say a voucher's state in words; `off` is what was taken off it."""
    if voucher.posting_id is None:
        return "Held" if voucher.held else "Waits for the CFO"
    if off == voucher.amount:
        return "Voided"
    return "Approved"


def is_owed(voucher: Voucher) -> bool:
    """Say whether anything of the voucher still waits to be paid."""
    return bool(owed(voucher))
