"""The only home of receivables, findings, withholding orders and correction cases."""

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models.fund import Fund
from funds.models.ledger import Posting
from funds.models.ledger_triggers import never
from municipalities.models import EnterpriseZone, Municipality, Officer
from municipalities.models.duties import persons_differ


class Receivable(models.Model):
    """What a holder owes back; `Recovery` rows say how it was met. Never below zero."""

    class Kind(models.TextChoices):
        FINDING = "finding", "Finding, 52:27H-88 j."
        OVERPAYMENT = "overpayment", "Paid above the certified amount"
        CORRECTION = "correction", "Credited in error"
        TRUST_LAPSE = "trust-lapse", "Lapsed while in a trust"
        ADJUSTMENT = "adjustment", "Adjustment the payment could not absorb"
        REFUND = "refund", "To come back of a paid voucher"

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="receivables")
    kind = models.CharField(max_length=11, choices=Kind.choices)
    key = models.CharField(max_length=160, unique=True)
    holder = models.CharField(max_length=80, db_index=True)
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="receivables", null=True
    )
    zone = models.ForeignKey(
        EnterpriseZone, on_delete=models.PROTECT, related_name="receivables", null=True
    )
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    reduced = models.DecimalField(
        max_digits=18, decimal_places=2, default=0, help_text="no longer owed: reversed on appeal"
    )
    opened_on = models.DateField()
    opened_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="receivables_opened"
    )
    clause = models.CharField(max_length=80)
    reason = models.CharField(max_length=300)
    cancelled_on = models.DateField(null=True)

    class Meta:
        ordering = ("opened_on", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_receivable_is_positive"),
            models.CheckConstraint(
                condition=Q(reduced__gte=0, reduced__lte=F("amount")),
                name="reduced_by_no_more_than_it_is",
            ),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.holder} owes {self.amount}"


class Recovery(models.Model):
    """A part of a receivable met by a posting; together never more than is owed.

    What an appeal gives back is a row below zero that names the recovery it undoes.
    """

    receivable = models.ForeignKey(Receivable, on_delete=models.PROTECT, related_name="recoveries")
    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="recoveries")
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    gives_back = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="given_back", null=True
    )

    class Meta:
        verbose_name_plural = "recoveries"
        constraints = (
            models.CheckConstraint(
                condition=Q(amount__gt=0, gives_back=None)
                | Q(amount__lt=0, gives_back__isnull=False),
                name="a_recovery_takes_or_gives_back",
            ),
            models.UniqueConstraint(fields=["receivable", "posting"], name="one_recovery"),
        )
        triggers = (
            never("changed", pgtrigger.Update | pgtrigger.Delete),
            pgtrigger.Trigger(
                name="no_more_than_is_owed",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func="""
                    PERFORM 1 FROM funds_receivable WHERE id = NEW.receivable_id FOR UPDATE;
                    IF NEW.amount + coalesce((SELECT sum(amount) FROM funds_recovery
                        WHERE receivable_id = NEW.receivable_id), 0) > (SELECT amount
                        FROM funds_receivable WHERE id = NEW.receivable_id) THEN
                        RAISE EXCEPTION 'a recovery takes no more than is owed'
                            USING ERRCODE = '23514', CONSTRAINT = 'no_more_than_is_owed';
                    END IF;
                    IF NEW.gives_back_id IS NOT NULL AND (NEW.receivable_id <>
                        (SELECT receivable_id FROM funds_recovery WHERE id = NEW.gives_back_id)
                        OR (SELECT amount FROM funds_recovery WHERE id = NEW.gives_back_id)
                        + NEW.amount + coalesce((SELECT sum(amount) FROM funds_recovery
                            WHERE gives_back_id = NEW.gives_back_id), 0) < 0) THEN
                        RAISE EXCEPTION 'no more is given back than was recovered'
                            USING ERRCODE = '23514', CONSTRAINT = 'no_more_than_is_owed';
                    END IF;
                    RETURN NEW;""",
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount} of {self.receivable_id}"


class Finding(models.Model):
    """An expenditure inconsistent with the act, found at review. N.J.S.A. 52:27H-88 j."""

    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="findings")
    number = models.CharField(max_length=40, unique=True)
    reason = models.CharField(max_length=300)
    found_on = models.DateField()
    found_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="findings_made")
    confirmed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="findings_confirmed"
    )
    receivable = models.OneToOneField(Receivable, on_delete=models.PROTECT, related_name="finding")

    class Meta:
        ordering = ("found_on", "number")
        triggers = (
            persons_differ("confirmed_by_another", "found_by_id", "confirmed_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return self.number


class FindingExpenditure(models.Model):
    """The exact expenditure a finding names: its posting, and how much of it."""

    finding = models.ForeignKey(Finding, on_delete=models.PROTECT, related_name="expenditures")
    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="findings")
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    reversed_amount = models.DecimalField(
        max_digits=18, decimal_places=2, default=0, help_text="of it, on appeal"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["finding", "posting"], name="one_expenditure"),
            models.CheckConstraint(
                condition=Q(reversed_amount__gte=0, reversed_amount__lte=F("amount")),
                name="no_more_is_reversed_than_found",
            ),
        )

    def __str__(self) -> str:
        return f"{self.finding} {self.amount}"


class WithholdingOrder(models.Model):
    """Funding withheld until a corrective action plan is entered into and complied with. j."""

    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="withholdings")
    from_on = models.DateField()
    reason = models.CharField(max_length=300)
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="withholdings_prepared"
    )
    ordered_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="withholdings_ordered"
    )
    plan_entered_on = models.DateField(null=True)
    plan_complied_on = models.DateField(null=True)
    lifted_on = models.DateField(null=True)

    class Meta:
        ordering = ("-from_on",)
        constraints = (
            models.CheckConstraint(
                condition=Q(lifted_on=None)
                | Q(
                    plan_entered_on__lte=F("plan_complied_on"),
                    plan_complied_on__lte=F("lifted_on"),
                ),
                name="lifted_after_compliance",
            ),
            models.UniqueConstraint(
                fields=["zone"], condition=Q(lifted_on=None), name="one_standing_order"
            ),
        )
        triggers = (
            persons_differ("ordered_by_another", "prepared_by_id", "ordered_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"{self.zone_id} from {self.from_on}"


class Correction(models.Model):
    """A State error put right: what was credited, what should have been, per holder and year."""

    number = models.CharField(max_length=40)
    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="corrections")
    holder = models.CharField(max_length=80)
    sfy = models.PositiveSmallIntegerField(help_text="the credit year that was wrong")
    credited = models.DecimalField(max_digits=18, decimal_places=2)
    should_have_been = models.DecimalField(max_digits=18, decimal_places=2)
    reason = models.CharField(max_length=300)
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="corrections_prepared"
    )
    approved_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="corrections_approved"
    )
    corrected_on = models.DateField()
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="correction", null=True
    )
    receivable = models.OneToOneField(
        Receivable, on_delete=models.PROTECT, related_name="correction", null=True
    )

    class Meta:
        ordering = ("-corrected_on", "number")
        constraints = (
            models.UniqueConstraint(
                fields=["number", "holder", "sfy"], name="one_correction_a_year"
            ),
        )
        triggers = (persons_differ("approved_by_another", "prepared_by_id", "approved_by_id"),)

    def __str__(self) -> str:
        return f"{self.number} {self.holder} SFY{self.sfy}"
