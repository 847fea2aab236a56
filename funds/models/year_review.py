"""The only home of a zone's year-end review, and of the expenditures it looks at. j."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.ledger import Posting
from funds.models.ledger_triggers import never
from municipalities.models import EnterpriseZone, Officer
from municipalities.models.duties import persons_differ


class YearReview(models.Model):
    """The Department's review of what a zone spent in a State fiscal year. N.J.S.A. 52:27H-88 j.

    Of all its expenditures, or of a sample that its seed draws again the same.
    """

    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="year_reviews")
    sfy = models.PositiveSmallIntegerField()
    sample_size = models.PositiveIntegerField(null=True, help_text="none: every expenditure")
    seed = models.CharField(max_length=80, help_text="which draws the sample")
    spent_count = models.PositiveIntegerField(help_text="expenditures of the year")
    spent_total = models.DecimalField(max_digits=18, decimal_places=2)
    begun_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="reviews_begun")
    begun_on = models.DateField()
    concluded_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="reviews_concluded", null=True
    )
    concluded_on = models.DateField(null=True)
    conclusion = models.TextField(blank=True)

    class Meta:
        ordering = ("-sfy", "zone")
        constraints = (
            models.UniqueConstraint(fields=["zone", "sfy"], name="one_review_a_year"),
            models.CheckConstraint(
                condition=Q(concluded_by=None, concluded_on=None)
                | Q(concluded_by__isnull=False, concluded_on__isnull=False) & ~Q(conclusion=""),
                name="a_conclusion_is_whole",
            ),
        )
        triggers = (
            persons_differ("concluded_by_another", "begun_by_id", "concluded_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"Year-end review SFY{self.sfy}, {self.zone}"


class ReviewedExpenditure(models.Model):
    """An expenditure that a year-end review looks at, and what the reviewer says of it."""

    class Outcome(models.TextChoices):
        CONSISTENT = "consistent", "Consistent with the act"
        INCONSISTENT = "inconsistent", "Inconsistent with the act"

    review = models.ForeignKey(YearReview, on_delete=models.PROTECT, related_name="expenditures")
    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="year_reviews")
    amount = models.DecimalField(max_digits=18, decimal_places=2, help_text="when it was drawn")
    outcome = models.CharField(max_length=12, choices=Outcome.choices, blank=True)
    note = models.CharField(max_length=300, blank=True)
    looked_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="expenditures_reviewed", null=True
    )
    looked_on = models.DateField(null=True)

    class Meta:
        ordering = ("posting",)
        constraints = (
            models.UniqueConstraint(fields=["review", "posting"], name="reviewed_once"),
            models.CheckConstraint(
                condition=Q(outcome="", looked_by=None)
                | Q(outcome="consistent", looked_by__isnull=False)
                | Q(outcome="inconsistent", looked_by__isnull=False) & ~Q(note=""),
                name="an_outcome_is_somebodys",
            ),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"#{self.posting_id} in {self.review}"
