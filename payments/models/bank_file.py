"""The only home of what is kept of a bank file: its hash, its control totals, who took it."""

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from funds.models.ledger_triggers import never, never_truncated
from municipalities.models import Officer
from municipalities.models.standstill import not_in_a_standstill
from payments.models.payment import Warrant


class BankFile(models.Model):
    """The file with which a sent warrant's payments go to the bank.

    Its content holds account numbers and is not kept: made again it is the same to the byte, or
    is refused. What is kept is its hash and its control totals.
    """

    warrant = models.OneToOneField(Warrant, on_delete=models.PROTECT, related_name="bank_file")
    made_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="bank_files_made")
    made_on = models.DateField()
    payments_count = models.PositiveIntegerField()
    total = models.DecimalField(max_digits=18, decimal_places=2)
    entry_hash = models.CharField(max_length=10, help_text="of its routing numbers")
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ("-made_on", "-pk")
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete), never_truncated())

    def __str__(self) -> str:
        return f"bank file of {self.warrant}"


class BankFileTaking(models.Model):
    """That an officer took a bank file; every taking but the first is of one already sent."""

    file = models.ForeignKey(BankFile, on_delete=models.PROTECT, related_name="takings")
    taken_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="bank_files_taken")
    taken_on = models.DateField()
    taken_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("pk",)
        triggers = (
            never("changed", pgtrigger.Update | pgtrigger.Delete),
            never_truncated(),
            not_in_a_standstill("no_file_in_a_standstill", pgtrigger.Insert, "true"),
        )

    def __str__(self) -> str:
        return f"{self.file} taken by {self.taken_by}"


class BankCopy(models.Model):
    """A file as the bank has it, compared with the warrant it pays, and what differs.

    Its content holds account numbers and is not kept; its SHA-256 is.
    """

    warrant = models.ForeignKey(Warrant, on_delete=models.PROTECT, related_name="bank_copies")
    sha256 = models.CharField(max_length=64)
    filename = models.CharField(max_length=120)
    loaded_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="bank_copies_loaded"
    )
    loaded_on = models.DateField()
    loaded_at = models.DateTimeField(db_default=Now())
    differences = models.JSONField(default=list, help_text="kind, warrant, payee and words of each")

    class Meta:
        ordering = ("-pk",)
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete), never_truncated())

    def __str__(self) -> str:
        return f"the bank's copy of {self.warrant}"
