"""The only home of what a project's proposal says, who adopted it, and who is under the ethics law.

What was written anew is a row of its own beside the one before it; `funds/completeness.py` says
what of the live one is still missing.
"""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.adoption import AdoptedByBoth, by_two_persons, whole_adoptions
from funds.models.ledger_triggers import never
from funds.models.project import Project
from municipalities.models import EnterpriseZone, Municipality, Officer, Person

APPROVED_FOR_GOOD = pgtrigger.Trigger(
    name="approved_for_good",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func="""
        IF EXISTS (SELECT 1 FROM funds_project p
                WHERE p.id = OLD.project_id AND p.approved_on IS NOT NULL) THEN
            RAISE EXCEPTION 'the proposal of an approved project stays as it was approved'
                USING ERRCODE = '23514', CONSTRAINT = 'approved_for_good';
        END IF;
        RETURN NEW;""",
)


class Proposal(AdoptedByBoth):
    """The six parts of c.(1)-(6), the finding of c.'s last sentence, and both bodies' adoption."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="proposals")
    superseded = models.BooleanField(default=False, help_text="it was written anew")
    description = models.TextField(blank=True, help_text="c.(1)")
    total_cost = models.DecimalField(
        max_digits=18, decimal_places=2, null=True, help_text="c.(2); by year in the budgets"
    )
    months = models.PositiveSmallIntegerField(null=True, help_text="c.(4)")
    furthers = models.TextField(blank=True, help_text="c.(5), the zone development plan")
    controls = models.TextField(blank=True, help_text="c.(6), with the reports")
    qualifies = models.TextField(blank=True, help_text="why it is a qualified expense")
    jobs = models.PositiveIntegerField(null=True, help_text="new jobs it will lead to")
    activity = models.TextField(blank=True, help_text="the economic activity it will increase")
    written_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="proposals_written"
    )
    written_on = models.DateField()

    class Meta:
        ordering = ("project", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["project"], condition=Q(superseded=False), name="one_live_proposal"
            ),
            *whole_adoptions(),
        )
        triggers = (
            by_two_persons("each_body_by_another"),
            APPROVED_FOR_GOOD,
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Proposal of {self.project}"


class OtherRevenue(models.Model):
    """Another source that a project is financed from. c.(3)."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="other_revenues")
    source = models.CharField(max_length=120)
    amount = models.DecimalField(max_digits=18, decimal_places=2)

    class Meta:
        ordering = ("proposal", "pk")
        constraints = (
            models.UniqueConstraint(fields=["proposal", "source"], name="one_row_a_source"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(source=""), name="a_source_gives_something"
            ),
        )

    def __str__(self) -> str:
        return f"{self.source} {self.amount}"


class EthicsStatus(models.Model):
    """What is on record of a person under the Local Government Ethics Law. a.(4).

    A later row takes the place of an earlier one; none is changed. The place is that of the
    office the person held when it was recorded.
    """

    class Status(models.TextChoices):
        ACKNOWLEDGED = "acknowledged", "Acknowledged"
        DISCLOSED = "disclosed", "Disclosure statement filed"
        EXEMPT = "exempt", "State employee or special State officer"

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="ethics")
    status = models.CharField(max_length=12, choices=Status.choices)
    status_on = models.DateField()
    basis = models.CharField(max_length=200, blank=True, help_text="the filing, the State office")
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="+", null=True
    )
    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="+", null=True)
    recorded_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="ethics_recorded"
    )
    recorded_on = models.DateField()

    class Meta:
        ordering = ("person", "-status_on", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=["person", "status", "status_on"], name="one_status_a_day"
            ),
            models.CheckConstraint(
                condition=~Q(status="exempt") | ~Q(basis=""), name="an_exemption_has_a_basis"
            ),
        )
        triggers = (
            pgtrigger.Protect(
                name="ethics_never_changed", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_status_display()} on {self.status_on:%b %-d, %Y}"
