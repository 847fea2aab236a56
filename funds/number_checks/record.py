"""The only home of what a number is checked from: a run's frozen facts, figures and worksheets.

A workbook holds its reader's own inputs row by row, and everybody else's as one row of sums.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from funds.models import Run, RunLine
from funds.number_checks.book import INPUTS, Book, Fact, Formula, column, span
from municipalities import kinds
from municipalities.models import Municipality

GIVEN, OTHERS = "Given with the run, and frozen with it", "All others"
OF_LAW = "The law’s figure, as frozen with the run"
NAMES = 2  # columns before the figures of a row
Row = Mapping[str, str]


@dataclass(frozen=True)
class Column:
    """Where a column of the inputs stands: the reader's own rows, then the sum of all others."""

    letter: str
    first: int
    last: int

    def at(self, row: int) -> str:
        """Return the address of the column's cell in the n-th own row, the first being 0."""
        return f"{INPUTS}!${self.letter}${self.first + row}"

    @property
    def own(self) -> str:
        """The addresses of the reader's own cells, added up."""
        return f"SUM({span(INPUTS, self.letter, self.first, self.last)})"

    @property
    def others(self) -> str:
        """The address of everybody else's sum."""
        return f"{INPUTS}!${self.letter}${self.last + 1}"


class Record:
    """A run as it was frozen: rows in the order of their codes, figures of the law by name."""

    def __init__(self, run: Run, book: Book) -> None:
        """Read the run's facts and where each of them is from."""
        self.run, self.book = run, book
        self.rows: list[Row] = list(run.facts["municipalities"])
        self.figures: Mapping[str, str] = run.facts["figures"]
        self.law: Mapping[str, Mapping[str, Any]] = run.figures["law"]
        self.names = dict(Municipality.objects.values_list("code", "name"))
        self.sources = {
            s.kind: f"{s.document}, {kinds.words(s.kind)}, {s.period}, version {s.version}"
            for s in run.series.select_related("document")
        }

    def figure(self, name: str, label: str, cite: str) -> str:
        """Write down a figure of the year and return its address."""
        kind = name[:-5] if name[-4:].isdigit() else name
        source = self.sources.get(kind, GIVEN)
        return self.book.fact(Fact(label, Decimal(self.figures[name]), cite, source))

    def of_law(self, name: str, label: str, at: Sequence[int] = ()) -> str:
        """Write down a dated figure of the law, or a part of it, and return its address."""
        found = self.law[name]["value"]
        for place in at:
            found = found[place]
        ratio, cite = Fraction(found), str(self.law[name]["reference"])
        value = Formula(f"={ratio.numerator}/{ratio.denominator}")
        return self.book.fact(Fact(label, value, cite, OF_LAW))

    def inputs(
        self, columns: Mapping[str, str], own: Sequence[Row], others: Sequence[Row]
    ) -> dict[str, Column]:
        """Write down the inputs by column, own rows and the sum of all others, each with source."""
        book = self.book
        book.gap(INPUTS)
        book.line(INPUTS, "Source of each column", "", *map(self._source, columns))
        row = book.heads(INPUTS, "Code", "Name", *columns.values())
        for each in own:
            code, values = each["municode"], [_value(each.get(name, "")) for name in columns]
            book.line(INPUTS, code, self.names.get(code, ""), *values, form="General")
        sums = [_sum(others, name) for name in columns]
        book.line(INPUTS, OTHERS, f"{len(others)} rows", *sums, form="General")
        return {
            name: Column(column(NAMES + at), row + 1, row + len(own))
            for at, name in enumerate(columns, 1)
        }

    def amounts(self, component: str) -> dict[str, Decimal]:
        """Return a component of the run by holder."""
        lines = RunLine.objects.filter(run=self.run, component=component)
        return {line.holder: Decimal(line.amount) for line in lines}

    def kept(self, holder: str, beside: Sequence[str]) -> dict[str, str]:
        """Return what the run's worksheets hold for a holder and for the year, by label."""
        found: dict[str, str] = {}
        for sheet in self.run.worksheets.filter(holder__in=(*beside, holder)):
            found |= {line["label"]: line["value"] for line in sheet.lines if line["value"]}
        return found

    def _source(self, name: str) -> str:
        return self.sources.get(name, GIVEN)


def _value(text: str) -> Decimal | str:
    try:
        return Decimal(text)
    except ArithmeticError:
        return text


def _sum(rows: Sequence[Row], name: str) -> Decimal | str:
    values = [_value(row.get(name, "")) for row in rows]
    numbers = [value for value in values if isinstance(value, Decimal)]
    return sum(numbers, Decimal(0)) if len(numbers) == len(values) else ""
