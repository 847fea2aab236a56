"""The only home of dated facts: what a run reads, from whom, received when, accepted by whom.

A series is superseded by a later version, never edited; the database refuses an update of a value.
"""

import pgtrigger
from django.db import models
from django.db.models import Q

from municipalities.models.duties import persons_differ
from municipalities.models.municipality import Municipality


class SourceDocument(models.Model):
    """A paper or file that a figure or a schedule cites."""

    class Standing(models.TextChoices):
        PUBLISHED = "published", "Published figure"
        DEMONSTRATION = "demonstration", "Demonstration figure"

    title = models.CharField(max_length=200)
    publisher = models.CharField(max_length=120)
    reference = models.CharField(max_length=300, blank=True)
    received_on = models.DateField()
    sha256 = models.CharField(max_length=64, blank=True)
    file = models.ForeignKey(
        "municipalities.Document", on_delete=models.PROTECT, related_name="papers_of", null=True
    )
    standing = models.CharField(max_length=13, choices=Standing.choices)

    class Meta:
        ordering = ("-received_on", "title")
        constraints = (
            models.UniqueConstraint(fields=["title", "received_on"], name="one_document_a_title"),
        )

    def __str__(self) -> str:
        return self.title


# What was loaded stays as it was loaded; the one change is that it is accepted, once.
_ONLY_ACCEPTED = pgtrigger.Trigger(
    name="only_accepted",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func="""
        IF OLD.accepted_by_id IS NOT NULL
            OR (NEW.kind, NEW.period, NEW.version, NEW.unit, NEW.document_id, NEW.loaded_by_id,
                NEW.loaded_at, NEW.sha256, NEW.intake_id) IS DISTINCT FROM
               (OLD.kind, OLD.period, OLD.version, OLD.unit, OLD.document_id, OLD.loaded_by_id,
                OLD.loaded_at, OLD.sha256, OLD.intake_id) THEN
            RAISE EXCEPTION 'a version of figures is accepted once and never edited'
                USING ERRCODE = '23514', CONSTRAINT = 'only_accepted';
        END IF;
        RETURN NEW;""",
)

_NOT_INTO_ACCEPTED = pgtrigger.Trigger(
    name="not_into_accepted",
    level=pgtrigger.Statement,
    when=pgtrigger.After,
    operation=pgtrigger.Insert,
    referencing=pgtrigger.Referencing(new="newrows"),
    func="""
        IF EXISTS (SELECT 1 FROM municipalities_factseries s
            WHERE s.accepted_by_id IS NOT NULL AND s.id IN (SELECT series_id FROM newrows)) THEN
            RAISE EXCEPTION 'an accepted version takes no further figure'
                USING ERRCODE = '23514', CONSTRAINT = 'not_into_accepted';
        END IF;
        RETURN NULL;""",
)


class FactSeries(models.Model):
    """One version of one kind of figure for one period ("parcels", "2025", version 1)."""

    kind = models.CharField(max_length=40, db_index=True)
    period = models.CharField(max_length=12, help_text="calendar year, or SFY2027")
    version = models.PositiveSmallIntegerField(default=1)
    unit = models.CharField(max_length=20)
    document = models.ForeignKey(SourceDocument, on_delete=models.PROTECT, related_name="series")
    loaded_by = models.ForeignKey(
        "municipalities.Officer", on_delete=models.PROTECT, related_name="series_loaded"
    )
    loaded_at = models.DateTimeField(auto_now_add=True)
    accepted_by = models.ForeignKey(
        "municipalities.Officer",
        on_delete=models.PROTECT,
        related_name="series_accepted",
        null=True,
        blank=True,
    )
    accepted_on = models.DateField(null=True, blank=True)
    sha256 = models.CharField(max_length=64, help_text="of the values, in code order")
    intake = models.ForeignKey(
        "municipalities.Intake", on_delete=models.PROTECT, related_name="series", null=True
    )

    class Meta:
        ordering = ("kind", "-period", "-version")
        verbose_name_plural = "fact series"
        constraints = (
            models.UniqueConstraint(fields=["kind", "period", "version"], name="one_version"),
            models.CheckConstraint(
                condition=Q(accepted_by=None, accepted_on=None)
                | Q(accepted_by__isnull=False, accepted_on__isnull=False),
                name="an_acceptance_has_a_person_and_a_day",
            ),
        )
        triggers = (
            persons_differ("accepted_by_another", "loaded_by_id", "accepted_by_id"),
            _ONLY_ACCEPTED,
            pgtrigger.Protect(name="series_never_deleted", operation=pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.period} v{self.version}"


class Fact(models.Model):
    """One figure: of a municipality, or of the State when no municipality is named."""

    series = models.ForeignKey(FactSeries, on_delete=models.PROTECT, related_name="facts")
    municipality = models.ForeignKey(
        Municipality,
        on_delete=models.PROTECT,
        related_name="facts",
        null=True,
        blank=True,
    )
    value = models.DecimalField(max_digits=24, decimal_places=6)

    class Meta:
        ordering = ("series", "municipality")
        constraints = (
            models.UniqueConstraint(
                fields=["series", "municipality"],
                name="one_fact_each",
                nulls_distinct=False,
            ),
        )
        triggers = (
            pgtrigger.Protect(name="never_edited", operation=pgtrigger.Update | pgtrigger.Delete),
            _NOT_INTO_ACCEPTED,
        )

    def __str__(self) -> str:
        return f"{self.series} {self.municipality_id or 'State'}: {self.value}"
