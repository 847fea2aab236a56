"""The only home of the register of second-generation money: loans, their schedules, sales. a.(4).

What came back and was used stands in postings; these rows say of which loan or sale.
"""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.ledger import Posting
from funds.models.ledger_triggers import never
from municipalities.models import EnterpriseZone, Officer
from municipalities.models.duties import persons_differ


class Loan(models.Model):
    """A loan made from zone money; its repayments are second-generation money. a.(4)."""

    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="loans")
    number = models.CharField(max_length=40)
    borrower = models.CharField(max_length=120, blank=True)
    principal = models.DecimalField(max_digits=18, decimal_places=2)
    rate = models.DecimalField(
        max_digits=5, decimal_places=3, default=0, help_text="interest, percent a year"
    )
    made_on = models.DateField()
    proposed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="loans_recorded"
    )
    posting = models.ForeignKey(
        Posting,
        on_delete=models.PROTECT,
        related_name="loans",
        null=True,
        help_text="the expenditure it was made from",
    )
    defaulted_on = models.DateField(null=True)
    defaulted_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="loans_in_default", null=True
    )
    default_reason = models.CharField(max_length=300, blank=True)
    written_off_on = models.DateField(null=True)
    written_off_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="loans_written_off", null=True
    )

    class Meta:
        ordering = ("zone", "number")
        constraints = (
            models.UniqueConstraint(fields=["zone", "number"], name="one_loan_a_number"),
            models.CheckConstraint(
                condition=Q(defaulted_on=None, defaulted_by=None)
                | Q(defaulted_on__isnull=False, defaulted_by__isnull=False) & ~Q(default_reason=""),
                name="a_default_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(written_off_on=None, written_off_by=None)
                | Q(written_off_on__isnull=False, written_off_by__isnull=False),
                name="a_write_off_has_its_person",
            ),
        )
        triggers = (
            persons_differ("written_off_by_another", "proposed_by_id", "written_off_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return self.number


class LoanInstallment(models.Model):
    """What a borrower owes by a day: principal, and the interest that comes with it."""

    loan = models.ForeignKey(Loan, on_delete=models.PROTECT, related_name="schedule")
    due_on = models.DateField()
    principal = models.DecimalField(max_digits=18, decimal_places=2)
    interest = models.DecimalField(max_digits=18, decimal_places=2, default=0)

    class Meta:
        ordering = ("loan", "due_on")
        constraints = (
            models.UniqueConstraint(fields=["loan", "due_on"], name="one_installment_a_day"),
            models.CheckConstraint(
                condition=Q(principal__gte=0, interest__gte=0), name="an_installment_is_owed"
            ),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.loan}, {self.due_on}: {self.principal}"


class WriteOff(models.Model):
    """That a loan is to be written off: one person asks, another decides."""

    loan = models.ForeignKey(Loan, on_delete=models.PROTECT, related_name="write_offs")
    reason = models.CharField(max_length=300)
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="write_offs_asked")
    asked_on = models.DateField()
    decided_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="write_offs_decided", null=True
    )
    decided_on = models.DateField(null=True)
    refused_because = models.CharField(max_length=300, blank=True)
    amount = models.DecimalField(
        max_digits=18, decimal_places=2, null=True, help_text="of principal, once written off"
    )

    class Meta:
        ordering = ("loan", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["loan"], condition=Q(decided_by=None), name="one_write_off_waits"
            ),
            models.CheckConstraint(
                condition=Q(decided_by=None, decided_on=None, amount=None, refused_because="")
                | Q(decided_by__isnull=False, decided_on__isnull=False)
                & (Q(amount__gt=0, refused_because="") | Q(amount=None) & ~Q(refused_because="")),
                name="a_write_off_is_decided_whole",
            ),
        )
        triggers = (
            persons_differ("write_off_decided_by_another", "asked_by_id", "decided_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Write-off of {self.loan}"


class SecondGenerationReceipt(models.Model):
    """A repayment or sale proceeds that came into a zone's second-generation account."""

    class Source(models.TextChoices):
        REPAYMENT = "repayment", "Loan repayment"
        SALE = "sale", "Sale of property or equipment"

    class Asset(models.TextChoices):
        PROPERTY = "property", "Property"
        EQUIPMENT = "equipment", "Equipment"

    zone = models.ForeignKey(
        EnterpriseZone,
        on_delete=models.PROTECT,
        related_name="second_generation_receipts",
    )
    source = models.CharField(max_length=9, choices=Source.choices)
    loan = models.ForeignKey(Loan, on_delete=models.PROTECT, related_name="repayments", null=True)
    asset = models.CharField(max_length=120, blank=True, help_text="what was sold")
    asset_kind = models.CharField(max_length=9, choices=Asset.choices, blank=True)
    buyer = models.CharField(max_length=120, blank=True)
    interest = models.DecimalField(
        max_digits=18, decimal_places=2, default=0, help_text="of a repayment, beside principal"
    )
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="second_generation_receipt"
    )

    class Meta:
        ordering = ("posting",)
        constraints = (
            models.CheckConstraint(
                condition=Q(source="repayment", loan__isnull=False, asset_kind="")
                | (Q(source="sale", loan=None) & ~Q(asset="") & ~Q(asset_kind="")),
                name="a_receipt_names_its_loan_or_asset",
            ),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.get_source_display()} {self.zone_id}"
