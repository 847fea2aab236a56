"""The admin tables of the store: files, refused uploads, issued papers, notices."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest

from municipalities import models
from municipalities.admin_site import Readable
from municipalities.documents import scanning


class StoreTable(Readable):
    """A table of the store of files; its list says whether uploads are scanned."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Say above the list how the scanner is."""
        messages.info(request, scanning.state())
        return super().changelist_view(request, extra_context)


@admin.register(models.Document)
class DocumentTable(StoreTable):
    """Files in the store."""

    list_display = ("filename", "kind", "size", "sha256", "scanned_by", "stored_by", "stored_at")
    list_filter = ("kind", "scanned_by")
    list_select_related = ("stored_by__office",)
    search_fields = ("filename", "sha256")


@admin.register(models.Quarantine)
class QuarantineTable(StoreTable):
    """Uploads that were refused, and why."""

    list_display = ("filename", "reason", "virus", "size", "sha256", "sent_by", "sent_at")
    list_select_related = ("sent_by__office",)
    search_fields = ("filename", "sha256", "virus")


@admin.register(models.Paper)
class PaperTable(Readable):
    """Papers the State issued."""

    list_display = ("number", "title", "issued_on", "issued_by", "supersedes")
    list_filter = ("kind",)
    list_select_related = ("issued_by__office", "supersedes")
    search_fields = ("number", "title", "subject")
    exclude = ("letter",)


@admin.register(models.Notice)
class NoticeTable(Readable):
    """Notices and what became of them; whose they are and what they say stays with the parties."""

    list_display = ("pk", "kind", "office", "state", "attempts", "written_at", "sent_at", "error")
    list_filter = ("state", "kind")
    list_select_related = ("office",)
    search_fields = ("key", "office__name")
    fields = list_display[1:]


@admin.register(models.Withdrawal)
class WithdrawalTable(Readable):
    """Papers that no longer stand."""

    list_display = ("paper", "reason", "withdrawn_on", "withdrawn_by")
    list_select_related = ("paper", "withdrawn_by__office")


@admin.register(models.Draft, models.DraftVersion)
class DraftTable(Readable):
    """That there are drafts; whose and what they say is seen by nobody else."""

    list_display = fields = ("pk", "version")


@admin.register(models.Submission)
class SubmissionTable(Readable):
    """Forms that were sent, and where the first answer led."""

    list_display = fields = ("address", "person", "answer", "sent_at")
    list_select_related = ("person",)
