"""The only home of what payees say of a deposit: that they have it, or what they ask about it."""

from django.db import models
from django.db.models import Q

from municipalities.models import Officer
from payments.models.payment import Payment


class DepositAnswer(models.Model):
    """That a payee confirmed a deposit, or asked about it; a question is answered by the State."""

    class Kind(models.TextChoices):
        CONFIRMED = "confirmed", "Confirmed"
        QUERY = "query", "Asked about"

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="payee_answers")
    payee = models.CharField(max_length=80, db_index=True)
    kind = models.CharField(max_length=9, choices=Kind.choices)
    said_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="deposits_answered")
    said_on = models.DateField()
    words = models.CharField(max_length=300, blank=True)
    answered_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="deposit_queries_answered", null=True
    )
    answered_on = models.DateField(null=True)
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["payment"], condition=Q(kind="confirmed"), name="confirmed_once"
            ),
            models.UniqueConstraint(
                fields=["payment"],
                condition=Q(kind="query", answered_by=None),
                name="one_open_query_of_a_deposit",
            ),
            models.CheckConstraint(
                condition=Q(kind="confirmed") | ~Q(words=""), name="a_query_says_what_it_asks"
            ),
        )

    def __str__(self) -> str:
        return f"{self.payment}: {self.get_kind_display().lower()}"
