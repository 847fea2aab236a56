"""The admin tables of the journal, of its chain, and of the tokens of programs: to read."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from municipalities import models
from municipalities.admin_site import Readable, officer_for


@admin.register(models.Change)
class ChangeTable(Readable):
    """The journal, for offices that read all; found by actor, reason or request."""

    list_display = ("at", "what", "table", "row", "actor", "reason", "before", "after")
    list_filter = ("what",)
    search_fields = ("=row", "=request", "^actor")
    show_full_result_count = False
    fields = (*list_display, "request", "database_user")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let read who reads all: the journal holds every office's money."""
        return officer_for(request, "read-all") is not None

    def has_module_permission(self, request: HttpRequest) -> bool:
        """As above."""
        return self.has_view_permission(request)


@admin.register(models.JournalBlock)
class JournalBlockTable(Readable):
    """Blocks of the journal's chain, without the leaves of each change."""

    list_display = ("number", "after", "through", "changes", "hash", "made_at")
    exclude = ("leaves",)


@admin.register(models.ApiToken)
class ApiTokenTable(Readable):
    """Tokens of programs that read, without what they are known by; changed at /api-tokens/."""

    list_display = ("program", "officer", "granted_by", "granted_at", "expires_on", "revoked_on")
    list_select_related = ("officer__office", "officer__person", "granted_by__office")
    exclude = ("digest",)
