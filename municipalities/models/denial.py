"""The only home of what was asked and refused: by whom, as which office, for which address."""

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from municipalities.models.office import Officer, User


class Denial(models.Model):
    """A signed-in person's request that their office, or their scope, did not allow."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="denials")
    officer = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="denials", null=True, blank=True
    )
    method = models.CharField(max_length=10)
    path = models.CharField(max_length=300)
    status = models.PositiveSmallIntegerField(help_text="403: lacks the duty; 404: not in scope")
    request = models.CharField(max_length=40, help_text="as in the journal")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-pk",)
        triggers = (
            pgtrigger.Protect(
                name="denial_never_changed", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.method} {self.path}"
