"""The only home of a file of vacant land on its way to a report: kept, read, then prepared from.

What a worker read of it is written once. A refused file stays as evidence and is never handed out.
"""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.ledger_triggers import never
from funds.models.vacant_land import VacantLandReport
from municipalities.models import Document, Intake, Municipality, Officer

_SENT = ("municipality_id", "year", "document_id", "evidence_id", "sent_by_id", "sent_on")
_READ = ("outcome", "must", "look", "listing", "said")


def _differs(names: tuple[str, ...]) -> str:
    new, old = (", ".join(f"{row}.{name}" for name in names) for row in ("NEW", "OLD"))
    return f"({new}) IS DISTINCT FROM ({old})"


READ_ONCE = pgtrigger.Trigger(
    name="read_once",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func=f"""
        IF {_differs(_SENT)} OR OLD.outcome <> '' AND {_differs(_READ)} THEN
            RAISE EXCEPTION 'what was sent and read stays as it is: send a corrected file'
                USING ERRCODE = '23514', CONSTRAINT = 'read_once';
        END IF;
        RETURN NEW;""",
)


class ParcelFile(models.Model):
    """A file of one municipality's vacant land in a tax year: what to mend, what to look at.

    `listing` holds the parcels as they were read, `report` what was prepared from them. c.
    """

    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="parcel_files"
    )
    year = models.PositiveSmallIntegerField(help_text="the current tax year")
    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="parcel_file")
    evidence = models.ForeignKey(
        Document, on_delete=models.PROTECT, related_name="+", null=True, help_text="judgments, ..."
    )
    sent_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="parcel_files_sent")
    sent_on = models.DateField()
    outcome = models.CharField(max_length=7, choices=Intake.Outcome.choices, default="", blank=True)
    must = models.JSONField(default=list)
    look = models.JSONField(default=list)
    listing = models.JSONField(default=list)
    said = models.JSONField(default=list)
    report = models.OneToOneField(
        VacantLandReport, on_delete=models.PROTECT, related_name="parcel_file", null=True
    )

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(report=None) | Q(outcome="read"),
                name="only_a_read_file_becomes_a_report",
            ),
        )
        triggers = (READ_ONCE, never("deleted", pgtrigger.Delete))

    def __str__(self) -> str:
        return f"File of vacant land of {self.municipality_id}, {self.year}"
