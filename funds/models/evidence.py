"""The only home of evidence that nothing was altered: seals of days, checks of chains, identities.

A seal's text is signed with a key outside the database and written to a file beside it; a check
says what recomputing a chain, or asking an identity, found.
"""

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from funds.models.ledger_triggers import never, never_truncated
from funds.models.work import Work
from municipalities.models import Officer

_FOREVER = pgtrigger.Update | pgtrigger.Delete


class DailySeal(models.Model):
    """What every chain ended with on a day, signed; `text` is the JSON that was signed."""

    number = models.PositiveIntegerField(unique=True)
    on = models.DateField()
    text = models.TextField()
    key = models.CharField(max_length=64, help_text="SHA-256 of the public key")
    signature = models.CharField(max_length=100, help_text="Ed25519, base64")
    sealed_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-number",)
        triggers = (never("changed", _FOREVER), never_truncated())

    def __str__(self) -> str:
        return f"seal {self.number}"


class ChainCheck(models.Model):
    """That a chain was recomputed: by whom, when, how much was read, and the first fault.

    `chain` is a fund's book, "journal", or "seals".
    """

    chain = models.CharField(max_length=20)
    count = models.PositiveBigIntegerField(help_text="postings, changes or seals")
    entries = models.PositiveBigIntegerField(default=0, help_text="of a book")
    last_hash = models.CharField(max_length=64)
    fault = models.CharField(max_length=300, blank=True)
    milliseconds = models.PositiveIntegerField()
    checked_at = models.DateTimeField(db_default=Now())
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="chain_checks")
    work = models.ForeignKey(Work, on_delete=models.PROTECT, related_name="chain_checks", null=True)

    class Meta:
        ordering = ("-pk",)
        triggers = (never("changed", _FOREVER), never_truncated())

    def __str__(self) -> str:
        return f"{self.chain}: {self.fault or 'unbroken'}"


class IdentityCheck(models.Model):
    """That an identity was asked of the whole database: whether it held, and what broke it."""

    name = models.CharField(max_length=40)
    broken = models.JSONField(default=list, help_text="what breaks it, in words, the first 50")
    count = models.PositiveIntegerField(help_text="how much breaks it")
    milliseconds = models.PositiveIntegerField()
    checked_at = models.DateTimeField(db_default=Now())
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="identity_checks")
    work = models.ForeignKey(
        Work, on_delete=models.PROTECT, related_name="identity_checks", null=True
    )

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=["name", "-id"], name="identity_latest"),)
        triggers = (never("changed", _FOREVER), never_truncated())

    def __str__(self) -> str:
        return f"{self.name}: {self.count or 'holds'}"
