"""The only home of the pages of files: what is in force, what is on its way, and one file."""

from decimal import Decimal
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic import View

from funds.queries import intakes as queries
from funds.queries.intakes import Looked
from funds.views import intake_parts as parts
from funds.views import intake_tables as tables
from municipalities.doors import Page, Seen
from municipalities.intake.checks import Change
from municipalities.kinds import KINDS, words
from municipalities.models import Intake, Municipality
from municipalities.page_parts import Progress
from municipalities.questions import one_of, page_of
from municipalities.reading.formats import LAYOUTS
from municipalities.tables import Cell, Column, Table, row

MOST_MOVES, MOST_FOUND = 15, 100


class IntakeList(Page):
    """What figures are in force from which source, the files on their way, and how to send one."""

    template_name = "funds/intakes.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the files of a page, the versions in force, and the layouts."""
        page = page_of(self.request, queries.files(), 20)
        return super().get_context_data(
            page=page,
            files=_files(page),
            in_force=_in_force(queries.in_force(self.today)),
            layouts=_layouts(self.officer.may("load-facts"), queries.latest_by_layout(self.today)),
            **kwargs,
        )


def _files(page: Any) -> Table:
    return Table(
        "Files, the latest first",
        [Column("File"), Column("Period"), Column("Sent by"), Column("On", "date"),
         Column("State", "state")],
        [
            row(
                Cell(LAYOUTS[each.layout].title, reverse("intake", args=[each.pk]),
                     second=each.document.filename),
                each.period,
                str(each.sent_by),
                each.sent_on,
                queries.state_of(each),
                lit=not each.outcome or (each.outcome == Intake.Outcome.READ
                and not (each.accepted_by_id or each.declined_by_id)),
            )
            for each in page
        ],
        empty="No file. One appears when an analyst sends it.",
        caption_unseen=True,
    )  # fmt: skip


def _in_force(found: list[Any]) -> Table:
    return Table(
        "Figures in force, the latest period of each kind",
        [Column("Figure"), Column("Period"), Column("Version", "count"), Column("Values", "count"),
         Column("Source", "words"), Column("Received", "date"), Column("SHA-256")],
        [
            row(
                Cell(words(each.kind),
                     reverse("intake", args=[each.intake_id]) if each.intake_id else "",
                     second=KINDS[each.kind].cite if each.kind in KINDS else ""),
                each.period, each.version, each.many,
                Cell(each.document.title, second=each.document.publisher),
                each.document.received_on, each.sha256[:12],
            )
            for each in found
        ],
        empty="No figure is in force. One is when a second person accepts it.",
        caption_unseen=True,
    )  # fmt: skip


def _layouts(may_send: bool, accepted: dict[str, Any]) -> Table:
    rows = []
    for layout in LAYOUTS.values():
        send = reverse("intake_send", args=[layout.key]) if may_send else ""
        blank = reverse("intake_template", args=[layout.key])
        rows.append(
            row(
                Cell(layout.title, send, second=layout.publisher),
                Cell(layout.about, second=layout.cite),
                Cell(accepted.get(layout.key), nothing="None yet"),
                Cell(None, nothing="None") if layout.kinds or layout.many
                else Cell("Template", blank),
            )
        )  # fmt: skip
    heads = [Column("Send"), Column("What it is", "words"), Column("Last accepted", "date"),
             Column("Template")]  # fmt: skip
    return Table("Files that are taken", heads, rows, caption_unseen=True)


class IntakePage(Page):
    """One file: what must be mended, what to look at, who is missing, what moves, who decides."""

    template_name = "funds/intake.html"
    permission = "read-all"
    asks = ("page", "all")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the file, and compare its figures with those in force."""
        found = Intake.objects.select_related(
            "document", "sent_by__office", "sent_by__person", "forwarded_by__office",
            "forwarded_by__person", "accepted_by__office", "accepted_by__person",
            "declined_by__office", "declined_by__person",
        )  # fmt: skip
        intake = get_object_or_404(found, pk=kwargs["pk"])
        looked = queries.look(intake, self.today)
        names = dict(Municipality.objects.values_list("code", "name")) if looked.compared else {}
        page = page_of(self.request, intake.must, MOST_FOUND)
        every = bool(one_of(self.request, "all", ("1",)))
        return super().get_context_data(
            intake=intake,
            layout=LAYOUTS[intake.layout],
            state=queries.state_of(intake),
            figures=parts.figures(looked),
            steps=parts.steps(looked),
            progress=_progress(intake),
            page=page,
            must=tables.findings("What must be mended", list(page), ""),
            look=tables.findings("What to look at", intake.look[:MOST_FOUND], ""),
            missing=tables.missing(looked, names),
            moves=[_moves(each, looked, names, every) for each in looked.compared],
            every=every,
            checks=tables.checks(looked, names),
            overrides=tables.overrides(looked) if looked.overrides else None,
            source=tables.source(intake),
            vacant=tables.vacant(intake, names) if intake.outcome == "read" else None,
            panel=parts.panel(looked, self.officer),
            **kwargs,
        )


def _progress(intake: Intake) -> Progress | None:
    if intake.outcome:
        return None
    url = reverse("intake_progress", args=[intake.pk])
    return Progress("Reading the file", "A worker reads the file; you may leave the page.", url=url)


def _moves(of: Any, looked: Looked, names: dict[str, str], every: bool) -> dict[str, Any]:
    moved = [change for change in of.changes if change.before != change.after]
    moved.sort(key=_by_size)
    shown = of.changes if every else moved[:MOST_MOVES]
    return {
        "of": of,
        "name": tables.name_of(of),
        "table": tables.moves(of, looked, shown, names),
        "moved": len(moved),
        "hidden": 0 if every else len(of.changes) - len(shown),
    }


def _by_size(change: Change) -> tuple[bool, Decimal]:
    percent = change.percent
    return percent is not None, -abs(percent or Decimal(0))


class IntakeProgress(Seen, View):
    """Whether a file is read, for the page that waits."""

    permission = "read-all"

    def get(self, request: HttpRequest, pk: int) -> JsonResponse:
        """Answer in words, and with the page to go to."""
        intake = get_object_or_404(Intake.objects.defer("figures", "listing"), pk=pk)
        done = bool(intake.outcome)
        words = "Read" if done else "A worker reads the file; you may leave the page."
        url = reverse("intake", args=[pk])
        return JsonResponse(
            {"words": words, "done": int(done), "of": 1, "finished": done, "url": url}
        )
