"""The only home of a correction as one person prepares it and another approves it."""

from decimal import Decimal

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models.fund import Fund
from funds.models.ledger_triggers import never
from municipalities.models import Document, EnterpriseZone, Officer
from municipalities.models.duties import persons_differ


class CorrectionCase(models.Model):
    """A State error to be put right: its reason, its paper, and who prepared and decided it.

    Approved, each of its lines is a `Correction` of the same number; sent back, it says why.
    """

    number = models.CharField(max_length=40, unique=True)
    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="correction_cases")
    reason = models.CharField(max_length=300)
    document = models.ForeignKey(
        Document,
        on_delete=models.PROTECT,
        related_name="correction_cases",
        null=True,
        help_text="what shows the right amounts",
    )
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="correction_cases_prepared"
    )
    prepared_on = models.DateField()
    decided_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="correction_cases_decided", null=True
    )
    decided_on = models.DateField(null=True)
    sent_back = models.CharField(max_length=300, blank=True, help_text="why it was sent back")

    class Meta:
        ordering = ("-prepared_on", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(decided_by=None, decided_on=None, sent_back="")
                | Q(decided_by__isnull=False, decided_on__isnull=False),
                name="a_decided_case_has_a_person_and_a_day",
            ),
        )
        triggers = (
            persons_differ("case_decided_by_another", "prepared_by_id", "decided_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Correction {self.number}"


class CorrectionLine(models.Model):
    """One zone's year in a case: what was credited and what should have been, in dollars.

    A line may be written anew until the case is decided; as much as was credited takes it out.
    """

    case = models.ForeignKey(CorrectionCase, on_delete=models.PROTECT, related_name="lines")
    zone = models.ForeignKey(
        EnterpriseZone, on_delete=models.PROTECT, related_name="correction_lines"
    )
    sfy = models.PositiveSmallIntegerField(help_text="the credit year that was wrong")
    credited = models.DecimalField(max_digits=18, decimal_places=2)
    should_have_been = models.DecimalField(max_digits=18, decimal_places=2)

    class Meta:
        ordering = ("zone", "sfy")
        constraints = (
            models.UniqueConstraint(fields=["case", "zone", "sfy"], name="one_line_a_year"),
            models.CheckConstraint(
                condition=Q(should_have_been__gte=0, should_have_been__lte=F("credited")),
                name="a_correction_takes_no_more_than_was_credited",
            ),
        )
        triggers = (
            never("deleted", pgtrigger.Delete),
            pgtrigger.Trigger(
                name="written_until_decided",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func="""
                    PERFORM 1 FROM funds_correctioncase
                        WHERE id = NEW.case_id AND decided_by_id IS NULL FOR UPDATE;
                    IF NOT FOUND THEN
                        RAISE EXCEPTION 'a decided correction stays as it was decided'
                            USING ERRCODE = '23514', CONSTRAINT = 'written_until_decided';
                    END IF;
                    RETURN NEW;""",
            ),
        )

    def __str__(self) -> str:
        return f"{self.case_id} {self.zone_id} SFY{self.sfy}"

    @property
    def wrong(self) -> Decimal:
        """By how much too much was credited, in dollars."""
        return self.credited - self.should_have_been
