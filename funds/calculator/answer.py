"""The only home of how the calculator's answer is printed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain

from funds.rules.money import rounded
from funds.rules.worksheet import Worksheet

COLUMNS = ("holder", "component", "amount", "cite")
THREE_DECIMALS = "tax_rate"
Cells = tuple[str, str, str, str]


@dataclass(frozen=True)
class Answer:
    """The lines of a computed year, and the notes that go beside them.

    A run keeps the worksheet and each municipality's part of its zone's credit; neither is printed.
    """

    lines: tuple[Cells, ...]
    notes: tuple[str, ...] = ()
    worksheet: Worksheet = field(default_factory=Worksheet)
    municipal_shares: Mapping[str, Decimal] = field(default_factory=dict)


def answer_of(
    sheet: Worksheet,
    notes: Sequence[str] = (),
    municipal_shares: Mapping[str, Decimal] | None = None,
) -> Answer:
    """The results of a worksheet as plain text, a holder's lines together."""
    by_holder: dict[str, list[Cells]] = {}
    for line in sheet.components():
        places = 3 if line.component == THREE_DECIMALS else 2
        amount = f"{rounded(line.value, places):f}"
        cells = (line.holder, line.component, amount, line.cite)
        by_holder.setdefault(line.holder, []).append(cells)
    lines = tuple(chain.from_iterable(by_holder.values()))
    return Answer(lines, tuple(notes), sheet, municipal_shares or {})


def as_csv(answer: Answer) -> str:
    """A header and a line each."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([COLUMNS, *answer.lines])
    return out.getvalue()


def as_json(answer: Answer) -> str:
    """A list of objects; every amount is a string."""
    rows = [dict(zip(COLUMNS, line, strict=True)) for line in answer.lines]
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


def as_text(answer: Answer) -> str:
    """Columns for the eye, amounts to the right."""
    rows = [COLUMNS, *answer.lines]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    return "".join(
        f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c:>{widths[2]}}  {d}\n" for a, b, c, d in rows
    )


FORMATS: dict[str, Callable[[Answer], str]] = {"csv": as_csv, "json": as_json, "text": as_text}
