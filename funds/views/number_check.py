"""The only home of handing out the workbook in which a certified amount is counted again."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.text import slugify

from funds import number_checks
from funds.models import Run, RunLine
from funds.refusal import Refusal
from funds.views.holder import name_of
from municipalities import workbooks
from municipalities.doors import Seen


class NumberCheck(Seen):
    """A holder's workbook of a run: its inputs, the steps of the law, the result compared."""

    def get(self, request: HttpRequest, pk: int, holder: str) -> HttpResponse:
        """Answer with the workbook, or go back to the amount and say why there is none."""
        mine = self.scope.filter(RunLine.objects.all(), "municipality", "zone", "county")
        if not mine.filter(run=pk, holder=holder).exists():
            raise Http404
        run = get_object_or_404(Run.objects.select_related("fund", "certification"), pk=pk)
        try:
            return _book(run, holder)
        except Refusal as no:
            messages.error(request, str(no))
            return HttpResponseRedirect(reverse("run_holder", args=[pk, holder]))


def _book(run: Run, holder: str) -> HttpResponse:
    line = number_checks.line_of(run, holder)
    if line is None:
        raise Refusal(f"{run} computed no amount of its own for {holder}: nothing to count again.")
    content = number_checks.content(run, line, name_of(line))
    made = HttpResponse(content, content_type=workbooks.TYPE)
    name = f"check-{run.fund_id}-SFY{run.sfy}-{slugify(holder)}.xlsx"
    made["Content-Disposition"] = f'attachment; filename="{name}"'
    return made
