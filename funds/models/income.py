"""The only home of what invested money earned: by fund, source and month."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.fund import Fund
from funds.models.ledger import Posting
from funds.models.ledger_triggers import never


class InvestmentIncome(models.Model):
    """Income of one source for one month, credited to its fund once. 52:27H-88 a.(1)."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="incomes")
    source = models.CharField(max_length=80, help_text="what the money is invested in")
    month = models.DateField(help_text="the month's first day")
    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="income")

    class Meta:
        ordering = ("-month", "source")
        constraints = (
            models.UniqueConstraint(fields=["fund", "source", "month"], name="one_income_a_month"),
            models.CheckConstraint(condition=Q(month__day=1), name="a_month_is_its_first_day"),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.source}, {self.month:%B %Y}"
