"""The only home of the page that says why a holder's amount changed since the year before."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import bridges
from funds.charts import Bridge, BridgePart
from funds.models import Run, RunLine
from funds.queries.runs import year_before
from funds.refusal import Refusal
from funds.views.holder import name_of
from municipalities.doors import Page
from municipalities.tables import Column, Table, row


class WhyChanged(Page):
    """A holder's change between a run and the certified one of the year before, part by part."""

    template_name = "funds/why_changed.html"
    bridge: bridges.Bridge
    before: Run

    @cached_property
    def line(self) -> RunLine:
        """A line of the holder in the run, if the person may see it."""
        mine = self.scope.filter(RunLine.objects.all(), "municipality", "zone", "county")
        found = mine.filter(run=self.kwargs["pk"], holder=self.kwargs["holder"])
        line = found.select_related("municipality", "zone").first()
        if line is None:
            raise Http404
        return line

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the parts, or go back to the amount and say why there are none."""
        run = get_object_or_404(Run.objects.select_related("fund"), pk=self.line.run_id)
        try:
            self._compute(run)
        except Refusal as no:
            messages.error(request, str(no))
            return HttpResponseRedirect(reverse("run_holder", args=[run.pk, self.line.holder]))
        return super().get(request, *args, run=run, **kwargs)

    def _compute(self, run: Run) -> None:
        before = year_before(run)
        if before is None:
            raise Refusal(f"No certified run of SFY{run.sfy - 1} is on record to compare with.")
        self.before, self.bridge = before, bridges.of(before, run, self.line.holder)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Draw the bridge, and set its figures in a table under it."""
        run, found = kwargs["run"], self.bridge
        ends = f"SFY{self.before.sfy}", f"SFY{run.sfy}"
        parts = [BridgePart(each.label, each.amount) for each in found.parts]
        table = Table(
            caption="Each part is a computation with that one thing taken from the later year ($)",
            columns=[Column("Part"), Column("Change", "signed")],
            rows=[row(each.label, each.amount) for each in found.parts],
            totals=[row("The whole change", found.new - found.old)],
            on_phone="plain",
            fund=run.fund_id,
        )
        return super().get_context_data(
            fund=run.fund,
            before=self.before,
            holder_name=name_of(self.line),
            bridge=Bridge(ends[0], found.old, parts, ends[1], found.new),
            parts=table,
            **kwargs,
        )
