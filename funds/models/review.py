"""The only home of what a review prepared and another person has yet to confirm."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.compliance import Finding, WithholdingOrder
from funds.models.ledger import Posting
from funds.models.ledger_triggers import never
from funds.models.year_review import YearReview
from municipalities.models import EnterpriseZone, Officer
from municipalities.models.duties import persons_differ


class Review(models.Model):
    """A finding or a withholding order as one person prepared it. N.J.S.A. 52:27H-88 j.

    Confirmed by another, it points at what was made of it; sent back, it says why.
    """

    class Kind(models.TextChoices):
        FINDING = "finding", "Finding"
        WITHHOLDING = "withholding", "Withholding order"

    kind = models.CharField(max_length=11, choices=Kind.choices)
    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="reviews")
    number = models.CharField(max_length=40, blank=True, help_text="of a finding")
    amount = models.DecimalField(
        max_digits=18, decimal_places=2, null=True, help_text="of its expenditures together"
    )
    year_review = models.ForeignKey(
        YearReview, on_delete=models.PROTECT, related_name="prepared", null=True
    )
    reason = models.CharField(max_length=300)
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="reviews_prepared"
    )
    prepared_on = models.DateField()
    decided_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="reviews_decided", null=True
    )
    decided_on = models.DateField(null=True)
    sent_back = models.CharField(max_length=300, blank=True, help_text="why it was sent back")
    finding = models.OneToOneField(
        Finding, on_delete=models.PROTECT, related_name="review", null=True
    )
    order = models.OneToOneField(
        WithholdingOrder, on_delete=models.PROTECT, related_name="review", null=True
    )

    class Meta:
        ordering = ("prepared_on", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind="withholding", number="", amount=None)
                | (Q(kind="finding", amount__gt=0) & ~Q(number="")),
                name="a_finding_has_number_and_amount",
            ),
            models.UniqueConstraint(
                fields=["number"], condition=~Q(number=""), name="one_finding_number"
            ),
            models.UniqueConstraint(
                fields=["zone"],
                condition=Q(kind="withholding", decided_by=None),
                name="one_order_waits",
            ),
        )
        triggers = (
            persons_differ("review_decided_by_another", "prepared_by_id", "decided_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return self.number or f"Withholding order, {self.zone}"


class PreparedExpenditure(models.Model):
    """An expenditure that a prepared finding names, and how much of it. Together its amount."""

    review = models.ForeignKey(Review, on_delete=models.PROTECT, related_name="expenditures")
    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="prepared")
    amount = models.DecimalField(max_digits=18, decimal_places=2)

    class Meta:
        ordering = ("posting",)
        constraints = (
            models.UniqueConstraint(fields=["review", "posting"], name="prepared_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="prepared_is_positive"),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.amount} of #{self.posting_id}"
