"""The only home of what follows the Highlands chain: determinations, offsets, rehearsed readings.

A determination changes a payment to come: an overturned judgment (54:1-85 c.), or watershed aid
that is duplicative (l.). An offset is what a municipality attests (g.) and DLGS changes (i.).
"""

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models.allocation import Certification
from funds.models.ledger_triggers import never
from funds.models.vacant_land import dollars
from municipalities.models import Document, FactSeries, Municipality, Officer

UNCHANGED = pgtrigger.Update | pgtrigger.Delete


class Determination(models.Model):
    """A recorded determination of what a payment to come is changed by, in dollars. c., l."""

    class Kind(models.TextChoices):
        JUDGMENT = "judgment", "Judgment overturned or modified"
        WATERSHED = "watershed", "Duplicative watershed aid"

    kind = models.CharField(max_length=9, choices=Kind.choices)
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="determinations"
    )
    sfy = models.PositiveSmallIntegerField(help_text="of the payment that it changes")
    due_on = models.DateField(null=True, help_text="a judgment: the payment due next after it")
    amount = dollars("added by a judgment (or taken, below zero); deducted for watershed aid")
    decided_on = models.DateField(help_text="the final judgment, or the determination")
    words = models.CharField(max_length=300, help_text="how the amount comes about")
    consulted = models.CharField(max_length=200, blank=True, help_text="l.: whom at DLGS, when")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    series = models.OneToOneField(
        FactSeries, on_delete=models.PROTECT, related_name="determination"
    )
    recorded_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="determinations_recorded"
    )
    recorded_on = models.DateField()

    class Meta:
        ordering = ("-recorded_on", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=["kind", "municipality", "decided_on", "words"], name="one_determination"
            ),
            models.CheckConstraint(
                condition=Q(kind="judgment") | (Q(amount__gt=0) & ~Q(consulted="")),
                name="watershed_aid_was_consulted_on",
            ),
            models.CheckConstraint(condition=~Q(amount=0), name="determined_something"),
        )
        triggers = (never("changed", UNCHANGED),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.municipality_id}, SFY{self.sfy}: {self.amount}"


class OffsetAttestation(models.Model):
    """That a municipality anticipated its certified sum as an offset to the levy. g., k."""

    certification = models.ForeignKey(
        Certification, on_delete=models.PROTECT, related_name="attestations"
    )
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="offset_attestations"
    )
    budget_year = models.PositiveSmallIntegerField(help_text="the year in which it is paid")
    amount = dollars("anticipated")
    line = models.CharField(max_length=200, help_text="where in the budget or its amendment")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    attested_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="offsets_attested"
    )
    attested_on = models.DateField()

    class Meta:
        ordering = ("-attested_on", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=["certification", "municipality"], name="one_attestation_a_certification"
            ),
            models.CheckConstraint(condition=~Q(line=""), name="an_attestation_names_its_line"),
        )
        triggers = (never("changed", UNCHANGED),)

    def __str__(self) -> str:
        return f"{self.municipality_id}: {self.amount} in the budget of {self.budget_year}"


class BudgetChange(models.Model):
    """A change that DLGS made to a municipality's budget so that the offset occurs. i."""

    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="budget_changes"
    )
    sfy = models.PositiveSmallIntegerField(help_text="of the aid")
    before = dollars("anticipated as an offset before")
    after = dollars("anticipated as an offset now")
    reason = models.CharField(max_length=300)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    changed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="budgets_changed"
    )
    changed_on = models.DateField()

    class Meta:
        ordering = ("-changed_on", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=["municipality", "sfy", "changed_on", "after"], name="one_budget_change"
            ),
            models.CheckConstraint(
                condition=~Q(reason="") & ~Q(before=F("after")), name="a_budget_change_says_why"
            ),
        )
        triggers = (never("changed", UNCHANGED),)

    def __str__(self) -> str:
        return f"{self.municipality_id} SFY{self.sfy}: {self.before} to {self.after}"


class RehearsedReading(models.Model):
    """A year computed under another reading: a table of its own, which nothing certifies or pays.

    `lines` are [holder, component, amount, cite]; `years_paid` the SFYs in which aid was paid.
    """

    sfy = models.PositiveSmallIntegerField()
    reading = models.CharField(max_length=60, help_text='for example "highlands.year_count"')
    value = models.CharField(max_length=60, help_text='for example "years_paid"')
    years_paid = models.JSONField()
    facts = models.JSONField()
    lines = models.JSONField()
    inputs_hash = models.CharField(max_length=64)
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="readings_rehearsed"
    )
    prepared_on = models.DateField()

    class Meta:
        ordering = ("-pk",)
        triggers = (never("changed", UNCHANGED),)

    def __str__(self) -> str:
        return f"SFY{self.sfy} as if {self.reading} were {self.value}"
