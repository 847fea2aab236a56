"""The only home of the journal: every change of every table, written by the database itself."""

import pgtrigger
from django.db import models

from municipalities.models.truncation import never_truncated


class Change(models.Model):
    """One changed row: what it was, what it became, who did it, in which request, and why.

    Written by triggers alone (municipalities/walls/journal.py): no role may insert, and nobody
    changes or deletes. Of an update only the columns that changed are kept. `actor` is an office,
    a sign-in, or "no actor: database user X".
    """

    class What(models.TextChoices):
        INSERT = "INSERT", "Entered"
        UPDATE = "UPDATE", "Changed"
        DELETE = "DELETE", "Deleted"

    at = models.DateTimeField()
    table = models.CharField(max_length=63)
    row = models.CharField(max_length=80, help_text="primary key; * where one line is a statement")
    what = models.CharField(max_length=6, choices=What.choices)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    actor = models.CharField(max_length=240)
    officer_id = models.BigIntegerField(null=True)
    user_id = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    request = models.CharField(max_length=40, blank=True)
    database_user = models.CharField(max_length=130)

    class Meta:
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=["table", "row", "id"], name="change_of_a_row"),
            models.Index(
                fields=["request"], name="change_of_a_request", condition=~models.Q(request="")
            ),
        )
        triggers = (
            pgtrigger.Protect(name="never_changed", operation=pgtrigger.Update | pgtrigger.Delete),
            never_truncated(),
        )

    def __str__(self) -> str:
        return f"{self.get_what_display()} {self.table} {self.row}"
