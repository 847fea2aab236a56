"""The only home of vouchers: expenditures of encumbered zone money, and advances to a trust."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models import Category, Encumbrance, Posting
from funds.models.ledger_triggers import never
from municipalities.models import Document, Municipality, Officer
from municipalities.models.duties import persons_differ


class Voucher(models.Model):
    """An invoice against an encumbrance, prepared by one officer and approved by the CFO.

    An `ADVANCE` moves money to the trust and is not yet expenditure; `SPENT` reports what the
    trust then paid. A voucher is approved because it points at its posting.
    """

    class Kind(models.TextChoices):
        REIMBURSEMENT = "reimbursement", "Reimbursement"
        ADVANCE = "advance", "Advance to the trust"
        SPENT = "spent", "Spent from the trust"

    encumbrance = models.ForeignKey(Encumbrance, on_delete=models.PROTECT, related_name="vouchers")
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="vouchers"
    )
    number = models.CharField(max_length=40)
    kind = models.CharField(max_length=13, choices=Kind.choices, default=Kind.REIMBURSEMENT)
    category = models.CharField(max_length=16, choices=Category.choices)
    vendor = models.CharField(max_length=120)
    invoice = models.CharField(max_length=60)
    scan = models.ForeignKey(
        Document,
        on_delete=models.PROTECT,
        related_name="vouchers",
        null=True,
        help_text="the invoice as it came",
    )
    vendor_key = models.CharField(
        max_length=120, blank=True, help_text="without case, spaces and signs"
    )
    invoice_key = models.CharField(max_length=120, blank=True, help_text="as numbers are compared")
    service_on = models.DateField()
    entered_on = models.DateField()
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="vouchers_prepared"
    )
    approved_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="vouchers_approved", null=True
    )
    approved_on = models.DateField(null=True)
    prior_year = models.BooleanField(
        default=False, help_text="service in a sealed year, posted in the open one"
    )
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="voucher", null=True
    )
    duplicate_of = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        related_name="duplicates",
        null=True,
        help_text="held: it looks like this one",
    )
    cleared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="duplicates_cleared", null=True
    )
    cleared_on = models.DateField(null=True)
    cleared_reason = models.CharField(max_length=300, blank=True)
    sent_back_by = models.ForeignKey(
        Officer,
        on_delete=models.PROTECT,
        related_name="vouchers_sent_back",
        null=True,
        help_text="the CFO, or who prepared it",
    )
    sent_back_on = models.DateField(null=True)
    sent_back_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-entered_on", "-pk")
        indexes = (
            models.Index(fields=["vendor_key", "invoice_key"], name="voucher_invoice"),
            models.Index(fields=["vendor_key", "amount"], name="voucher_amount"),
        )
        constraints = (
            models.UniqueConstraint(fields=["municipality", "number"], name="one_voucher_a_number"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_voucher_is_positive"),
            models.CheckConstraint(
                condition=Q(posting=None, approved_by=None, approved_on=None)
                | Q(
                    posting__isnull=False,
                    approved_by__isnull=False,
                    approved_on__isnull=False,
                ),
                name="an_approved_voucher_is_posted",
            ),
            models.CheckConstraint(
                condition=Q(sent_back_by=None, sent_back_on=None)
                | Q(sent_back_by__isnull=False, sent_back_on__isnull=False, posting=None)
                & ~Q(sent_back_reason=""),
                name="what_is_sent_back_is_not_posted",
            ),
        )
        triggers = (
            persons_differ("approved_by_another", "prepared_by_id", "approved_by_id"),
            persons_differ("cleared_by_another", "prepared_by_id", "cleared_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return self.number

    @property
    def held(self) -> bool:
        """Whether it waits because it looks like another one."""
        return (
            self.duplicate_of_id is not None
            and self.cleared_by_id is None
            and self.sent_back_by_id is None
        )


class VoucherReduction(models.Model):
    """What was taken off an approved voucher: voided or refunded, or forfeited before payment.

    What an appeal gave back of a forfeiture is a row of its own: the voucher is due for it again.
    """

    class Kind(models.TextChoices):
        VOID = "void", "Voided or refunded"
        FORFEIT = "forfeit", "Forfeited before payment, 52:27H-88 j."
        BACK = "back", "Given back on appeal"

    voucher = models.ForeignKey(Voucher, on_delete=models.PROTECT, related_name="reductions")
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="voucher_reduction"
    )
    kind = models.CharField(max_length=7, choices=Kind.choices)
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    reason = models.CharField(max_length=300)

    class Meta:
        ordering = ("posting",)
        constraints = (
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(kind="back") | Q(amount__lt=0, kind="back"),
                name="a_reduction_takes_off_or_gives_back",
            ),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.amount} of {self.voucher_id}"
