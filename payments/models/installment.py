"""The only home of payment schedules and dated installments."""

from decimal import Decimal

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models import Certification, Fund, Posting
from municipalities.models import County, Municipality


class Stream(models.TextChoices):
    """Which part of a certified amount an installment pays."""

    REGULAR = "regular", "Paragraphs (2) and (4), 52:27D-439 c.(1)"
    DIFFERENCE = "difference", "Paragraph (3), 52:27D-439 c.(2)"
    COUNTY = "county", "County payment, 52:27D-439 f."
    SUPPLEMENT = "supplement", "A program on the dates of 52:27D-439 c.(1)"
    HIGHLANDS = "highlands", "Stabilization aid, 54:1-85 f.(1)"


class Schedule(models.Model):
    """When a fund's year is paid, as data: with its authority, per stream and basis."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="schedules")
    sfy = models.PositiveSmallIntegerField()
    stream = models.CharField(max_length=10, choices=Stream.choices)
    basis = models.CharField(max_length=8, blank=True, help_text="calendar, state, or any if empty")
    authority = models.CharField(max_length=200)
    demonstration = models.BooleanField(default=False)

    class Meta:
        ordering = ("fund", "-sfy", "stream")
        constraints = (
            models.UniqueConstraint(fields=["fund", "sfy", "stream", "basis"], name="one_schedule"),
        )

    def __str__(self) -> str:
        return f"{self.fund_id} SFY{self.sfy} {self.stream} {self.basis}".strip()


class ScheduleLine(models.Model):
    """One statutory date of a schedule and its percentage of the total due."""

    schedule = models.ForeignKey(Schedule, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField()
    statutory_on = models.DateField()
    on_or_before = models.BooleanField(default=False, help_text="the law says: on or before")
    percent = models.DecimalField(max_digits=7, decimal_places=4)

    class Meta:
        ordering = ("schedule", "number")
        constraints = (
            models.UniqueConstraint(fields=["schedule", "number"], name="one_schedule_line"),
            models.CheckConstraint(
                condition=Q(percent__gt=0, percent__lte=100),
                name="a_percentage_of_the_total",
            ),
        )

    def __str__(self) -> str:
        return f"{self.statutory_on} {self.percent}%"


class Plan(models.Model):
    """That a credited certification was cut into its dated installments."""

    certification = models.OneToOneField(
        Certification, on_delete=models.PROTECT, related_name="plan"
    )
    planned_on = models.DateField()

    class Meta:
        ordering = ("planned_on", "pk")

    def __str__(self) -> str:
        return f"{self.certification} planned on {self.planned_on}"


class Installment(models.Model):
    """A dated part of a certified amount. It is released because it points at its posting.

    `entitlement_sfy` is the year the aid belongs to, `cash_sfy` the year its date falls in.
    A later certification re-plans what is unreleased: the old rows point at what replaced them.
    """

    certification = models.ForeignKey(
        Certification, on_delete=models.PROTECT, related_name="installments"
    )
    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="installments")
    holder = models.CharField(max_length=80)
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="installments", null=True
    )
    county = models.ForeignKey(
        County, on_delete=models.PROTECT, related_name="installments", null=True
    )
    stream = models.CharField(max_length=10, choices=Stream.choices)
    number = models.PositiveSmallIntegerField()
    percent = models.DecimalField(max_digits=7, decimal_places=4)
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    statutory_on = models.DateField()
    deposit_on = models.DateField()
    entitlement_sfy = models.PositiveSmallIntegerField()
    cash_sfy = models.PositiveSmallIntegerField()
    authority = models.CharField(max_length=200)
    posting = models.ForeignKey(
        Posting, on_delete=models.PROTECT, related_name="installments", null=True
    )
    released_late = models.BooleanField(default=False)
    recovered = models.DecimalField(
        max_digits=18,
        decimal_places=2,
        default=Decimal(0),
        help_text="the part of it that met a receivable at its release",
    )
    replaced_by = models.ForeignKey(
        Certification,
        on_delete=models.PROTECT,
        related_name="installments_replaced",
        null=True,
    )

    class Meta:
        ordering = ("statutory_on", "holder", "stream", "number")
        constraints = (
            models.UniqueConstraint(
                fields=["fund", "entitlement_sfy", "holder", "stream", "number"],
                condition=Q(replaced_by=None),
                name="one_live_installment",
            ),
            models.CheckConstraint(
                condition=Q(amount__gte=0), name="an_installment_is_never_negative"
            ),
            models.CheckConstraint(
                condition=Q(posting=None) | Q(replaced_by=None),
                name="what_is_released_is_not_replaced",
            ),
            models.CheckConstraint(
                condition=Q(recovered__gte=0, recovered__lte=F("amount")),
                name="no_more_recovered_than_it_is",
            ),
        )
        indexes = (
            models.Index(
                fields=["deposit_on", "id"],
                condition=Q(posting=None, replaced_by=None),
                name="installment_open",
            ),
        )
        triggers = (
            pgtrigger.Protect(name="never_deleted", operation=pgtrigger.Delete),
            pgtrigger.Trigger(
                name="released_once",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__posting_id__isnull=False),
                func="RAISE EXCEPTION 'a released installment stays as it was released'"
                " USING ERRCODE = '23514', CONSTRAINT = 'released_once';",
            ),
            pgtrigger.Trigger(
                name="amount_for_good",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__amount__df=pgtrigger.F("new__amount"))
                | pgtrigger.Q(old__holder__df=pgtrigger.F("new__holder")),
                func="RAISE EXCEPTION 'an installment keeps its amount: plan anew'"
                " USING ERRCODE = '23514', CONSTRAINT = 'amount_for_good';",
            ),
        )

    def __str__(self) -> str:
        return f"{self.holder} {self.statutory_on} {self.amount}"
