"""The only home of seeing that an invoice was entered before."""

import re
from datetime import timedelta

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from funds.rules.money import ZERO
from payments.models import Voucher

# Auditors find most double payments within a quarter; a month more catches the slow ones.
NEAR = timedelta(days=120)
SPENT_FROM = {
    Voucher.Kind.ADVANCE: Voucher.Kind.SPENT,
    Voucher.Kind.SPENT: Voucher.Kind.ADVANCE,
}
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

    What a trust spends was entered before, as the advance that it is spent from: these two are not
    compared. One that was sent back, or voided in full, may be entered anew.
    """
    others = Voucher.objects.filter(vendor_key=voucher.vendor_key, sent_back_by=None)
    others = others.exclude(kind=SPENT_FROM.get(Voucher.Kind(voucher.kind), ""))
    near = (voucher.entered_on - NEAR, voucher.entered_on + NEAR)
    alike = Q(invoice_key=voucher.invoice_key) | Q(amount=voucher.amount, entered_on__range=near)
    reduced = others.filter(alike).annotate(reduced=Coalesce(Sum("reductions__amount"), ZERO))
    standing = reduced.exclude(pk=voucher.pk).exclude(reduced=F("amount"))
    return standing.order_by("entered_on", "pk").first()
