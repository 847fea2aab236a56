"""The only home of pledges of future credits to transportation infrastructure. P.L.2024, c.80."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.ledger_triggers import never
from funds.models.project import Project
from municipalities.models import Document, Officer
from municipalities.models.duties import persons_differ


class Pledge(models.Model):
    """What a transportation project is promised of credits to come, to repay a public lender.

    The municipality pledges, the Authority approves as another person. `plan` says where the
    certified zone development plan details the use.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="pledges")
    number = models.CharField(max_length=40)
    lender = models.CharField(max_length=120, help_text="the State bank or other public lender")
    loan = models.CharField(max_length=120, help_text="the loan or bond it repays")
    plan = models.CharField(max_length=200, help_text="where the zone development plan details it")
    document = models.ForeignKey(
        Document, on_delete=models.PROTECT, related_name="pledges", null=True
    )
    pledged_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="pledges_made")
    pledged_on = models.DateField()
    decided_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="pledges_decided", null=True
    )
    approved_on = models.DateField(null=True)
    rejected_on = models.DateField(null=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-pledged_on", "-pk")
        constraints = (
            models.UniqueConstraint(fields=["project", "number"], name="one_pledge_a_number"),
            models.CheckConstraint(
                condition=Q(decided_by=None, approved_on=None, rejected_on=None)
                | Q(decided_by__isnull=False, approved_on__isnull=False, rejected_on=None)
                | Q(decided_by__isnull=False, approved_on=None, rejected_on__isnull=False)
                & ~Q(reason=""),
                name="a_pledge_is_decided_once",
            ),
        )
        triggers = (
            persons_differ("pledge_decided_by_another", "pledged_by_id", "decided_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return self.number


class PledgeYear(models.Model):
    """What is pledged of one year's credit, in dollars."""

    pledge = models.ForeignKey(Pledge, on_delete=models.PROTECT, related_name="years")
    sfy = models.PositiveSmallIntegerField(help_text="the credit year that is pledged")
    amount = models.DecimalField(max_digits=18, decimal_places=2)

    class Meta:
        ordering = ("pledge", "sfy")
        constraints = (
            models.UniqueConstraint(fields=["pledge", "sfy"], name="one_pledge_a_year"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_pledge_is_positive"),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.pledge_id} SFY{self.sfy} {self.amount}"
