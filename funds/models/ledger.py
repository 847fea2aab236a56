"""The only home of the ledger's tables: accounts, postings and entries.

One entry is one debit account, one credit account and one positive amount. A posting groups the
entries of an act; it is numbered and chained by the database. Nothing is updated or deleted. The
balance of an account is kept by one statement-level trigger, and nothing else may change it.
"""

from decimal import Decimal

import pgtrigger
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from funds.models import ledger_triggers as triggers
from funds.models.fund import Fund
from municipalities.models import County, EnterpriseZone, Municipality, Officer

_FOREVER = pgtrigger.Update | pgtrigger.Delete


class Kind(models.TextChoices):
    """What an account holds; only a SOURCE may go below zero."""

    SOURCE = "SOURCE", "Source"
    POOL = "POOL", "In the fund, not distributed"
    GENERAL_FUND = "GENERAL_FUND", "General Fund"
    AUTHORITY = "AUTHORITY", "UEZ Authority"
    ENTITLED = "ENTITLED", "Certified, not released"
    ZONE = "ZONE", "Credited, not encumbered"
    ENCUMBERED = "ENCUMBERED", "Encumbered"
    PAYABLE = "PAYABLE", "Released, not paid"
    TRUST = "TRUST", "In the municipality's trust, not spent"
    PAID = "PAID", "Paid"
    RECOVERED = "RECOVERED", "Forfeited to the Department"
    SECOND_GENERATION = "SECOND_GENERATION", "Second-generation money"

    @property
    def in_words(self) -> str:
        """The label within a sentence: a name keeps its capital."""
        named = self in (Kind.GENERAL_FUND, Kind.AUTHORITY)
        return str(self.label) if named else self.label[0].lower() + self.label[1:]


class Account(models.Model):
    """A place for money: (fund, kind, holder, allocation SFY), and the encumbrance it is tied to.

    `holder` is a municode, "zone:NAME", "county:CC", or a word such as "AUTHORITY"; the foreign
    keys say the same for scoping. `sfy` is the vintage: the SFY in which the money was credited.
    """

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="accounts")
    kind = models.CharField(max_length=17, choices=Kind.choices)
    holder = models.CharField(max_length=80)
    sfy = models.PositiveSmallIntegerField(null=True)
    encumbrance = models.ForeignKey(
        "funds.Encumbrance",
        on_delete=models.PROTECT,
        related_name="accounts",
        null=True,
    )
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="accounts", null=True
    )
    zone = models.ForeignKey(
        EnterpriseZone, on_delete=models.PROTECT, related_name="accounts", null=True
    )
    county = models.ForeignKey(County, on_delete=models.PROTECT, related_name="accounts", null=True)
    balance = models.DecimalField(max_digits=18, decimal_places=2, default=Decimal(0))

    class Meta:
        ordering = ("fund", "kind", "holder", "sfy")
        constraints = (
            models.UniqueConstraint(
                fields=["fund", "kind", "holder", "sfy", "encumbrance"],
                name="one_account",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(kind=Kind.SOURCE) | Q(balance__gte=0),
                name="never_below_zero",
            ),
        )
        indexes = (models.Index(fields=["holder", "fund"]),)
        triggers = (
            triggers.BALANCE_IS_KEPT,
            triggers.ACCOUNT_STARTS_EMPTY,
            triggers.never_truncated(),
            triggers.never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        year = f" SFY{self.sfy}" if self.sfy else ""
        return f"{self.fund_id} {self.kind} {self.holder}{year}"


class Posting(models.Model):
    """The entries of one act: what, when, who, under which clause, and its place in the chain.

    `number`, `previous_hash`, `hash`, `sfy` and `posted_at` are set by the database.
    """

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="postings")
    number = models.PositiveBigIntegerField(default=0)
    act = models.CharField(max_length=24)
    key = models.CharField(max_length=160, unique=True)
    effective_on = models.DateField()
    sfy = models.PositiveSmallIntegerField(default=0)
    posted_at = models.DateTimeField(db_default=Now())
    by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="postings")
    clause = models.CharField(max_length=80)
    note = models.CharField(max_length=500, blank=True)
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="reversed_by", null=True
    )
    entry_count = models.PositiveIntegerField()
    total = models.DecimalField(max_digits=18, decimal_places=2)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the entries")
    previous_hash = models.CharField(max_length=64, default="")
    hash = models.CharField(max_length=64, default="")

    class Meta:
        ordering = ("fund", "number")
        constraints = (
            models.UniqueConstraint(fields=["fund", "number"], name="one_number"),
            models.CheckConstraint(condition=Q(entry_count__gt=0), name="a_posting_has_entries"),
        )
        indexes = (models.Index(fields=["fund", "effective_on"]),)
        triggers = (
            triggers.CHAIN,
            triggers.NOT_A_REVERSAL,
            triggers.HAS_ITS_ENTRIES,
            triggers.never("changed", _FOREVER),
            triggers.never_truncated(),
        )

    def __str__(self) -> str:
        return f"{self.fund_id} #{self.number} {self.act}"


