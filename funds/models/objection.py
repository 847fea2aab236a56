"""The only home of what stands between data and signature: objections, cases, waivers, receipts."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.allocation import Certification, Run
from funds.models.fund import Fund
from funds.models.ledger_triggers import never
from municipalities.models import (
    Document,
    EnterpriseZone,
    FactSeries,
    Municipality,
    Officer,
)
from municipalities.models.duties import persons_differ


class Objection(models.Model):
    """A municipality's challenge to a figure of its own, with what it should be and why."""

    series = models.ForeignKey(FactSeries, on_delete=models.PROTECT, related_name="objections")
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="objections"
    )
    should_be = models.DecimalField(max_digits=24, decimal_places=6)
    reason = models.CharField(max_length=300)
    document = models.ForeignKey(
        Document, on_delete=models.PROTECT, related_name="objections", null=True
    )
    filed_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="objections_filed")
    filed_on = models.DateField()
    upheld = models.BooleanField(null=True)
    answer = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="objections_decided", null=True
    )
    decided_on = models.DateField(null=True)

    class Meta:
        ordering = ("-filed_on", "municipality")
        constraints = (
            models.UniqueConstraint(
                fields=["series", "municipality"], name="one_objection_to_a_figure"
            ),
            models.CheckConstraint(
                condition=Q(upheld=None, decided_by=None, decided_on=None, answer="")
                | Q(upheld__isnull=False, decided_by__isnull=False, decided_on__isnull=False)
                & ~Q(answer=""),
                name="an_objection_is_answered_by_somebody",
            ),
        )
        triggers = (
            persons_differ("objection_decided_by_another", "filed_by_id", "decided_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"{self.municipality_id}, {self.series}"


class Waiver(models.Model):
    """That a run may be certified in spite of what stops it: one asks, another authorises."""

    class Of(models.TextChoices):
        OBJECTIONS = "objections", "Objections that are not decided"
        CASES = "cases", "Cases that do not hold"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="waivers")
    of = models.CharField(max_length=10, choices=Of.choices)
    reason = models.CharField(max_length=300)
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="waivers_asked")
    asked_on = models.DateField()
    authorised_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="waivers_authorised", null=True
    )
    authorised_on = models.DateField(null=True)

    class Meta:
        ordering = ("run", "pk")
        constraints = (
            models.UniqueConstraint(fields=["run", "of"], name="one_waiver_of_a_kind"),
            models.CheckConstraint(
                condition=Q(authorised_by=None, authorised_on=None)
                | Q(authorised_by__isnull=False, authorised_on__isnull=False),
                name="a_waiver_is_authorised_by_somebody",
            ),
        )
        triggers = (
            persons_differ("waiver_by_another", "asked_by_id", "authorised_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"{self.run}: {self.get_of_display()}"


class CaseFile(models.Model):
    """A version of a feature that analysts wrote in Gherkin; the latest of a name counts."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="case_files")
    name = models.CharField(max_length=120)
    version = models.PositiveSmallIntegerField(default=1)
    text = models.TextField()
    written_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="cases_written")
    written_on = models.DateField()

    class Meta:
        ordering = ("fund", "name", "-version")
        constraints = (
            models.UniqueConstraint(
                fields=["fund", "name", "version"], name="one_version_of_a_case_file"
            ),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


class Acknowledgement(models.Model):
    """That the office which a certification is for has received it."""

    certification = models.ForeignKey(
        Certification, on_delete=models.PROTECT, related_name="acknowledgements"
    )
    holder = models.CharField(max_length=80)
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="acknowledgements", null=True
    )
    zone = models.ForeignKey(
        EnterpriseZone, on_delete=models.PROTECT, related_name="acknowledgements", null=True
    )
    acknowledged_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="acknowledgements"
    )
    acknowledged_on = models.DateField()

    class Meta:
        ordering = ("certification", "holder")
        constraints = (
            models.UniqueConstraint(
                fields=["certification", "holder"], name="one_acknowledgement_a_holder"
            ),
            models.CheckConstraint(
                condition=Q(municipality=None) ^ Q(zone=None), name="acknowledged_for_one_place"
            ),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.certification}, {self.holder}"
