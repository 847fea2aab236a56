"""The only home of the journal's chain: blocks of committed changes, each hashed with the last."""

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from municipalities.models.truncation import never_truncated


class JournalBlock(models.Model):
    """Changes `after` one number `through` another: how many, a leaf of each, and their hash.

    `leaves` holds the first 16 bytes of each change's SHA-256, in order, so that a change that
    was altered is named and not its block alone.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    after = models.BigIntegerField(help_text="the last change of the block before")
    through = models.BigIntegerField(help_text="the last change of this block")
    changes = models.PositiveIntegerField()
    leaves = models.BinaryField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(through__gte=models.F("after")), name="a_block_goes_on"
            ),
        )
        triggers = (
            pgtrigger.Protect(name="never_changed", operation=pgtrigger.Update | pgtrigger.Delete),
            never_truncated(),
        )

    def __str__(self) -> str:
        return f"block {self.number} of the journal"
