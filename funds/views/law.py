"""The only home of the law pages: every clause in our words, and every reading taken."""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.urls import reverse

from funds import law_coverage
from funds.rules import parameters
from funds.rules.parameters import Figure
from municipalities.doors import Page
from municipalities.tables import Cell, Column, Row, Table, row

CATALOGUE = Path(parameters.__file__).parent / "law" / "clauses.yaml"
STATUTES = {
    "uez": ("Zone assistance", "N.J.S.A. 52:27H-88", "zone-assistance"),
    "etr": ("Energy tax receipts", "N.J.S.A. 52:27D-439", "energy-receipts"),
    "hl": ("Highlands stabilization", "N.J.S.A. 54:1-85", "highlands"),
    "highlands": ("Highlands stabilization", "N.J.S.A. 54:1-85", "highlands"),
}


@cache
def clauses() -> dict[str, list[dict[str, str]]]:
    """Read the product's catalogue of clauses, by statute."""
    found = yaml.safe_load(CATALOGUE.read_text())
    return {key: rows for key, rows in found.items() if key in STATUTES}


class Law(Page):
    """The clauses and the readings, for everyone who signs in."""

    template_name = "funds/law.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the clauses by statute, then what the statutes leave open."""
        statutes = [
            (*STATUTES[key], _clauses(STATUTES[key][1], rows)) for key, rows in clauses().items()
        ]
        return super().get_context_data(
            statutes=statutes, readings=_readings(parameters.law().readings(), self.today), **kwargs
        )


def _clauses(statute: str, rows: list[dict[str, str]]) -> Table:
    return Table(
        caption=f"Clauses of {statute}, in our words",
        columns=[
            Column("Clause"),
            Column("Who acts"),
            Column("What must happen", "words"),
            Column("Tests", "count"),
        ],
        rows=[_clause(each) for each in rows],
        caption_unseen=True,
    )


def _clause(each: dict[str, str]) -> Row:
    to = reverse("clause", args=[each["id"]])
    tests = law_coverage.covered()[each["id"]].tests
    return row(Cell(each["cite"], to), each["actor"], each["duty"], Cell(len(tests), to))


def _readings(readings: list[Figure], on: date) -> Table:
    return Table(
        caption="What the statutes leave open, the reading taken, and the others",
        columns=[
            Column("Question"),
            Column("Clause"),
            Column("Taken"),
            Column("Why", "words"),
            Column("Other readings", "words"),
        ],
        rows=[_reading(each, on) for each in readings],
    )


def _reading(figure: Figure, on: date) -> Row:
    others = "; ".join(f"{plain(a.value)}: {a.because}" for a in figure.alternatives)
    return row(
        Cell(figure.title, second=figure.name),
        figure.reference,
        f"{plain(figure.on(on))}",
        figure.because,
        others or Cell(nothing="None"),
    )


def plain(value: object) -> str:
    """Write a figure's value in words: a list with commas, a choice without underscores."""
    if isinstance(value, tuple):
        return ", ".join(plain(each) for each in value)
    return str(value).replace("_", " ")


class Help(Page):
    """How the product is used, in short."""

    template_name = "funds/help.html"


class Accessibility(Page):
    """What is promised to everyone, and how to say that something is in the way."""

    template_name = "funds/accessibility.html"
