"""The only home of what a municipality attests: that its levy relief cut the levy. 439 e."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.allocation import Certification
from funds.models.ledger_triggers import never
from municipalities.models import Document, Municipality, Officer


class LevyReliefAttestation(models.Model):
    """That aid above SFY2002's, in dollars, did nothing but cut the levy for municipal purposes."""

    certification = models.ForeignKey(
        Certification, on_delete=models.PROTECT, related_name="levy_relief"
    )
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="levy_relief"
    )
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    budget_year = models.PositiveSmallIntegerField(help_text="the budget whose levy it cut")
    adopted_on = models.DateField(help_text="when the governing body adopted that budget")
    document = models.ForeignKey(
        Document, on_delete=models.PROTECT, related_name="levy_relief", null=True
    )
    attested_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="levy_relief_attested"
    )
    attested_on = models.DateField()

    class Meta:
        ordering = ("-attested_on", "municipality")
        constraints = (
            models.UniqueConstraint(
                fields=["certification", "municipality"], name="levy_relief_attested_once"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="levy_relief_is_positive"),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.municipality_id}, {self.certification}: levy relief attested"
