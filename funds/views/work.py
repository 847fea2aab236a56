"""The only home of the page of scheduled and long work: what waits, runs, is done or stopped."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic import View

from funds.models import Work
from municipalities.doors import Page, Seen
from municipalities.page_parts import Tag
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row

TONES = {"due": "", "running": "now", "done": "good", "failed": "bad"}


class WorkList(Page):
    """Work, the latest business day first."""

    template_name = "funds/work.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Page the rows of work."""
        page = page_of(self.request, Work.objects.all())
        return super().get_context_data(
            page=page,
            work=Table(
                caption="Work by business day, the latest first",
                columns=[
                    Column("Work"),
                    Column("Business day", "date"),
                    Column("How far"),
                    Column("Attempts", "count"),
                    Column("State", "state"),
                ],
                rows=[_row(each) for each in page],
                empty="No work. A row appears when the calendar or a person offers some.",
            ),
            **kwargs,
        )


def _row(each: Work) -> Row:
    return row(
        Cell(each.title, second=each.message),
        each.business_on,
        f"{each.done} of {each.of}" if each.of else Cell(nothing="None yet"),
        each.attempts,
        Tag(each.get_state_display(), TONES[each.state]),  # type: ignore[arg-type]
        lit=each.state == Work.State.FAILED,
    )


class WorkProgress(Seen, View):
    """How far a piece of work is, for the page that shows it."""

    permission = "read-all"

    def get(self, request: HttpRequest, pk: int) -> JsonResponse:
        """Answer in words and numbers."""
        each = get_object_or_404(Work, pk=pk)
        return JsonResponse(
            {
                "words": f"{each.done} of {each.of} steps",
                "done": each.done,
                "of": each.of,
                "finished": each.state in (Work.State.DONE, Work.State.FAILED),
                "url": reverse("work"),
            }
        )
