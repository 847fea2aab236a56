"""The only home of tokens with which another program reads what an officer may see."""

import pgtrigger
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from municipalities.models.duties import persons_differ
from municipalities.models.office import Officer


class ApiToken(models.Model):
    """A program reads as this officer, and no more, until the token expires or is revoked.

    Of the token itself only its digest is kept; it is shown once, to who asked for it.
    """

    officer = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="api_tokens")
    program = models.CharField(max_length=80, help_text="which program reads, and whose it is")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token")
    granted_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="api_tokens_granted"
    )
    granted_at = models.DateTimeField(db_default=Now())
    expires_on = models.DateField(help_text="the first day on which it no longer reads")
    revoked_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="api_tokens_revoked", null=True
    )
    revoked_on = models.DateField(null=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name = "API token"
        constraints = (
            models.CheckConstraint(
                condition=Q(revoked_by=None, revoked_on=None)
                | Q(revoked_by__isnull=False, revoked_on__isnull=False),
                name="a_token_is_revoked_by_someone",
            ),
        )
        triggers = (
            persons_differ("two_persons_of_a_token", "officer_id", "granted_by_id"),
            pgtrigger.Protect(name="never_deleted", operation=pgtrigger.Delete),
            pgtrigger.Protect(
                name="only_revoked",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__revoked_on__isnull=False)
                | pgtrigger.Q(old__digest__df=pgtrigger.F("new__digest"))
                | pgtrigger.Q(old__officer_id__df=pgtrigger.F("new__officer_id"))
                | pgtrigger.Q(old__expires_on__lt=pgtrigger.F("new__expires_on")),
            ),
        )

    def __str__(self) -> str:
        return f"{self.program}, as {self.officer}"
