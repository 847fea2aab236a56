"""The only home of what happens to a proposal: changes asked for, amendments, outcomes. c."""

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models.adoption import AdoptedByBoth, by_two_persons, whole_adoptions
from funds.models.ledger_triggers import never
from funds.models.project import Project
from funds.models.proposal import Proposal
from municipalities.models import Document, Officer
from municipalities.models.duties import persons_differ


class ChangeRequest(models.Model):
    """What the Authority's staff ask to be changed in a proposal, until the town sends it again."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="change_requests")
    proposal = models.ForeignKey(
        Proposal, on_delete=models.PROTECT, related_name="change_requests", null=True
    )
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="changes_asked")
    asked_on = models.DateField()
    sent_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="changes_sent", null=True
    )
    sent_on = models.DateField(null=True)

    class Meta:
        ordering = ("project", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["project"], condition=Q(sent_on=None), name="one_request_waits"
            ),
            models.CheckConstraint(
                condition=Q(sent_by=None, sent_on=None)
                | Q(sent_by__isnull=False, sent_on__isnull=False),
                name="sent_again_by_somebody",
            ),
        )
        triggers = (
            persons_differ("changes_sent_by_another", "asked_by_id", "sent_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Changes asked of {self.project}"


class PartComment(models.Model):
    """What is asked about one part of a proposal, and what the town answers."""

    request = models.ForeignKey(
        ChangeRequest,
        on_delete=models.PROTECT,
        related_name="comments",
        db_column="changerequest_id",
    )
    part = models.CharField(max_length=20)
    comment = models.CharField(max_length=1000)
    answer = models.CharField(max_length=1000, blank=True)

    class Meta:
        ordering = ("request", "pk")
        constraints = (
            models.UniqueConstraint(fields=["request", "part"], name="one_comment_a_part"),
            models.CheckConstraint(condition=~Q(comment=""), name="a_comment_says_something"),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.part}: {self.comment}"


class Amendment(AdoptedByBoth):
    """A change of an approved project's budget, time or scope: before, after, and who agreed."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="amendments")
    number = models.PositiveSmallIntegerField()
    why = models.CharField(max_length=300)
    months_before = models.PositiveSmallIntegerField()
    months_after = models.PositiveSmallIntegerField()
    scope_before = models.TextField()
    scope_after = models.TextField()
    hearing_closed_at = models.DateTimeField()
    proposed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="amendments_proposed"
    )
    proposed_on = models.DateField()
    determined_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="amendments_determined", null=True
    )
    approved_on = models.DateField(null=True)
    rejected_on = models.DateField(null=True)
    reason = models.CharField(max_length=300, blank=True, help_text="of a rejection")

    class Meta:
        ordering = ("project", "number")
        constraints = (
            models.UniqueConstraint(fields=["project", "number"], name="one_number_an_amendment"),
            models.UniqueConstraint(
                fields=["project"],
                condition=Q(approved_on=None, rejected_on=None),
                name="one_amendment_waits",
            ),
            models.CheckConstraint(
                condition=Q(approved_on=None, rejected_on=None, determined_by=None)
                | Q(approved_on__isnull=False, rejected_on=None, determined_by__isnull=False)
                | Q(approved_on=None, rejected_on__isnull=False, determined_by__isnull=False)
                & ~Q(reason=""),
                name="an_amendment_is_determined_whole",
            ),
            models.CheckConstraint(
                condition=Q(approved_on=None)
                | Q(governing_adopted_at__gte=F("hearing_closed_at"),
                    corporation_adopted_at__gte=F("hearing_closed_at")),
                name="amended_after_hearing_and_adoption",
            ),
            *whole_adoptions("amendment_"),
        )  # fmt: skip
        triggers = (
            persons_differ("amendment_determined_by_another", "proposed_by_id", "determined_by_id"),
            by_two_persons("amendment_of_each_body_by_another"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Amendment {self.number} of {self.project.number}"


class AmendmentBudget(models.Model):
    """What a project needs from one credit year, before an amendment and after it."""

    amendment = models.ForeignKey(Amendment, on_delete=models.PROTECT, related_name="budgets")
    sfy = models.PositiveSmallIntegerField()
    before = models.DecimalField(max_digits=18, decimal_places=2)
    after = models.DecimalField(max_digits=18, decimal_places=2)

    class Meta:
        ordering = ("amendment", "sfy")
        constraints = (
            models.UniqueConstraint(fields=["amendment", "sfy"], name="one_change_a_year"),
            models.CheckConstraint(
                condition=Q(before__gte=0, after__gte=0), name="a_changed_budget_is_not_negative"
            ),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"SFY{self.sfy}: {self.before} to {self.after}"


class Outcome(models.Model):
    """What a project has led to by a day, as the zone reports it: jobs and activity."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="outcomes")
    as_of_on = models.DateField()
    jobs = models.PositiveIntegerField(help_text="new jobs by that day, all together")
    activity = models.TextField()
    finished = models.BooleanField(default=False)
    evidence = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+", null=True)
    reported_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="outcomes_reported"
    )
    reported_on = models.DateField()

    class Meta:
        ordering = ("project", "as_of_on")
        constraints = (
            models.UniqueConstraint(fields=["project", "as_of_on"], name="one_outcome_a_day"),
            models.CheckConstraint(condition=~Q(activity=""), name="an_outcome_tells_of_activity"),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.project} by {self.as_of_on}: {self.jobs} jobs"
