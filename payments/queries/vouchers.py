"""The only home of vouchers as their pages show them."""

from collections.abc import Sequence
from decimal import Decimal

from django.db.models import Exists, OuterRef, QuerySet, Sum

from funds import encumbrances
from funds.models import Account, Encumbrance, Kind
from funds.refusal import Refusal
from municipalities.access import Scope
from payments.models import Payment, Refund, Voucher, VoucherReduction
from payments.reductions import owed

ZERO = Decimal(0)
PAID = Exists(
    Payment.objects.filter(voucher=OuterRef("pk"), returned=False, warrant__posting__isnull=False)
)


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
        "sent_back_by__office",
        "duplicate_of",
    ).annotate(paid=PAID)
    return scope.filter(found, "municipality", "encumbrance__zone")


def visible_refunds(scope: Scope) -> QuerySet[Refund]:
    """Return the refunds of vouchers that may be seen."""
    found = Refund.objects.select_related(
        "voucher__encumbrance", "asked_by__office", "confirmed_by__office", "recorded_by__office"
    )
    return scope.filter(found, "voucher__municipality", "voucher__encumbrance__zone")


def open_refund(voucher: Voucher) -> Refund | None:
    """Return what is to come back of a voucher and has not, if anything."""
    waiting = voucher.refunds.filter(posting=None, dropped_on=None)
    return waiting.select_related("asked_by__office").first()


def visible_encumbrances(scope: Scope) -> QuerySet[Encumbrance]:
    """Return the encumbrances that may be seen."""
    found = Encumbrance.objects.select_related(
        "project", "zone", "municipality", "encumbered_by__office", "posting", "follows"
    )
    return scope.filter(found, "municipality", "zone")


def of(encumbrance: Encumbrance) -> QuerySet[Voucher]:
    """Return the vouchers against an encumbrance, the latest first."""
    found = encumbrance.vouchers.select_related("duplicate_of").prefetch_related("reductions")
    found = found.annotate(paid=PAID)
    return found.order_by("-entered_on", "-pk")


def stands(voucher: Voucher) -> Decimal:
    """Return what of an approved voucher was not taken off it, in dollars."""
    if voucher.posting_id is None:
        return ZERO
    off = voucher.reductions.aggregate(total=Sum("amount"))["total"] or ZERO
    return voucher.amount - off


def off(voucher: Voucher) -> Decimal:
    """Return what was taken off a voucher, in dollars; nothing is asked when it is at hand."""
    return sum((each.amount for each in voucher.reductions.all()), ZERO)


def by_state(found: Sequence[Voucher]) -> dict[str, Decimal]:
    """Return what stands of vouchers in dollars by their state: no state's amount is another's.

    What was voided or refunded is off each; one that was taken off whole or sent back is left out.
    """
    sums: dict[str, Decimal] = {}
    for each in found:
        stands = each.amount - off(each)
        if stands and each.sent_back_by_id is None:
            state = state_of(each)
            sums[state] = sums.get(state, ZERO) + stands
    return sums


def state_of(voucher: Voucher, off: Decimal = ZERO) -> str:
    """Say a voucher's state in words; `off` is what was taken off it."""
    if voucher.sent_back_by_id is not None:
        return "Sent back"
    if voucher.posting_id is None:
        return "Held" if voucher.held else "Waits for the CFO"
    if off == voucher.amount:
        return "Voided"
    return "Paid" if getattr(voucher, "paid", False) else "Approved"


def is_paid(voucher: Voucher) -> bool:
    """Say whether a warrant paid the voucher, and the bank did not send it back."""
    live = Payment.objects.filter(voucher=voucher, returned=False)
    return live.filter(warrant__posting__isnull=False).exists()


def is_owed(voucher: Voucher) -> bool:
    """Say whether anything of the voucher still waits to be paid."""
    return bool(owed(voucher))


def years_with_money(encumbrance: Encumbrance) -> set[int]:
    """Return the credit years of which an encumbrance or its trust has something left."""
    return {
        account.sfy
        for account in encumbrance.accounts.filter(balance__gt=0)
        if account.sfy is not None
    }


def would_take(voucher: Voucher) -> dict[Account, Decimal]:
    """Return what approving the voucher would take now, in dollars; nothing when it is short."""
    if voucher.sent_back_by_id is not None:
        return {}
    kind = Kind.TRUST if voucher.kind == Voucher.Kind.SPENT else Kind.ENCUMBERED
    try:
        return encumbrances.take(voucher.encumbrance, kind, voucher.amount)
    except Refusal:
        return {}


def waiting_for_a_warrant() -> Decimal:
    """Return what approved vouchers wait to be paid, in dollars: on no warrant, not taken off."""
    live = Payment.objects.filter(voucher=OuterRef("pk"), returned=False)
    waiting = Voucher.objects.filter(~Exists(live), posting__isnull=False)
    waiting = waiting.exclude(kind=Voucher.Kind.SPENT)
    off = VoucherReduction.objects.filter(voucher__in=waiting).aggregate(total=Sum("amount"))
    found = waiting.aggregate(total=Sum("amount"))
    return (found["total"] or ZERO) - (off["total"] or ZERO)
