"""The only home of the workbooks of files: the two lists, and pre-filled templates."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.generic import View

from funds.intake_forms import periods_of
from municipalities.doors import Seen
from municipalities.intake import workbooks
from municipalities.models import Document, Intake
from municipalities.questions import one_of
from municipalities.reading.formats import LAYOUTS
from municipalities.views.documents import TYPES


class Findings(Seen, View):
    """Both lists of a file as a workbook."""

    permission = "read-all"

    def get(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Answer with the workbook."""
        intake = get_object_or_404(Intake, pk=pk)
        title = f"File {pk}: {LAYOUTS[intake.layout].title}, {intake.period}"
        lists = workbooks.findings(title, intake.must, intake.look)
        return workbook(lists, f"file-{pk}-findings")


class Template(Seen, View):
    """A layout's template, filled in with the municipalities and the figures in force."""

    permission = "read-all"
    asks = ("period",)

    def get(self, request: HttpRequest, layout: str) -> HttpResponse:
        """Answer with the workbook."""
        found = LAYOUTS.get(layout)
        if found is None or found.many or found.kinds:
            raise Http404
        periods = periods_of(found, self.today)
        period = one_of(request, "period", periods) or periods[0]
        return workbook(workbooks.template(found, period, self.today), f"{layout}-{period}")


def workbook(content: bytes, name: str) -> HttpResponse:
    """Answer with a workbook as an attachment that nobody keeps."""
    return HttpResponse(
        content,
        content_type=TYPES[Document.Kind.XLSX],
        headers={
            "Content-Disposition": f'attachment; filename="{name}.xlsx"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )
