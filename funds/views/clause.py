"""The only home of a clause's page: what does it, on which figures, what proves it, where it is."""

from typing import Any

from django.http import Http404
from django.urls import NoReverseMatch, reverse

from funds import law_coverage
from funds.law_coverage import Covered
from funds.rules.parameters import law
from funds.views.law import STATUTES, plain
from municipalities.doors import Page
from municipalities.page_parts import Figure
from municipalities.tables import Cell, Column, Row, Table, row


class ClausePage(Page):
    """One clause of the statutes, in our words, with everything that keeps it."""

    template_name = "funds/clause.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the clause's row of the concordance; no statement."""
        each = law_coverage.covered().get(kwargs["clause"])
        if each is None:
            raise Http404
        statute, cite, fund = STATUTES[each.clause.id.partition(".")[0]]
        return super().get_context_data(
            covered=each.clause,
            statute=statute,
            cite=cite,
            hue=fund,
            figures=_counts(each),
            done_by=_done_by(each),
            dated=self._dated(each),
            tests=_tests(each),
            pages=_pages(each),
            **kwargs,
        )

    def _dated(self, each: Covered) -> Table:
        rows = [_figure(name, self.today) for name in each.figures]
        return Table(
            caption="Dated figures it rests on, as they stand today",
            columns=[Column("Figure"), Column("Value", "words"), Column("Clause")],
            rows=rows,
            caption_unseen=True,
            empty="It rests on no figure.",
        )


def _figure(name: str, on: Any) -> Row:
    figure = law().figure(name)
    known = [begins for begins, _ in figure.values if begins <= on]
    value = plain(figure.on(on)) if known else "not in force yet"
    return row(Cell(figure.title, second=name), value, figure.reference)


def _counts(each: Covered) -> list[Figure]:
    return [
        Figure("Rules and acts", str(len(each.done_by)), "What does it.", "#done-by"),
        Figure("Tests", str(len(each.tests)), "What fails when it breaks.", "#tests"),
        Figure("Pages", str(len(each.pages)), "Where it is seen.", "#pages"),
    ]


def _done_by(each: Covered) -> Table:
    return Table(
        caption="Rules and acts",
        columns=[Column("What it does", "words"), Column("Where", "words")],
        rows=[row(_says(path), path) for path in each.done_by],
        caption_unseen=True,
    )


def _says(path: str) -> str:
    """The first sentence of a rule's or act's own description."""
    made = law_coverage.found(path)
    return ((made and made.__doc__) or path).strip().splitlines()[0]


def _tests(each: Covered) -> Table:
    pairs = (test.split("::") for test in each.tests)
    return Table(
        caption="Tests that fail when it breaks",
        columns=[Column("What is tested", "words"), Column("Where", "words")],
        rows=[row(_sentence(name), file.removeprefix("tests/")) for file, name in pairs],
        caption_unseen=True,
    )


def _sentence(name: str) -> str:
    """A test's name is a sentence: read it as one."""
    return name.removeprefix("test_").replace("_", " ").capitalize() + "."


def _pages(each: Covered) -> Table:
    return Table(
        caption="Pages",
        columns=[Column("Page"), Column("Address", "words")],
        rows=[_page(name) for name in each.pages],
        caption_unseen=True,
    )


def _page(name: str) -> Row:
    """A page of no record is linked; one of a record is found from its fund or place."""
    label = name.replace("_", " ").capitalize()
    try:
        address = reverse(name)
    except NoReverseMatch:
        return row(label, "of each record")
    return row(Cell(label, address), address)
