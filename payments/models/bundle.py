"""The only home of bundles handed out: of what, to whom, when, and what was in them."""

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from funds.models.ledger_triggers import never
from municipalities.models import Officer


class Bundle(models.Model):
    """A packed answer to an auditor or to a request for records; `sha256` is its manifest's."""

    class Of(models.TextChoices):
        MUNICIPALITY = "municipality", "Municipality"
        PAYMENT = "payment", "Payment"
        RUN = "run", "Run"

    of = models.CharField(max_length=12, choices=Of.choices)
    key = models.CharField(max_length=20)
    sha256 = models.CharField(max_length=64, help_text="of the manifest in it")
    files = models.PositiveIntegerField()
    made_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="bundles")
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-pk",)
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.get_of_display()} {self.key}"
