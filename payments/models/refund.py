"""The only home of refunds: what a payee gives back of a voucher that was paid."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models import Posting, Receivable
from funds.models.ledger_triggers import never
from municipalities.models import Document, Officer
from municipalities.models.duties import persons_differ
from payments.models.voucher import Voucher


class Refund(models.Model):
    """Money to come back of a paid voucher: asked by one officer, confirmed by another.

    Confirmed, it is a receivable of the municipality. The encumbrance and the ceiling have it
    again when the State's deposit is on record, by `posting`, and not before.
    """

    voucher = models.ForeignKey(Voucher, on_delete=models.PROTECT, related_name="refunds")
    key = models.CharField(max_length=160, unique=True)
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    reason = models.CharField(max_length=300)
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="refunds_asked")
    asked_on = models.DateField()
    confirmed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="refunds_confirmed", null=True
    )
    confirmed_on = models.DateField(null=True)
    receivable = models.OneToOneField(
        Receivable, on_delete=models.PROTECT, related_name="refund", null=True
    )
    dropped_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="refunds_dropped", null=True
    )
    dropped_on = models.DateField(null=True)
    dropped_because = models.CharField(max_length=300, blank=True)
    deposit = models.ForeignKey(
        Document,
        on_delete=models.PROTECT,
        related_name="refunds",
        null=True,
        help_text="the paper that shows the money arrived",
    )
    recorded_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="refunds_recorded", null=True
    )
    recorded_on = models.DateField(null=True)
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="refund", null=True
    )

    class Meta:
        ordering = ("asked_on", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(reason=""), name="a_refund_is_of_something"
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by=None, confirmed_on=None, receivable=None)
                | Q(
                    confirmed_by__isnull=False,
                    confirmed_on__isnull=False,
                    receivable__isnull=False,
                ),
                name="a_confirmed_refund_is_owed",
            ),
            models.CheckConstraint(
                condition=Q(posting=None, recorded_by=None, recorded_on=None, deposit=None)
                | Q(
                    posting__isnull=False,
                    recorded_by__isnull=False,
                    recorded_on__isnull=False,
                    deposit__isnull=False,
                    dropped_on=None,
                ),
                name="a_recorded_refund_has_its_deposit",
            ),
            models.CheckConstraint(
                condition=Q(dropped_by=None, dropped_on=None, dropped_because="")
                | Q(dropped_by__isnull=False, dropped_on__isnull=False) & ~Q(dropped_because=""),
                name="a_dropped_refund_says_why",
            ),
            models.UniqueConstraint(
                fields=["voucher"],
                condition=Q(posting=None, dropped_on=None),
                name="one_open_refund_a_voucher",
            ),
        )
        triggers = (
            persons_differ(
                "refunded_by_others", "asked_by_id", "confirmed_by_id", "recorded_by_id"
            ),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"refund of {self.voucher}"
