"""The only home of bank accounts as rows: who signed for each, and who read its number."""

import pgtrigger
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from funds.models.ledger_triggers import never, never_truncated
from municipalities.models import Officer
from municipalities.models.duties import persons_differ

FOR_GOOD = ("payee", "purpose", "routing", "savings", "last_four")


def _stays() -> pgtrigger.Trigger:
    """Refuse an update of what says whose account it is; a change is another account.

    Only accounts entered before the day was kept have none.
    """
    changed = " OR ".join(f"OLD.{each} IS DISTINCT FROM NEW.{each}" for each in FOR_GOOD)
    return pgtrigger.Trigger(
        name="another_account_is_another_row",
        when=pgtrigger.Before,
        operation=pgtrigger.Insert | pgtrigger.Update,
        func=f"""
            IF TG_OP = 'INSERT' THEN
                IF NEW.entered_on IS NULL THEN
                    RAISE EXCEPTION 'a bank account is entered on a day'
                        USING ERRCODE = '23514', CONSTRAINT = 'entered_on_a_day';
                END IF;
            ELSIF {changed} THEN
                RAISE EXCEPTION 'a bank account keeps its number: enter the new one'
                    USING ERRCODE = '23514', CONSTRAINT = 'another_account_is_another_row';
            END IF;
            RETURN NEW;""",
    )


class BankAccount(models.Model):
    """Where a payee is paid, by purpose; only a verified account receives a payment.

    Entered, confirmed and called back by three persons, then held for days. Its number is kept
    sealed (payments.account_numbers); only the last four digits can be read.
    """

    class Purpose(models.TextChoices):
        GENERAL = "general", "General"
        FIRST_GENERATION = "first-generation", "First-generation zone funds"
        SECOND_GENERATION = "second-generation", "Second-generation zone funds"
        TRUST = "trust", "Zone trust, for advances"
        COUNTY = "county", "County"

    payee = models.CharField(max_length=80, db_index=True)
    purpose = models.CharField(max_length=17, choices=Purpose.choices)
    bank = models.CharField(max_length=80)
    routing = models.CharField(max_length=9, help_text="the bank's nine digits")
    savings = models.BooleanField(default=False)
    sealed_number = models.TextField()
    last_four = models.CharField(max_length=4)
    entered_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="bank_accounts_entered"
    )
    entered_on = models.DateField(null=True)
    confirmed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="bank_accounts_confirmed", null=True
    )
    confirmed_on = models.DateField(null=True)
    verified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="bank_accounts_verified", null=True
    )
    verified_on = models.DateField(null=True)
    called = models.CharField(max_length=120, blank=True, help_text="who was called back")
    called_number = models.CharField(max_length=40, blank=True)
    called_from = models.CharField(
        max_length=120, blank=True, help_text="where that number was on record before"
    )
    called_at = models.DateTimeField(null=True)
    usable_on = models.DateField(null=True, help_text="first day after the hold")
    closed_on = models.DateField(null=True)
    closed_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("payee", "purpose")
        constraints = (
            models.UniqueConstraint(
                fields=["payee", "purpose"],
                condition=Q(closed_on=None),
                name="one_open_account",
            ),
            models.CheckConstraint(
                condition=Q(usable_on=None)
                | Q(entered_on=None)
                | (
                    Q(confirmed_by__isnull=False, verified_by__isnull=False)
                    & Q(verified_on__isnull=False, called_at__isnull=False)
                    & ~Q(called="")
                    & ~Q(called_number="")
                ),
                name="usable_after_confirmation_and_call",
            ),
        )
        triggers = (
            persons_differ(
                "verified_by_another", "entered_by_id", "confirmed_by_id", "verified_by_id"
            ),
            _stays(),
        )

    def __str__(self) -> str:
        return f"{self.payee} {self.purpose} ending {self.last_four}"


class AccountReveal(models.Model):
    """That somebody read a whole account number, and why."""

    account = models.ForeignKey(BankAccount, on_delete=models.PROTECT, related_name="reveals")
    revealed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="accounts_revealed"
    )
    revealed_on = models.DateField()
    revealed_at = models.DateTimeField(db_default=Now())
    reason = models.CharField(max_length=300)

    class Meta:
        ordering = ("-pk",)
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete), never_truncated())

    def __str__(self) -> str:
        return f"{self.account} read by {self.revealed_by}"
