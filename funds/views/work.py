"""The only home of the pages of scheduled and long work: what waits, runs, is done or stopped."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.generic import View

from funds import heartbeats, work
from funds.forms import AgainForm
from funds.models import Work
from funds.queries.work import Alarm, alarms
from municipalities.doors import Door, Page, Seen
from municipalities.models import Officer
from municipalities.page_parts import Figure, Link, Progress, Tag, Term
from municipalities.questions import one_of, page_of
from municipalities.tables import Cell, Column, Row, Table, row

TONES = {"due": "", "running": "now", "done": "good", "failed": "bad"}
RUNNING = 5  # progress lines shown at once


class WorkList(Page):
    """Work, the latest business day first; what runs is shown live, and the page can be left."""

    template_name = "funds/work.html"
    permission = "read-all"
    asks = ("page", "state")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Page the rows of work beside what is in trouble and what runs."""
        state = one_of(self.request, "state", Work.State.values)
        found = Work.objects.filter(state=state) if state else Work.objects.all()
        page = page_of(self.request, found)
        again, signs = self.officer.may("restart-work"), heartbeats.signs()
        return super().get_context_data(
            page=page,
            doors=[Link("Standstills", reverse("standstills"))]
            if self.officer.may("stop-everything")
            else [],
            figures=_figures(signs),
            states=Work.State.choices,
            asked=state,
            alarms=_alarms(alarms(signs), again),
            running=[
                (each, _progress(each))
                for each in Work.objects.filter(state=Work.State.RUNNING)[:RUNNING]
            ],
            work=Table(
                caption="Work by business day, the latest first",
                columns=[
                    Column("Work"),
                    Column("Business day", "date"),
                    Column("How far"),
                    Column("Attempts", "count"),
                    Column("State", "state"),
                ],
                rows=[_row(each, again) for each in page],
                empty="No work. A row appears when the calendar or a person offers some.",
            ),
            **kwargs,
        )


def _figures(signs: list[heartbeats.Sign]) -> list[Figure]:
    """Say when the calendar and the workers were last heard of."""
    said = {heartbeats.BEAT: "Calendar", heartbeats.WORKER: "Workers and broker"}
    silent = "Nothing is woken or worked through; see the log."
    return [
        Figure(said[sign.of], sign.words, silent if sign.is_silent else "As it should be.")
        for sign in signs
    ]


def _alarms(found: list[Alarm], again: bool) -> Table | None:
    """Show what is in trouble; nothing when nothing is."""
    if not found:
        return None
    rows = [
        row(Cell(each.what, more=_again(each.work) if again else None), each.why, lit=True)
        for each in found
    ]
    return Table("What needs a person", [Column("What"), Column("Why", "words")], rows)


def _again(each: Work | None) -> Link | None:
    if each is None or each.state != Work.State.FAILED:
        return None
    return Link("Start it again", reverse("work_again", args=[each.pk]))


def _progress(each: Work) -> Progress:
    return Progress(
        each.title, _words(each), each.done, each.of, reverse("work_progress", args=[each.pk])
    )


def _words(each: Work) -> str:
    return f"{each.done} of {each.of} steps" if each.of else "Begun; no step is done yet"


def _row(each: Work, again: bool) -> Row:
    return row(
        Cell(each.title, second=each.message, more=_again(each) if again else None),
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
                "words": _words(each),
                "done": each.done,
                "of": each.of,
                "finished": each.state in (Work.State.DONE, Work.State.FAILED),
                "url": reverse("work"),
            }
        )


class WorkAgain(Door):
    """Start stopped work again; it goes on behind its last finished step."""

    permission = "restart-work"
    form_class = AgainForm

    @cached_property
    def work(self) -> Work:
        """The row of the address."""
        return get_object_or_404(Work, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what stopped it."""
        about = [
            Term("Business day", f"{self.work.business_on:%b %-d, %Y}"),
            Term("Done", _words(self.work)),
            Term("Stopped by", self.work.message),
        ]
        return super().get_context_data(
            heading="Start it again",
            lede=self.work.title,
            after="What is done stays done: it goes on behind its last finished step.",
            about=about,
            about_title="What stopped it",
            back=Link("Work", reverse("work")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Let it wait for a worker."""
        work.offer_again(self.work)
        return f"{self.work.title} waits for a worker."

    def get_success_url(self) -> str:
        """Go back to the list."""
        return reverse("work")
