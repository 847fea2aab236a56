"""The only home of a year's appropriations act and of what 52:27D-441 asks when it is short."""

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models.ledger_triggers import never
from municipalities.models import Officer


class Enactment(models.Model):
    """That a year's appropriations act was enacted, and the two steps that a short one starts.

    `short` is what the certified act lacks of the required amount, in dollars, as it was certified.
    """

    sfy = models.PositiveSmallIntegerField(unique=True)
    enacted_on = models.DateField()
    title = models.CharField(max_length=200, help_text="the act as it is cited")
    recorded_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="enactments_recorded"
    )
    recorded_on = models.DateField()
    short = models.DecimalField(max_digits=18, decimal_places=2, null=True)
    certified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="shortfalls_certified", null=True
    )
    certified_on = models.DateField(null=True)
    notified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="filers_notified", null=True
    )
    notified_on = models.DateField(null=True)
    notice = models.CharField(max_length=200, blank=True, help_text="where the notice stands")

    class Meta:
        ordering = ("-sfy",)
        constraints = (
            models.CheckConstraint(
                condition=Q(certified_by=None, certified_on=None, short=None)
                | Q(certified_by__isnull=False, certified_on__gte=F("enacted_on"), short__gt=0),
                name="a_short_act_is_certified_with_its_amount",
            ),
            models.CheckConstraint(
                condition=Q(notified_by=None, notified_on=None, notice="")
                | Q(notified_by__isnull=False, certified_by__isnull=False)
                & Q(notified_on__gte=F("certified_on"))
                & ~Q(notice=""),
                name="filers_are_notified_after_the_certification",
            ),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"Appropriations act of SFY{self.sfy}"
