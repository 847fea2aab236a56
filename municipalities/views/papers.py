"""The only home of issued papers on screen: the list, the equal page, the PDF, the verify page."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.generic import View

from municipalities.access import Scope
from municipalities.doors import Page, Seen
from municipalities.letters import papers
from municipalities.models import Paper
from municipalities.page_parts import Tag, Term
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row
from municipalities.views.documents import attached

WITH = ("document", "superseded_by", "withdrawal", "supersedes", "issued_by__office")


def seen(scope: Scope) -> QuerySet[Paper]:
    """Return the papers a person may see: those whose stored file they may see."""
    found = Paper.objects.select_related(*WITH)
    return scope.filter(found, "document__municipality", "document__zone", "document__county")


def tag(paper: Paper) -> Tag:
    """Say whether a paper stands, as a tag."""
    words = papers.state_of(paper)
    return Tag(words, "good" if words == "Valid" else "bad" if words == "Withdrawn" else "")


class PaperList(Page):
    """The papers the person may see, the latest first."""

    template_name = "municipalities/papers.html"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Page the papers."""
        page = page_of(self.request, seen(self.scope))
        table = Table(
            caption="Papers by day of issue, the latest first",
            columns=[
                Column("Number"),
                Column("What", "words"),
                Column("Issued", "date"),
                Column("State", "state"),
            ],
            rows=[_row(each) for each in page],
            empty="No papers. One appears when a run is certified or a year end lapses money.",
        )
        return super().get_context_data(page=page, papers=table, **kwargs)


def _row(each: Paper) -> Row:
    link = reverse("paper", args=[each.number])
    return row(Cell(each.number, link), each.title, each.issued_on, Cell(tag=tag(each)))


class PaperPage(Page):
    """A paper's words as a page: the same as its PDF."""

    template_name = "municipalities/paper.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the letter as it was issued."""
        paper = get_object_or_404(seen(self.scope), number=kwargs["number"])
        return super().get_context_data(
            paper=paper,
            state=tag(paper),
            tables=[_table(each) for each in paper.letter["tables"]],
            facts=[Term(label, value) for label, value in paper.letter["facts"]],
            **kwargs,
        )


def _table(given: Mapping[str, Any]) -> Table:
    kinds = [column["kind"] for column in given["columns"]]
    return Table(
        caption=given["caption"],
        columns=[Column(c["label"], c["kind"]) for c in given["columns"]],
        rows=[_cells(each, kinds) for each in given["rows"]],
        totals=[_cells(given["total"], kinds)] if given["total"] else [],
        empty="Nothing.",
    )


def _cells(cells: list[str], kinds: list[str]) -> Row:
    paired = zip(cells, kinds, strict=True)
    return row(*(_cell(text, kind) for text, kind in paired))


def _cell(text: str, kind: str) -> Cell:
    if not text:
        return Cell(blank=True)
    return Cell(Decimal(text) if kind == "money" else text)


class PaperFile(Seen, View):
    """A paper's PDF, as it was issued."""

    def get(self, request: HttpRequest, number: str) -> HttpResponse:
        """Answer with the file."""
        return attached(get_object_or_404(seen(self.scope), number=number).document)


@method_decorator(login_not_required, name="dispatch")
class Verify(View):
    """Whether a paper of this number stands; anyone with the paper in hand may ask.

    It says what the paper is about, never what it says. `sha256` compares a copy's hash.
    """

    def get(self, request: HttpRequest, number: str) -> HttpResponse:
        """Answer Valid, Superseded by, Withdrawn, or Unknown."""
        paper = (
            Paper.objects.select_related("superseded_by", "withdrawal")
            .filter(number=number)
            .first()
        )
        asked = "".join(request.GET.get("sha256", "").lower().split())[:64]
        shown = {
            "number": number[:60],
            "paper": paper,
            "state": tag(paper) if paper else Tag("Unknown", "bad"),
            "facts": _public(paper) if paper else [],
            "asked": asked,
            "same": bool(paper and asked == paper.sha256),
        }
        answer = render(request, "municipalities/verify.html", shown)
        answer["Cache-Control"] = "no-store"
        return answer


def _public(paper: Paper) -> list[Term]:
    facts = [Term("What", paper.title), Term("Issued", f"{paper.issued_on:%b %-d, %Y}")]
    if hasattr(paper, "withdrawal"):
        facts.append(Term("Withdrawn", f"{paper.withdrawal.withdrawn_on:%b %-d, %Y}"))
    facts.append(Term("SHA-256 of the PDF", paper.sha256))
    return facts
