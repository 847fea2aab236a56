"""The only home of what was spent of zone money, by vintage and category."""

import pgtrigger
from django.db import models

from funds.models.ledger import Posting
from funds.models.ledger_triggers import never, never_truncated
from funds.models.project import Category, Encumbrance


class Expenditure(models.Model):
    """A part of a posting that counts as expenditure; what is voided counts below zero.

    An advance to a trust makes none: it is spent when the trust pays. A ceiling, a report and a
    finding all read these rows, and no other.
    """

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="expenditures")
    encumbrance = models.ForeignKey(
        Encumbrance, on_delete=models.PROTECT, related_name="expenditures"
    )
    sfy = models.PositiveSmallIntegerField(help_text="the vintage that was spent")
    category = models.CharField(max_length=16, choices=Category.choices)
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    takes_back = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="taken_back", null=True
    )

    class Meta:
        ordering = ("posting", "sfy")
        constraints = (
            models.UniqueConstraint(
                fields=["posting", "encumbrance", "sfy"], name="one_expenditure_a_vintage"
            ),
            models.CheckConstraint(
                condition=~models.Q(amount=0), name="an_expenditure_is_of_something"
            ),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete), never_truncated())

    def __str__(self) -> str:
        return f"{self.encumbrance_id} SFY{self.sfy} {self.amount}"
