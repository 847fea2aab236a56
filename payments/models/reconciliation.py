"""The only home of what each day's reconciliation came to."""

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from funds.models.ledger_triggers import never, never_truncated
from municipalities.models import Officer


class Reconciliation(models.Model):
    """How many payments tie four ways on a day, and every difference there is."""

    on = models.DateField(db_index=True)
    at = models.DateTimeField(db_default=Now())
    by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="reconciliations")
    warrants = models.PositiveIntegerField()
    payments = models.PositiveIntegerField()
    total = models.DecimalField(max_digits=18, decimal_places=2)
    differences = models.JSONField(default=list, help_text="kind, warrant, payee and words of each")

    class Meta:
        ordering = ("-pk",)
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete), never_truncated())

    def __str__(self) -> str:
        return f"reconciliation of {self.on}"
