"""The only home of reading the four sides of a warrant, each from its own rows or bytes."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.db.models import Sum

from funds.models import Entry, Kind
from funds.rules.money import ZERO
from payments import bank_files, entitlements
from payments.models import BankFile, Installment, Payment, VoucherReduction, Warrant

RELATED = (
    "installment__posting",
    "voucher__posting",
    "other",
    "payable",
    "bank_account",
    "bank_return__posting",
    "reissued_by__warrant",
)


@dataclass
class Sides:
    """A sent warrant with its payments, its entries by holder, its file as it is written now."""

    warrant: Warrant
    payments: list[Payment]
    entries: dict[str, list[Decimal]]
    file: BankFile | None
    content: str
    unwritable: str = ""
    released: dict[tuple[int, str], Decimal] = field(default_factory=dict)
    reduced: dict[int, Decimal] = field(default_factory=dict)
    live: dict[tuple[str, int], int] = field(default_factory=dict)
    heirs: dict[str, str] = field(default_factory=dict)

    def due(self, payment: Payment) -> Decimal | None:
        """What was certified for a payment, in dollars; None when nothing was."""
        if payment.installment is not None:
            return payment.installment.amount - payment.installment.recovered
        if payment.voucher is not None:
            return payment.voucher.amount - self.reduced.get(payment.voucher.pk, ZERO)
        return payment.other.total if payment.other else None

    def payees(self, payment: Payment) -> set[str]:
        """Who may be paid for what a payment pays: the holder, or who took it over."""
        if payment.installment is not None:
            holder = payment.installment.holder
            return {holder, self.heirs.get(holder, holder)}
        if payment.voucher is not None:
            return {payment.voucher.municipality_id}
        return {payment.payable.holder}


def read(warrant: Warrant, content: str | None = None) -> Sides:
    """Read a sent warrant's sides; `content` is a file as somebody else has it."""
    payments = list(warrant.payments.select_related(*RELATED).order_by("trace"))
    text, unwritable = content or "", ""
    if content is None:
        try:
            text = bank_files.content_of(warrant)
        except Exception as error:
            unwritable = f"{error}"
    return Sides(
        warrant,
        payments,
        _entries(warrant),
        BankFile.objects.filter(warrant=warrant).first(),
        text,
        unwritable,
        _released(payments),
        _reduced(payments, warrant.certified_on),
        _live(payments),
        dict(entitlements.heirs(warrant.pays_on)),
    )


def _entries(warrant: Warrant) -> dict[str, list[Decimal]]:
    """What the warrant's posting took from each holder's payables, entry by entry."""
    found: dict[str, list[Decimal]] = defaultdict(list)
    rows = Entry.objects.filter(posting=warrant.posting_id, debit__kind=Kind.PAYABLE)
    for holder, amount in rows.order_by("seq").values_list("debit__holder", "amount"):
        found[holder].append(amount)
    return found


def _released(payments: Sequence[Payment]) -> dict[tuple[int, str], Decimal]:
    """What the postings that released installments made payable, by posting and holder."""
    postings = {each.installment.posting_id for each in payments if each.installment}
    rows = Entry.objects.filter(posting__in=postings, credit__kind=Kind.PAYABLE).order_by()
    sums = rows.values_list("posting", "credit__holder").annotate(total=Sum("amount"))
    return {(posting, holder): total for posting, holder, total in sums}


def _reduced(payments: Sequence[Payment], on: date) -> dict[int, Decimal]:
    """What was taken off the vouchers before the warrant was certified."""
    vouchers = {each.voucher_id for each in payments if each.voucher_id}
    rows = VoucherReduction.objects.filter(voucher__in=vouchers, posting__effective_on__lte=on)
    found: dict[int, Decimal] = defaultdict(lambda: ZERO)
    for voucher, kind, amount in rows.values_list("voucher", "kind", "amount"):
        found[voucher] += -amount if kind == VoucherReduction.Kind.BACK else amount
    return found


def _live(payments: Sequence[Payment]) -> dict[tuple[str, int], int]:
    """How many live payments each obligation has, on whatever warrant."""
    found: dict[tuple[str, int], int] = defaultdict(int)
    for column in ("installment", "voucher", "other"):
        ids = {getattr(each, f"{column}_id") for each in payments} - {None}
        live = Payment.objects.filter(returned=False, **{f"{column}__in": ids})
        for pk in live.values_list(column, flat=True):
            found[column, pk] += 1
    return found


def expected_release(sides: Sides) -> dict[tuple[int, str], Decimal]:
    """What the installments of each releasing posting and holder come to, by the rows."""
    postings = {pk for pk, _ in sides.released}
    rows = Installment.objects.filter(posting__in=postings)
    found: dict[tuple[int, str], Decimal] = defaultdict(lambda: ZERO)
    for row in rows:
        found[row.posting_id or 0, row.holder] += row.amount - row.recovered
    return found
