"""The only home of a workbook that counts by itself: inputs, steps, shares, result.

Numbers are written as they were frozen, what follows from them as formulas. Text stays text.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

BOLD, MONEY, EXACT = Font(bold=True), "#,##0.00;[Red]-#,##0.00", "#,##0.000000"
RESULT, INPUTS, STEPS, SHARING = "Result", "Inputs", "Steps", "Sharing"
SHEETS = (RESULT, INPUTS, STEPS, SHARING)
WIDTHS = {
    RESULT: (34, 22, 60),
    INPUTS: (46, 22, 26, 34, 22, 22, 22, 22, 22, 22, 22),
    SHARING: (34, 26),
    STEPS: (46, 22, 26, 22, 12),
}
CENTS = 2


@dataclass(frozen=True)
class Fact:
    """An input: what it is, its value as it was frozen, its clause, and where it is from."""

    label: str
    value: Decimal | str
    cite: str
    source: str


@dataclass
class Book:
    """A workbook in the making; what is written answers with its address for the formulas."""

    book: Any = field(default_factory=Workbook)
    rows: dict[str, int] = field(default_factory=dict)
    compared: list[str] = field(default_factory=list)  # cells that say whether a step is the same

    def __post_init__(self) -> None:
        """Lay out the four sheets."""
        self.book.active.title = RESULT
        for title in SHEETS[1:]:
            self.book.create_sheet(title)
        for title, widths in WIDTHS.items():
            for at, width in enumerate(widths, 1):
                self.book[title].column_dimensions[get_column_letter(at)].width = width
        self.rows = dict.fromkeys(SHEETS, 0)

    def heads(self, sheet: str, *heads: str) -> int:
        """Write a row of heads and return its number."""
        return self.line(sheet, *heads, bold=True)

    def line(self, sheet: str, *values: Any, bold: bool = False, form: str = MONEY) -> int:
        """Write the next row of a sheet and return its number."""
        self.rows[sheet] += 1
        for at, value in enumerate(values, 1):
            cell = self.book[sheet].cell(row=self.rows[sheet], column=at)
            write(cell, value, form)
            if bold:
                cell.font = BOLD
            cell.alignment = Alignment(wrap_text=isinstance(value, str), vertical="top")
        return self.rows[sheet]

    def gap(self, sheet: str) -> None:
        """Leave a row empty."""
        self.rows[sheet] += 1

    def fact(self, fact: Fact) -> str:
        """Write an input and return its address."""
        row = self.line(INPUTS, fact.label, fact.value, fact.cite, fact.source, form="General")
        return f"{INPUTS}!$B${row}"

    def step(
        self, label: str, formula: str, cite: str, kept: Mapping[str, str], places: int = 2
    ) -> str:
        """Write a step of the law beside what the run holds for it, and return its address."""
        row = self.rows[STEPS] + 1
        values: list[Any] = [label, Formula(f"={formula}"), cite]
        if label in kept:
            same = Formula(f'=IF(ROUND(B{row}-D{row},{places})=0,"Same","Different")')
            values += [Decimal(kept[label]), same]
            self.compared.append(f"{STEPS}!E{row}")
        self.line(STEPS, *values, form=MONEY if places == CENTS else EXACT)
        return f"{STEPS}!$B${row}"

    def content(self) -> bytes:
        """Return the workbook as bytes."""
        kept = io.BytesIO()
        self.book.save(kept)
        return kept.getvalue()


class Formula(str):
    """A formula, written as such; every other text is text, whatever it begins with."""

    __slots__ = ()


def write(cell: Any, value: Any, form: str = MONEY) -> None:
    """Write a value into a cell: a formula, an exact number, or text that stays text."""
    if isinstance(value, Formula):
        cell.value, cell.number_format = str(value), form
    elif isinstance(value, Decimal | int):
        cell.value, cell.number_format = value, form
    else:
        cell.value = value or None
        if value:
            cell.data_type = "s"


def span(sheet: str, column: str, first: int, last: int) -> str:
    """Return the address of a column's cells from one row to another."""
    return f"{sheet}!${column}${first}:${column}${last}"


def column(at: int) -> str:
    """Return the letter of a column, the first being 1."""
    return str(get_column_letter(at))
