"""The only home of stored files, of uploads that were refused, and of issued papers.

A file lies under a random name outside the web root; its row says whose it is, what it is by its
content, and its SHA-256. A paper is a file the State issued: numbered, stored as issued.
"""

import pgtrigger
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from municipalities.models.municipality import County, Municipality
from municipalities.models.office import Officer
from municipalities.models.zone import EnterpriseZone

KEPT = pgtrigger.Update | pgtrigger.Delete


class Document(models.Model):
    """A file in the store: an upload that was found harmless, or an issued paper.

    Without a municipality, zone or county it is the State's: offices with "read-all" see it.
    """

    class Kind(models.TextChoices):
        XLSX = "xlsx", "Workbook (XLSX)"
        CSV = "csv", "Comma-separated values (CSV)"
        PDF = "pdf", "PDF"
        TXT = "txt", "Fixed-width text"
        ZIP = "zip", "Packed extract (ZIP)"

    filename = models.CharField(max_length=120, help_text="as it is called when downloaded")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    size = models.PositiveIntegerField(help_text="bytes")
    sha256 = models.CharField(max_length=64)
    place = models.CharField(max_length=40, unique=True, help_text="its random name in the store")
    scanned_by = models.CharField(max_length=80, help_text="which scanner found nothing, or none")
    stored_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="documents_stored"
    )
    stored_at = models.DateTimeField(db_default=Now())
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="stored_documents", null=True
    )
    zone = models.ForeignKey(
        EnterpriseZone, on_delete=models.PROTECT, related_name="stored_documents", null=True
    )
    county = models.ForeignKey(
        County, on_delete=models.PROTECT, related_name="stored_documents", null=True
    )

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=["sha256"], name="document_by_hash"),)
        triggers = (pgtrigger.Protect(name="document_never_changed", operation=KEPT),)

    def __str__(self) -> str:
        return self.filename


class Quarantine(models.Model):
    """An upload that was refused: what it was called, its hash, why, and who sent it.

    Of the file nothing is kept but this row.
    """

    filename = models.CharField(max_length=120)
    size = models.PositiveIntegerField(help_text="bytes")
    sha256 = models.CharField(max_length=64)
    reason = models.CharField(max_length=300)
    virus = models.CharField(max_length=120, blank=True, help_text="the signature's name")
    sent_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="uploads_refused")
    sent_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-pk",)
        verbose_name = "refused upload"
        triggers = (pgtrigger.Protect(name="refusal_never_changed", operation=KEPT),)

    def __str__(self) -> str:
        return f"{self.filename}: {self.reason}"


class Paper(models.Model):
    """A paper the State issued: its number, its words as issued, and the stored PDF.

    `subject` is what it is about; a later paper on the same subject supersedes the earlier one.
    """

    number = models.CharField(max_length=60, unique=True)
    kind = models.CharField(max_length=30)
    key = models.CharField(max_length=160, unique=True, help_text="makes it issued once")
    subject = models.CharField(max_length=160)
    title = models.CharField(max_length=200)
    letter = models.JSONField(help_text="what it says, as issued; the page shows the same")
    document = models.OneToOneField(Document, on_delete=models.PROTECT, related_name="paper")
    sha256 = models.CharField(max_length=64, help_text="of the PDF, told to whoever verifies it")
    issued_on = models.DateField()
    issued_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="papers_issued")
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="superseded_by", null=True
    )

    class Meta:
        ordering = ("-issued_on", "-pk")
        indexes = (models.Index(fields=["subject"], name="paper_by_subject"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(number__regex=r"^[A-Za-z0-9-]+$"), name="a_number_fits_an_address"
            ),
        )
        triggers = (pgtrigger.Protect(name="paper_never_changed", operation=KEPT),)

    def __str__(self) -> str:
        return self.number


class Withdrawal(models.Model):
    """That a paper no longer stands, since when and why; the paper itself stays."""

    paper = models.OneToOneField(Paper, on_delete=models.PROTECT, related_name="withdrawal")
    reason = models.CharField(max_length=300)
    withdrawn_on = models.DateField()
    withdrawn_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="papers_withdrawn"
    )

    class Meta:
        ordering = ("-withdrawn_on", "-pk")
        triggers = (pgtrigger.Protect(name="withdrawal_never_changed", operation=KEPT),)

    def __str__(self) -> str:
        return f"{self.paper} withdrawn: {self.reason}"
