"""The only home of handing out stored files: as attachments, to those who may see them."""

import logging

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.generic import View

from municipalities.documents import store
from municipalities.doors import Seen
from municipalities.models import Document, Intake
from municipalities.refusal import Refusal

log = logging.getLogger(__name__)

TYPES = {
    Document.Kind.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Document.Kind.CSV: "text/csv; charset=utf-8",
    Document.Kind.PDF: "application/pdf",
    Document.Kind.TXT: "text/plain; charset=utf-8",
    Document.Kind.ZIP: "application/zip",
}


class DocumentDownload(Seen, View):
    """A stored file, whole; another's, and one that was refused, is as if it were not there."""

    def get(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Answer with the file."""
        refused = Intake.Outcome.REFUSED
        served = Document.objects.exclude(intake__outcome=refused)
        served = served.exclude(parcel_file__outcome=refused)
        found = self.scope.filter(served, "municipality", "zone", "county")
        return attached(get_object_or_404(found, pk=pk))


def attached(document: Document) -> HttpResponse:
    """Return the file as an attachment that no browser opens, guesses at or keeps.

    A file that is gone or was changed outside the product is not handed out.
    """
    try:
        content = store.read(document)
    except Refusal as no:
        log.error("Document %s: %s", document.pk, no)
        raise Http404(str(no)) from no
    return HttpResponse(
        content,
        content_type=TYPES[Document.Kind(document.kind)],
        headers={
            "Content-Disposition": f'attachment; filename="{_ascii(document.filename)}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
            "Accept-Ranges": "none",
            "Content-Security-Policy": "sandbox; default-src 'none'",
        },
    )


def _ascii(name: str) -> str:
    return name.encode("ascii", "replace").decode().replace("?", "_")
