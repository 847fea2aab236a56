"""The only home of zone projects, their budgets and encumbrances, and Authority spending."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.ledger import Posting
from funds.models.ledger_triggers import never
from municipalities.models import Document, EnterpriseZone, Municipality, Officer
from municipalities.models.duties import persons_differ


class Category(models.TextChoices):
    """What a qualified assistance fund expense is for, as far as a ceiling depends on it."""

    GENERAL = "general", "Economic development"
    PUBLIC_SAFETY = "public-safety", "Public safety (25%)"
    ADMINISTRATION = "administration", "Administration (10%)"
    TRANSPORTATION = "transportation", "Transportation infrastructure (75%)"


class Project(models.Model):
    """An economic development project in a zone. N.J.S.A. 52:27H-88 c."""

    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="projects")
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="projects"
    )
    number = models.CharField(max_length=40, help_text='for example "P-0714-2027-01"')
    title = models.CharField(max_length=160)
    category = models.CharField(max_length=16, choices=Category.choices)
    hearing_closed_at = models.DateTimeField(null=True, blank=True)
    adopted_at = models.DateTimeField(null=True, blank=True, help_text="joint resolution")
    resolution = models.CharField(max_length=200, blank=True)
    proposed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="projects_proposed"
    )
    proposed_on = models.DateField()
    determined_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="projects_determined", null=True
    )
    approved_on = models.DateField(null=True)
    rejected_on = models.DateField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    withdrawn_on = models.DateField(null=True)
    withdrawn_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="projects_withdrawn", null=True
    )
    withdrawn_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("zone", "number")
        constraints = (
            models.UniqueConstraint(
                fields=["zone", "municipality", "number"], name="one_project_a_number"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_on=None, withdrawn_by=None, withdrawn_because="")
                | Q(withdrawn_on__isnull=False, withdrawn_by__isnull=False)
                & ~Q(withdrawn_because=""),
                name="withdrawn_by_whom_and_why",
            ),
            models.CheckConstraint(
                condition=Q(approved_on=None)
                | Q(
                    determined_by__isnull=False,
                    rejected_on=None,
                    adopted_at__isnull=False,
                    hearing_closed_at__lte=models.F("adopted_at"),
                ),
                name="approved_after_hearing_and_adoption",
            ),
        )
        triggers = (
            persons_differ("determined_by_another", "proposed_by_id", "determined_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


class ProjectBudget(models.Model):
    """What a project needs from one credit year's zone money: the budget appropriation of b."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="budgets")
    sfy = models.PositiveSmallIntegerField(help_text="the credit year charged")
    amount = models.DecimalField(max_digits=18, decimal_places=2)

    class Meta:
        ordering = ("project", "sfy")
        constraints = (
            models.UniqueConstraint(fields=["project", "sfy"], name="one_budget_a_year"),
            # An amendment may take a year's whole budget away; no row is deleted.
            models.CheckConstraint(condition=Q(amount__gte=0), name="a_budget_is_not_negative"),
        )

    def __str__(self) -> str:
        return f"{self.project} SFY{self.sfy} {self.amount}"


class Encumbrance(models.Model):
    """Zone money bound to a project; what is left of it is in its own accounts, by vintage.

    `sfy` is the year in which it was encumbered: clause i. counts from it.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="encumbrances")
    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="encumbrances")
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="encumbrances"
    )
    number = models.CharField(max_length=40)
    category = models.CharField(max_length=16, choices=Category.choices)
    purpose = models.CharField(max_length=200)
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    encumbered_on = models.DateField()
    sfy = models.PositiveSmallIntegerField()
    last_usable_on = models.DateField(help_text="June 30 of the third year after `sfy`")
    encumbered_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="encumbrances"
    )
    vintages_reason = models.CharField(
        max_length=300, blank=True, help_text="why other than the oldest usable credit"
    )
    follows = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        related_name="followed_by",
        null=True,
        help_text="the encumbrance whose money was encumbered anew",
    )
    contract = models.ForeignKey(
        Document,
        on_delete=models.PROTECT,
        related_name="encumbrances",
        null=True,
        help_text="the purchase order or contract",
    )
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="encumbrance", null=True
    )

    class Meta:
        ordering = ("last_usable_on", "number")
        constraints = (
            models.UniqueConstraint(
                fields=["zone", "municipality", "number"], name="one_encumbrance_a_number"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="an_encumbrance_is_positive"),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return self.number


class AuthoritySpending(models.Model):
    """The Authority's use of its account. N.J.S.A. 52:27H-88 a.(2), a.(3)."""

    class Purpose(models.TextChoices):
        ADMINISTRATION = "administration", "Administration"
        GRANT = "grant", "Grant"
        LOAN = "loan", "Loan or investment"
        GUARANTY = "guaranty", "Guaranty"

    purpose = models.CharField(max_length=14, choices=Purpose.choices)
    payee = models.CharField(max_length=80)
    spent_on = models.DateField()
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="authority_spending"
    )

    class Meta:
        ordering = ("-spent_on",)

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} to {self.payee}"
