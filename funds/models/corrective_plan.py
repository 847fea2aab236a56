"""The only home of corrective action plans: what a zone must do, by when, and its evidence. j."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.compliance import WithholdingOrder
from funds.models.ledger_triggers import never
from municipalities.models import Document, Officer
from municipalities.models.duties import persons_differ


class CorrectivePlan(models.Model):
    """The plan that the Department developed, to be entered into and complied with. j.

    When it was entered into and complied with stands on the order that it ends.
    """

    order = models.OneToOneField(WithholdingOrder, on_delete=models.PROTECT, related_name="plan")
    aim = models.CharField(max_length=300, help_text="what is put right")
    written_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="plans_written")
    written_on = models.DateField()
    signed = models.ForeignKey(
        Document, on_delete=models.PROTECT, related_name="+", null=True, help_text="by the zone"
    )

    class Meta:
        ordering = ("written_on", "pk")
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"Corrective action plan, {self.order.zone}"


class PlanTask(models.Model):
    """A thing the zone must do by a day."""

    plan = models.ForeignKey(CorrectivePlan, on_delete=models.PROTECT, related_name="tasks")
    number = models.PositiveSmallIntegerField()
    what = models.CharField(max_length=300)
    due_on = models.DateField()

    class Meta:
        ordering = ("plan", "number")
        constraints = (
            models.UniqueConstraint(fields=["plan", "number"], name="one_task_a_number"),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.plan}, task {self.number}"


class PlanEvidence(models.Model):
    """What a zone filed to show that a task is done, and the Department's answer.

    What was sent back stays as it was; the zone files anew beside it.
    """

    task = models.ForeignKey(PlanTask, on_delete=models.PROTECT, related_name="evidence")
    said = models.CharField(max_length=300, blank=True)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+", null=True)
    filed_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="evidence_filed")
    filed_on = models.DateField()
    answered_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="evidence_answered", null=True
    )
    answered_on = models.DateField(null=True)
    sent_back = models.CharField(max_length=300, blank=True, help_text="why more is needed")

    class Meta:
        ordering = ("task", "pk")
        verbose_name_plural = "plan evidence"
        constraints = (
            models.CheckConstraint(
                condition=Q(answered_by=None, answered_on=None, sent_back="")
                | Q(answered_by__isnull=False, answered_on__gte=models.F("filed_on")),
                name="answered_after_it_was_filed",
            ),
            models.UniqueConstraint(
                fields=["task"],
                condition=Q(answered_by=None),
                name="one_evidence_waits",
            ),
            models.UniqueConstraint(
                fields=["task"],
                condition=Q(answered_by__isnull=False, sent_back=""),
                name="one_evidence_is_accepted",
            ),
        )
        triggers = (
            persons_differ("answered_by_another", "filed_by_id", "answered_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Evidence of {self.task}"

    @property
    def accepted(self) -> bool:
        """Whether the Department took it."""
        return self.answered_by_id is not None and not self.sent_back
