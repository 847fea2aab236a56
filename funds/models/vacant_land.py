"""The only home of vacant land as it is reported, changed on review, and found to have declined.

What an assessor certified stays as it was certified; a change of the Director of Taxation is a
row of its own beside it. N.J.S.A. 54:1-85 c., d., h.
"""

from decimal import Decimal

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.ledger_triggers import never
from municipalities.models import Document, Municipality, Officer, SourceDocument
from municipalities.models.duties import persons_differ

KEPT = ("municipality_id", "year", "version", "document_id", "evidence_id", "looked", "digest")
_SAME = ", ".join(f"NEW.{name}" for name in KEPT), ", ".join(f"OLD.{name}" for name in KEPT)
AS_PREPARED = pgtrigger.Trigger(
    name="as_prepared",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func=f"""
        IF ({_SAME[0]}) IS DISTINCT FROM ({_SAME[1]}) THEN
            RAISE EXCEPTION 'a report of vacant land stays as it was prepared'
                USING ERRCODE = '23514', CONSTRAINT = 'as_prepared';
        END IF;
        RETURN NEW;""",
)
UNCHANGED = pgtrigger.Update | pgtrigger.Delete


def dollars(help_text: str = "") -> "models.DecimalField[Decimal, Decimal]":
    """Make a column of dollars."""
    return models.DecimalField(max_digits=18, decimal_places=2, help_text=help_text)


def percent() -> "models.DecimalField[Decimal, Decimal]":
    """Make a column of an equalization ratio."""
    return models.DecimalField(max_digits=9, decimal_places=6)


class Cause(models.TextChoices):
    """How an assessed value came to change; only these three count. c."""

    NONE = "", "Not changed so"
    APPEAL = "appeal", "Successful appeal"
    REVALUATION = "revaluation", "Revaluation approved by the Director and implemented"
    REASSESSMENT = "reassessment", "Reassessment approved by the county board"


class VacantLandReport(models.Model):
    """A municipality's report of a tax year: prepared, then certified by another person. c.

    `looked` is what the reader of a file asked about; `certified_at` the moment it was received.
    """

    class Closed(models.TextChoices):
        ANEW = "anew", "Prepared anew"
        SENT_BACK = "sent-back", "Sent back"

    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="vacant_land_reports"
    )
    year = models.PositiveSmallIntegerField(help_text="the current tax year")
    version = models.PositiveSmallIntegerField(default=1)
    document = models.ForeignKey(
        Document, on_delete=models.PROTECT, related_name="+", null=True, help_text="the file"
    )
    evidence = models.ForeignKey(
        Document, on_delete=models.PROTECT, related_name="+", null=True, help_text="judgments, ..."
    )
    looked = models.JSONField(default=list)
    digest = models.CharField(max_length=64, help_text="SHA-256 of what it says")
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="vacant_land_prepared"
    )
    prepared_on = models.DateField()
    certified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="vacant_land_certified", null=True
    )
    certified_on = models.DateField(null=True)
    certified_at = models.DateTimeField(null=True)
    closed_as = models.CharField(max_length=9, choices=Closed.choices, blank=True)
    closed_because = models.CharField(max_length=300, blank=True)
    closed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="vacant_land_closed", null=True
    )
    closed_on = models.DateField(null=True)

    class Meta:
        ordering = ("municipality", "-year", "-version")
        constraints = (
            models.UniqueConstraint(
                fields=["municipality", "year", "version"], name="one_vacant_land_version"
            ),
            models.UniqueConstraint(
                fields=["municipality", "year"],
                condition=Q(closed_on=None),
                name="one_live_vacant_land_report",
            ),
            models.CheckConstraint(
                condition=Q(certified_by=None, certified_on=None)
                | Q(certified_by__isnull=False, certified_on__isnull=False),
                name="certified_vacant_land_has_a_person_and_a_day",
            ),
        )
        triggers = (
            persons_differ("vacant_land_certified_by_another", "prepared_by_id", "certified_by_id"),
            AS_PREPARED,
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Vacant land of {self.municipality_id}, {self.year} v{self.version}"


class VacantParcel(models.Model):
    """A parcel of a report, in dollars; `evidence` names the judgment or approval. c."""

    report = models.ForeignKey(VacantLandReport, on_delete=models.PROTECT, related_name="parcels")
    block = models.CharField(max_length=9)
    lot = models.CharField(max_length=9)
    qualifier = models.CharField(max_length=11, blank=True)
    base_assessed = dollars("in the base year")
    current_assessed = dollars("in the current tax year")
    cause = models.CharField(max_length=12, choices=Cause.choices, blank=True)
    evidence = models.CharField(max_length=200, blank=True)
    due_to_the_act = models.BooleanField(default=False)
    attribution = models.CharField(max_length=300, blank=True, help_text="why it is due to the act")
    vacant = models.BooleanField(default=True, help_text="no: it leaves both years")

    class Meta:
        ordering = ("report", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["report", "block", "lot", "qualifier"], name="one_row_a_parcel"
            ),
            models.CheckConstraint(
                condition=Q(base_assessed__gte=0, current_assessed__gte=0),
                name="a_parcel_is_not_below_zero",
            ),
            models.CheckConstraint(
                condition=Q(cause="") | ~Q(evidence=""), name="a_cause_has_its_evidence"
            ),
            models.CheckConstraint(
                condition=Q(due_to_the_act=False) | (~Q(cause="") & ~Q(attribution="")),
                name="an_attribution_has_cause_and_words",
            ),
        )
        triggers = (never("changed", UNCHANGED),)

    def __str__(self) -> str:
        return f"Block {self.block}, lot {self.lot}" + (
            f", {self.qualifier}" if self.qualifier else ""
        )


