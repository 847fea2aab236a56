"""The admin tables of files of figures: to read, whoever asks."""

from django.contrib import admin

from municipalities import models
from municipalities.admin_site import Readable


@admin.register(models.Intake)
class IntakeTable(Readable):
    """Files that were sent, and what became of them."""

    list_display = ("layout", "period", "title", "sent_by", "sent_on", "outcome")
    list_filter = ("layout", "outcome")
    list_select_related = ("sent_by__office",)
    search_fields = ("layout", "period", "title", "publisher")
    date_hierarchy = "sent_on"
    exclude = ("must", "look", "figures", "rows", "listing")


@admin.register(models.Override)
class OverrideTable(Readable):
    """Checks that two persons let a file past, and why."""

    list_display = ("intake", "reason", "asked_by", "asked_on", "approved_by", "approved_on")
    list_select_related = ("intake", "asked_by__office", "approved_by__office")
    search_fields = ("reason",)
    date_hierarchy = "asked_on"
