"""The only home of seeing that an invoice was entered before."""

import re
from datetime import timedelta

from django.db.models import Sum

from payments.models import Voucher

# Auditors find most double payments within a quarter; a month more catches the slow ones.
NEAR = timedelta(days=120)
_WORDS = {"inv", "invoice", "no", "nr", "number", "bill"}


def normalised(number: str) -> str:
    """An invoice number without case, signs, leading zeros and words for "invoice"."""
    groups = re.findall(r"[a-z]+|\d+", number.casefold())
    parts = [group.lstrip("0") or "0" for group in groups if group not in _WORDS]
    return "-".join(parts) or number.casefold().strip()


def vendor_key(vendor: str) -> str:
    """A vendor's name without case, spaces and signs."""
    return re.sub(r"[\W_]", "", vendor.casefold())


def likely_duplicate(voucher: Voucher) -> Voucher | None:
    """Return the first voucher that has the same vendor and number, or amount within 120 days.

    An advance is compared with advances only: what it pays for is entered again when the trust
    spends it. A voucher that was voided in full may be entered anew.
    """
    advance = Voucher.Kind.ADVANCE
    others = Voucher.objects.order_by("entered_on", "pk").annotate(
        reduced=Sum("reductions__amount")
    )
    others = (
        others.filter(kind=advance) if voucher.kind == advance else others.exclude(kind=advance)
    )
    # A vendor is spelled in many ways; its first letter narrows what is compared here.
    for other in others.filter(vendor__istartswith=voucher.vendor[:1]).exclude(
        number=voucher.number
    ):
        if other.reduced != other.amount and _alike(voucher, other):
            return other
    return None


def _alike(one: Voucher, other: Voucher) -> bool:
    if vendor_key(one.vendor) != vendor_key(other.vendor):
        return False
    if normalised(one.invoice) == normalised(other.invoice):
        return True
    return one.amount == other.amount and abs(one.entered_on - other.entered_on) <= NEAR
