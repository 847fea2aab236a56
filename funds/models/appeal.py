"""The only home of appeals against findings, and of what became of them."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.compliance import Finding
from funds.models.ledger_triggers import never
from municipalities.models import Document, Officer
from municipalities.models.duties import persons_differ


class Appeal(models.Model):
    """A zone's appeal against a finding, decided by an office that had no part in it.

    What is reversed stands on the finding's expenditures; what was given back, on its recoveries.
    """

    finding = models.OneToOneField(Finding, on_delete=models.PROTECT, related_name="appeal")
    grounds = models.CharField(max_length=1000)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+", null=True)
    filed_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="appeals_filed")
    filed_on = models.DateField()
    confirmed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="+", help_text="the finding, and not this"
    )
    decided_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="appeals_decided", null=True
    )
    decided_on = models.DateField(null=True)
    reason = models.CharField(max_length=1000, blank=True)

    class Meta:
        ordering = ("filed_on", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(decided_by=None, decided_on=None)
                | Q(decided_by__isnull=False, decided_on__gte=models.F("filed_on")) & ~Q(reason=""),
                name="a_decision_says_why",
            ),
        )
        triggers = (
            persons_differ("decided_by_another", "filed_by_id", "confirmed_by_id", "decided_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Appeal against {self.finding}"
