"""The only home of warrants, their payments, and what the bank returned."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models import Account, Fund, Posting
from funds.models.ledger_triggers import never
from municipalities.models import Officer
from municipalities.models.duties import persons_differ
from municipalities.models.standstill import not_in_a_standstill
from payments.models.bank_account import BankAccount
from payments.models.installment import Installment
from payments.models.voucher import Voucher

# A warrant is issued when it has its approvals, and by none of those who gave them.
_APPROVED_FIRST = """
    IF NEW.warranted_by_id IS NOT NULL AND OLD.warranted_by_id IS NULL AND NEW.approvals_needed > 1
            AND 1 + (SELECT count(*) FROM payments_warrantapproval a WHERE a.warrant_id = NEW.id)
            < NEW.approvals_needed THEN
        RAISE EXCEPTION 'a warrant is issued after its approvals'
            USING ERRCODE = '23514', CONSTRAINT = 'approved_first';
    END IF;
    IF EXISTS (SELECT 1 FROM payments_warrantapproval a
            JOIN municipalities_officer o ON o.id = a.approved_by_id
            JOIN municipalities_officer s ON s.person_id = o.person_id
            WHERE a.warrant_id = NEW.id AND s.id IN (NEW.warranted_by_id, NEW.sent_by_id)) THEN
        RAISE EXCEPTION 'one person may not sign a warrant twice'
            USING ERRCODE = '23514', CONSTRAINT = 'approved_by_another';
    END IF;
    RETURN NEW;"""


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
    approvals_needed = models.PositiveSmallIntegerField(
        db_default=1, default=1, help_text="persons who approve it, its certifier among them"
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
            pgtrigger.Trigger(
                name="approved_first",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                func=_APPROVED_FIRST,
            ),
            never("deleted", pgtrigger.Delete),
            not_in_a_standstill(
                "no_warrant_in_a_standstill",
                pgtrigger.Update,
                "NEW.posting_id IS NOT NULL AND OLD.posting_id IS NULL",
            ),
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
