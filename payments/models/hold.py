"""The only home of stops on payments as rows: on whom, why, how much, who lifts them."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models import Fund
from municipalities.models import Officer
from municipalities.models.duties import persons_differ


class Hold(models.Model):
    """A stop on a payee's or a fund's payments with its basis; it moves nothing.

    Lifted by another person than placed it. One standing hold of a category stops each payee.
    """

    class Category(models.TextChoices):
        ORDER = "order", "Court or agency order"
        AUDIT = "audit", "Audit or report outstanding"
        LOWERED = "lowered", "Payment was lowered"
        ACCOUNT = "account", "Bank account changed"
        INQUIRY = "inquiry", "Question to the payee"
        OTHER = "other", "Other"

    class Rule(models.TextChoices):
        ALL = "all", "Every payment"
        OVER = "over", "Payments of more than the amount"
        UP_TO = "up-to", "The oldest payments, until the amount is covered"

    fund = models.ForeignKey(
        Fund,
        on_delete=models.PROTECT,
        related_name="holds",
        null=True,
        help_text="empty: all",
    )
    payee = models.CharField(max_length=80, db_index=True, blank=True, help_text="empty: every one")
    category = models.CharField(max_length=8, choices=Category.choices, default=Category.OTHER)
    basis = models.CharField(max_length=300)
    rule = models.CharField(max_length=5, choices=Rule.choices, default=Rule.ALL)
    amount = models.DecimalField(
        max_digits=18, decimal_places=2, null=True, help_text="that its rule speaks of"
    )
    batch = models.CharField(max_length=40, blank=True, help_text="of those placed together")
    placed_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="holds_placed")
    placed_on = models.DateField()
    lifted_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="holds_lifted", null=True
    )
    lifted_on = models.DateField(null=True)
    lifted_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-placed_on", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(rule="all", amount=None) | (~Q(rule="all") & Q(amount__gt=0)),
                name="a_rule_of_an_amount_has_one",
            ),
            models.CheckConstraint(
                condition=~Q(payee="") | Q(fund__isnull=False), name="on_a_payee_or_on_a_fund"
            ),
            models.UniqueConstraint(
                fields=["payee", "fund", "category"],
                condition=Q(lifted_on=None),
                nulls_distinct=False,
                name="one_standing_hold_of_a_category",
            ),
        )
        triggers = (
            pgtrigger.Protect(name="never_deleted", operation=pgtrigger.Delete),
            persons_differ("lifted_by_another", "placed_by_id", "lifted_by_id"),
        )

    def __str__(self) -> str:
        return f"{self.payee or 'every payee'}: {self.basis}"