class ParcelChange(models.Model):
    """A parcel as the Director of Taxation has it, with the reason; the latest one counts. h."""

    parcel = models.ForeignKey(VacantParcel, on_delete=models.PROTECT, related_name="changes")
    base_assessed = dollars()
    current_assessed = dollars()
    cause = models.CharField(max_length=12, choices=Cause.choices, blank=True)
    due_to_the_act = models.BooleanField()
    vacant = models.BooleanField()
    reason = models.CharField(max_length=300)
    changed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="parcels_changed"
    )
    changed_on = models.DateField()

    class Meta:
        ordering = ("parcel", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(reason=""), name="a_change_says_why"),
            models.CheckConstraint(
                condition=Q(base_assessed__gte=0, current_assessed__gte=0),
                name="a_changed_parcel_is_not_below_zero",
            ),
        )
        triggers = (never("changed", UNCHANGED),)

    def __str__(self) -> str:
        return f"{self.parcel_id} changed on {self.changed_on}: {self.reason}"


class Decline(models.Model):
    """What a county board certified for one municipality: its valuation base. d.(1)."""

    report = models.OneToOneField(
        VacantLandReport, on_delete=models.PROTECT, related_name="decline"
    )
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="declines"
    )
    base_assessed = dollars()
    current_assessed = dollars()
    base_ratio = percent()
    current_ratio = percent()
    base_true = dollars()
    current_true = dollars()
    valuation_base = dollars()
    certified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="declines_certified"
    )
    certified_on = models.DateField()
    certified_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("municipality", "-certified_on")
        constraints = (
            models.CheckConstraint(
                condition=Q(valuation_base__gte=0, base_ratio__gt=0, current_ratio__gt=0),
                name="a_decline_is_not_below_zero",
            ),
        )
        triggers = (never("changed", UNCHANGED),)

    def __str__(self) -> str:
        return f"Decline of {self.municipality_id}: {self.valuation_base}"


class SentDecline(models.Model):
    """A municipality's figures as the Director sent them to the Treasurer, changes included. h."""

    decline = models.ForeignKey(Decline, on_delete=models.PROTECT, related_name="sent")
    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="+")
    paper = models.ForeignKey(SourceDocument, on_delete=models.PROTECT, related_name="declines")
    base_assessed = dollars()
    current_assessed = dollars()
    valuation_base = dollars()
    sent_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="declines_sent")
    sent_on = models.DateField()

    class Meta:
        ordering = ("municipality", "-pk")
        constraints = (
            models.UniqueConstraint(fields=["decline", "paper"], name="one_row_a_sending"),
        )
        triggers = (never("changed", UNCHANGED),)

    def __str__(self) -> str:
        return f"{self.municipality_id} sent on {self.sent_on}: {self.valuation_base}"
