"""The only home of return files of the bank as rows: what each line says, and what came of it."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.ledger_triggers import never
from municipalities.models import Officer
from payments.models.payment import BankReturn, Payment


class ReturnFile(models.Model):
    """A file of the bank, known by its SHA-256: read, matched, and confirmed by a person.

    Nothing is posted before it is confirmed. Its content may hold account numbers and isn't kept.
    """

    sha256 = models.CharField(max_length=64, unique=True)
    filename = models.CharField(max_length=120)
    layout = models.CharField(max_length=20, blank=True, help_text="nacha, table, or unknown")
    heads = models.CharField(max_length=300, blank=True, help_text="of a table, as it has them")
    quarantined_because = models.CharField(max_length=300, blank=True)
    sent_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="return_files_sent")
    sent_on = models.DateField()
    confirmed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="return_files_confirmed", null=True
    )
    confirmed_on = models.DateField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(confirmed_by=None) | Q(quarantined_because=""),
                name="what_is_in_quarantine_is_not_confirmed",
            ),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.filename} of {self.sent_on}"


class ReturnLine(models.Model):
    """One return of a file: as the bank says it, the payment it is of, and what is found."""

    class State(models.TextChoices):
        MATCHED = "matched", "Matched"
        KNOWN = "known", "Recorded before"
        EXCEPTION = "exception", "Exception"

    file = models.ForeignKey(ReturnFile, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveIntegerField(help_text="of the line in the file")
    trace = models.CharField(max_length=40)
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    code = models.CharField(max_length=10)
    returned_on = models.DateField()
    payment = models.ForeignKey(
        Payment, on_delete=models.PROTECT, related_name="return_lines", null=True
    )
    payee = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=9, choices=State.choices)
    finding = models.CharField(max_length=300, blank=True)
    recorded = models.OneToOneField(
        BankReturn, on_delete=models.PROTECT, related_name="line", null=True
    )
    settled_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="return_lines_settled", null=True
    )
    settled_on = models.DateField(null=True)
    settled_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("file", "number")
        constraints = (
            models.UniqueConstraint(fields=["file", "number"], name="one_line_of_a_number"),
            models.CheckConstraint(
                condition=Q(recorded=None) | Q(state="matched", payment__isnull=False),
                name="only_what_matches_is_recorded",
            ),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.file} line {self.number}: {self.trace} {self.code}"
