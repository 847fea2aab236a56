"""The only home of closings, the disposition of each balance, and the seal of a year."""

import pgtrigger
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from funds.models import year_end_triggers as triggers
from funds.models.fund import Fund
from funds.models.ledger import Account, Posting
from funds.models.ledger_triggers import never, never_truncated
from municipalities.models import Officer
from municipalities.models.duties import persons_differ


class Closing(models.Model):
    """The year end of one fund's State fiscal year: rehearsed, certified, then sealed."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="closings")
    sfy = models.PositiveSmallIntegerField()
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="closings_prepared"
    )
    prepared_on = models.DateField()
    certified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="closings_certified", null=True
    )
    certified_on = models.DateField(null=True)
    document_hash = models.CharField(max_length=64, blank=True, help_text="of what was certified")

    class Meta:
        ordering = ("fund", "-sfy")
        constraints = (
            models.UniqueConstraint(fields=["fund", "sfy"], name="one_closing_a_year"),
            models.CheckConstraint(
                condition=Q(certified_by=None, certified_on=None)
                | Q(certified_by__isnull=False, certified_on__isnull=False),
                name="a_certified_closing_has_a_person_and_a_day",
            ),
        )
        triggers = (
            never("deleted", pgtrigger.Delete),
            never_truncated(),
            persons_differ("closing_certified_by_another", "prepared_by_id", "certified_by_id"),
            pgtrigger.Trigger(
                name="certified_for_good",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__certified_by_id__isnull=False),
                func="RAISE EXCEPTION 'a certified closing stays as it was certified'"
                " USING ERRCODE = '23514', CONSTRAINT = 'certified_for_good';",
            ),
        )

    def __str__(self) -> str:
        return f"{self.fund_id} SFY{self.sfy}"


class Disposition(models.Model):
    """What becomes of one account's balance at the end of a year: exactly one of three."""

    class What(models.TextChoices):
        CARRIED = "carried", "Carried forward"
        LAPSED = "lapsed", "Lapsed to the Authority"
        STAYS = "stays", "Stays"

    # Written by the ten thousand. Closings, accounts and postings can never be deleted, so a check
    # a row that they exist buys nothing (that of the closing is made once a statement);
    # `one_disposition` is the closing's index, and a posting set where no index stands is an
    # update in place.
    closing = models.ForeignKey(
        Closing,
        on_delete=models.PROTECT,
        related_name="dispositions",
        db_constraint=False,
        db_index=False,
    )
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="dispositions", db_constraint=False
    )
    what = models.CharField(max_length=7, choices=What.choices)
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    from_sfy = models.PositiveSmallIntegerField()
    to_sfy = models.PositiveSmallIntegerField()
    last_usable_on = models.DateField(null=True)
    clause = models.CharField(max_length=80)
    owner = models.CharField(max_length=80)
    note = models.CharField(max_length=200, blank=True, help_text="a hold is noted, never skipped")
    posting = models.ForeignKey(
        Posting,
        on_delete=models.PROTECT,
        related_name="dispositions",
        null=True,
        db_constraint=False,
        db_index=False,
    )

    class Meta:
        ordering = ("closing", "account")
        constraints = (
            models.UniqueConstraint(fields=["closing", "account"], name="one_disposition"),
            models.CheckConstraint(condition=~Q(amount=0), name="a_disposition_is_of_something"),
        )
        triggers = (
            never_truncated(),
            triggers.NOTHING_ADDED,
            triggers.NOTHING_CHANGED,
            triggers.NOTHING_REMOVED,
        )

    def __str__(self) -> str:
        return f"{self.account_id} {self.what} {self.amount}"


class Seal(models.Model):
    """The end of a closed year: nothing may be dated in it again.

    The database seals only in order, only what is certified, and only when the dispositions tie
    to the balances of that June 30 to the cent.
    """

    closing = models.OneToOneField(Closing, on_delete=models.PROTECT, related_name="seal")
    sealed_at = models.DateTimeField(db_default=Now())
    last_number = models.PositiveBigIntegerField(default=0)
    last_hash = models.CharField(max_length=64, default="")

    class Meta:
        ordering = ("closing",)
        triggers = (
            never("changed", pgtrigger.Update | pgtrigger.Delete),
            never_truncated(),
            triggers.SEALS_IN_ORDER,
        )

    def __str__(self) -> str:
        return f"seal of {self.closing}"
