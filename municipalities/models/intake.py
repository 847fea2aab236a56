"""The only home of files of figures on their way in: what was read, what is overridden, by whom.

A file becomes versions of figures whole or not at all. What was read of it is written once; then
its sender puts it forward, and another person accepts it or declines it.
"""

import pgtrigger
from django.db import models
from django.db.models import Q

from municipalities.models.document import Document
from municipalities.models.duties import persons_differ
from municipalities.models.facts import SourceDocument
from municipalities.models.office import Officer

# What was sent and what was read of it stay; signatures and the end are added once.
_READ_ONCE = pgtrigger.Trigger(
    name="read_once",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func="""
        IF (NEW.layout, NEW.period, NEW.document_id, NEW.title, NEW.received_on, NEW.sent_on)
            IS DISTINCT FROM
           (OLD.layout, OLD.period, OLD.document_id, OLD.title, OLD.received_on, OLD.sent_on)
            OR OLD.outcome <> '' AND (NEW.outcome, NEW.must, NEW.look, NEW.figures, NEW.listing)
            IS DISTINCT FROM (OLD.outcome, OLD.must, OLD.look, OLD.figures, OLD.listing)
        THEN
            RAISE EXCEPTION 'what was sent and read stays as it is: send a corrected file'
                USING ERRCODE = '23514', CONSTRAINT = 'read_once';
        END IF;
        RETURN NEW;""",
)


class Intake(models.Model):
    """A file of figures: its layout and period, its publication, what was read of it.

    `must` is to be mended, `look` to be looked at (reading.cells.Finding as dicts); `figures` are
    by kind and period ("parcels 2025"), then by municode, "" for the State; `rows` says in which
    row of the file each municipality stands; `listing` is what a MOD-IV extract lists.
    """

    class Outcome(models.TextChoices):
        WAITING = "", "Being read"
        REFUSED = "refused", "Refused"
        READ = "read", "Read"

    layout = models.CharField(max_length=40)
    period = models.CharField(max_length=12)
    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="intake")
    title = models.CharField(max_length=160, help_text="of the publication")
    publisher = models.CharField(max_length=120)
    reference = models.CharField(max_length=300, blank=True)
    received_on = models.DateField()
    standing = models.CharField(
        max_length=13,
        choices=SourceDocument.Standing.choices,
        default=SourceDocument.Standing.PUBLISHED,
    )
    sent_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="intakes_sent")
    sent_on = models.DateField()
    outcome = models.CharField(max_length=7, choices=Outcome.choices, default="", blank=True)
    must = models.JSONField(default=list)
    look = models.JSONField(default=list)
    figures = models.JSONField(default=dict)
    rows = models.JSONField(default=dict)
    listing = models.JSONField(default=list)
    said = models.JSONField(default=list)
    forwarded_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="intakes_forwarded", null=True
    )
    forwarded_on = models.DateField(null=True)
    accepted_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="intakes_accepted", null=True
    )
    accepted_on = models.DateField(null=True)
    declined_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="intakes_declined", null=True
    )
    declined_on = models.DateField(null=True)
    reason = models.CharField(max_length=300, blank=True, help_text="why it was declined")

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(forwarded_by=None) | Q(outcome="read"),
                name="only_what_was_read_goes_forward",
            ),
            models.CheckConstraint(
                condition=Q(accepted_by=None) | Q(forwarded_by__isnull=False, declined_by=None),
                name="accepted_after_it_went_forward",
            ),
        )
        triggers = (
            persons_differ("intake_accepted_by_another", "sent_by_id", "accepted_by_id"),
            _READ_ONCE,
            pgtrigger.Protect(name="intake_never_deleted", operation=pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"File {self.pk}"


class Override(models.Model):
    """Checks that a file did not pass and that shall not stop it: asked for with a reason by one.

    Another approves; it stays to be seen wherever the file is.
    """

    intake = models.ForeignKey(Intake, on_delete=models.PROTECT, related_name="overrides")
    checks = models.JSONField(help_text="as they were shown: their key and their words")
    reason = models.CharField(max_length=300)
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="overrides_asked")
    asked_on = models.DateField()
    approved_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="overrides_approved", null=True
    )
    approved_on = models.DateField(null=True)

    class Meta:
        ordering = ("pk",)
        triggers = (
            persons_differ("override_approved_by_another", "asked_by_id", "approved_by_id"),
            pgtrigger.Protect(name="override_never_deleted", operation=pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"{len(self.checks)} checks of {self.intake} overridden: {self.reason}"
