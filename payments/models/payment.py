"""The only home of bank accounts, warrants, their payments, returns and holds."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models import Account, Fund, Posting
from funds.models.ledger_triggers import never
from municipalities.models import Officer
from municipalities.models.duties import persons_differ
from payments.models.installment import Installment
from payments.models.voucher import Voucher


class BankAccount(models.Model):
    """Where a payee is paid, by purpose; only a verified account receives a payment.

    Its number is kept sealed (payments.account_numbers); only the last four digits can be read.
    """

    class Purpose(models.TextChoices):
        GENERAL = "general", "General"
        FIRST_GENERATION = "first-generation", "First-generation zone funds"
        SECOND_GENERATION = "second-generation", "Second-generation zone funds"

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
    verified_by = models.ForeignKey(
        Officer,
        on_delete=models.PROTECT,
        related_name="bank_accounts_verified",
        null=True,
    )
    usable_on = models.DateField(null=True, help_text="first day after the hold")
    closed_on = models.DateField(null=True)

    class Meta:
        ordering = ("payee", "purpose")
        constraints = (
            models.UniqueConstraint(
                fields=["payee", "purpose"],
                condition=Q(closed_on=None),
                name="one_open_account",
            ),
        )
        triggers = (persons_differ("verified_by_another", "entered_by_id", "verified_by_id"),)

    def __str__(self) -> str:
        return f"{self.payee} {self.purpose} ending {self.last_four}"


class Warrant(models.Model):
    """The Director of Budget and Accounting's order to pay. 54:1-85 f.(1).

    Certified, warranted and sent by three different persons; paid because it points at its
    posting.
    """

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="warrants")
    number = models.CharField(max_length=40, unique=True)
    pays_on = models.DateField()
    total = models.DecimalField(max_digits=18, decimal_places=2)
    payments_count = models.PositiveIntegerField()
    certified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="warrants_certified"
    )
    certified_on = models.DateField()
    warranted_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="warrants_issued", null=True
    )
    warranted_on = models.DateField(null=True)
    sent_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="warrants_sent", null=True
    )
    sent_on = models.DateField(null=True)
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="warrant", null=True
    )
    left_out = models.JSONField(
        default=list, help_text="obligations left out, each with its reason"
    )
    withdrawn_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="warrants_withdrawn", null=True
    )
    withdrawn_on = models.DateField(null=True)
    reason = models.CharField(max_length=300, blank=True, help_text="of a withdrawal")

    class Meta:
        ordering = ("-pays_on", "-number")
        constraints = (
            models.CheckConstraint(
                condition=Q(posting=None)
                | Q(
                    warranted_by__isnull=False,
                    sent_by__isnull=False,
                    sent_on__isnull=False,
                ),
                name="a_sent_warrant_has_its_signatures",
            ),
            models.CheckConstraint(
                condition=Q(posting=None) | Q(withdrawn_on=None),
                name="what_is_sent_is_not_withdrawn",
            ),
        )
        triggers = (
            persons_differ("three_persons_pay", "certified_by_id", "warranted_by_id", "sent_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return self.number


class Payment(models.Model):
    """One obligation on one warrant: a released installment or an approved voucher.

    One obligation has one live payment, by constraint; a returned one may be reissued.
    """

    warrant = models.ForeignKey(Warrant, on_delete=models.PROTECT, related_name="payments")
    installment = models.ForeignKey(
        Installment, on_delete=models.PROTECT, related_name="payments", null=True
    )
    voucher = models.ForeignKey(
        Voucher, on_delete=models.PROTECT, related_name="payments", null=True
    )
    other = models.ForeignKey(
        Posting,
        on_delete=models.PROTECT,
        related_name="payments",
        null=True,
        help_text="an Authority or second-generation posting",
    )
    payable = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="payments")
    payee = models.CharField(max_length=80, db_index=True)
    bank_account = models.ForeignKey(
        BankAccount, on_delete=models.PROTECT, related_name="payments", null=True
    )
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    trace = models.CharField(max_length=15, unique=True)
    reissues = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="reissued_by", null=True
    )
    returned = models.BooleanField(
        default=False,
        help_text="sent back by the bank, or withdrawn with its warrant before it was sent",
    )

    class Meta:
        ordering = ("warrant", "trace")
        constraints = (
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_payment_is_positive"),
            models.CheckConstraint(
                condition=Q(installment__isnull=False, voucher=None, other=None)
                | Q(installment=None, voucher__isnull=False, other=None)
                | Q(installment=None, voucher=None, other__isnull=False),
                name="a_payment_pays_one_thing",
            ),
            models.UniqueConstraint(
                fields=["installment"],
                condition=Q(returned=False),
                name="one_live_of_installment",
            ),
            models.UniqueConstraint(
                fields=["voucher"],
                condition=Q(returned=False),
                name="one_live_of_voucher",
            ),
            models.UniqueConstraint(
                fields=["other"],
                condition=Q(returned=False),
                name="one_live_of_other",
            ),
        )
        triggers = (never("deleted", pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.trace} {self.payee} {self.amount}"


class BankReturn(models.Model):
    """A payment the bank sent back; it may be paid again. Matched by trace number, once."""

    payment = models.OneToOneField(Payment, on_delete=models.PROTECT, related_name="bank_return")
    code = models.CharField(max_length=3, help_text="for example R03")
    returned_on = models.DateField()
    recorded_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="returns_recorded"
    )
    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="bank_return")

    class Meta:
        ordering = ("-returned_on",)

    def __str__(self) -> str:
        return f"{self.payment} {self.code}"


class Hold(models.Model):
    """A stop on a payee's payments with its basis; it moves nothing."""

    fund = models.ForeignKey(
        Fund,
        on_delete=models.PROTECT,
        related_name="holds",
        null=True,
        help_text="empty: all",
    )
    payee = models.CharField(max_length=80, db_index=True)
    basis = models.CharField(max_length=300)
    placed_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="holds_placed")
    placed_on = models.DateField()
    lifted_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="holds_lifted", null=True
    )
    lifted_on = models.DateField(null=True)

    class Meta:
        ordering = ("-placed_on",)
        triggers = (pgtrigger.Protect(name="never_deleted", operation=pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.payee}: {self.basis}"