class Entry(models.Model):
    """One debit account, one credit account, one positive amount.

    The accounts and the posting are proven to exist by the statement trigger, which is cheaper
    than a foreign key per row; accounts and postings can never be deleted.
    """

    posting = models.ForeignKey(
        Posting,
        on_delete=models.PROTECT,
        related_name="entries",
        db_constraint=False,
        db_index=False,
    )
    seq = models.PositiveIntegerField()
    debit = models.ForeignKey(
        Account,
        on_delete=models.PROTECT,
        related_name="debits",
        db_constraint=False,
        db_index=False,
    )
    credit = models.ForeignKey(
        Account,
        on_delete=models.PROTECT,
        related_name="credits",
        db_constraint=False,
        db_index=False,
    )
    amount = models.DecimalField(max_digits=18, decimal_places=2)
    effective_on = models.DateField()

    class Meta:
        ordering = ("posting", "seq")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(fields=["posting", "seq"], name="one_seq"),
            # The upper bound is there for NaN, which PostgreSQL holds to be above every number.
            models.CheckConstraint(
                condition=Q(amount__gt=0, amount__lt=Decimal(10**16)), name="an_amount_is_positive"
            ),
            models.CheckConstraint(
                condition=~Q(debit=F("credit")), name="money_moves_between_accounts"
            ),
        )
        indexes = (
            models.Index(fields=["debit", "effective_on"], include=["amount"], name="entry_debit"),
            models.Index(
                fields=["credit", "effective_on"],
                include=["amount"],
                name="entry_credit",
            ),
        )
        triggers = (
            triggers.KEEP_BALANCES,
            triggers.never("changed", _FOREVER),
            triggers.never_truncated(),
        )

    def __str__(self) -> str:
        return f"{self.posting_id}/{self.seq} {self.amount}"


class BalanceSnapshot(models.Model):
    """The balance of an account on the last day of a sealed year, for fast looks back."""

    account = models.ForeignKey(
        Account,
        on_delete=models.PROTECT,
        related_name="snapshots",
        db_constraint=False,
        db_index=False,  # `one_snapshot` is its index
    )
    on = models.DateField()
    balance = models.DecimalField(max_digits=18, decimal_places=2)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["account", "on"], name="one_snapshot"),)
        triggers = (triggers.never("changed", _FOREVER), triggers.never_truncated())

    def __str__(self) -> str:
        return f"{self.account_id} on {self.on}: {self.balance}"


class Decision(models.Model):
    """A recorded decision where the law is silent: subject, text, document, two persons."""

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="decisions")
    subject = models.CharField(max_length=60)
    sfy = models.PositiveSmallIntegerField(null=True)
    text = models.TextField()
    document = models.CharField(max_length=200)
    decided_on = models.DateField()
    proposed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="decisions_proposed"
    )
    decided_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="decisions_made")

    class Meta:
        ordering = ("-decided_on",)
        triggers = (
            triggers.persons_differ("two_persons_decide", "proposed_by_id", "decided_by_id"),
        )

    def __str__(self) -> str:
        return self.subject
