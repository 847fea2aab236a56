"""The only reader of comma-separated text: its separator, its lines, its cells."""

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from municipalities.reading.cells import Cell, Cells, Finding, Sheet
from municipalities.reading.text import Unreadable, whole

SEPARATORS = ",;\t|"
SAID = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
FIRST = 40  # lines in which the head is looked for


def heading(text: str) -> str:
    """Return a head as it is compared: exact but for blanks and capitals."""
    return " ".join(text.split()).casefold()


def sheet(text: str, name: str, wanted: Collection[str] = ()) -> Sheet:
    """Read a text as a sheet; its separator is the one under which the wanted heads stand."""
    said = SAID.match(text)
    start = 1 if said else 0
    body = text[said.end() :] if said else text
    separator = said[1] if said else _separator(body, {heading(each) for each in wanted})
    return Sheet(name, _rows(body, separator, start, name), has_serials=False)


def _rows(text: str, separator: str, start: int, name: str) -> Iterator[tuple[int, Cells]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number = start
    while True:
        number += 1
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            found = Finding(
                name,
                f"line {reader.line_num + start}",
                str(error),
                "A quotation that is closed, and cells of at most 131,072 marks.",
            )
            raise Unreadable(found) from error
        cells = {at: Cell(each) for at, each in enumerate(record, 1) if each.strip()}
        if cells:
            yield number, cells


def _separator(text: str, wanted: set[str]) -> str:
    """Return the separator that finds most of the wanted heads, and then most cells."""
    lines = list(islice(io.StringIO(text, newline=""), FIRST))

    def score(separator: str) -> tuple[int, int]:
        try:
            records = list(csv.reader(lines, delimiter=separator))
        except csv.Error:
            return 0, 0
        heads = max((len(wanted & {heading(c) for c in r}) for r in records), default=0)
        return heads, max((len(r) for r in records), default=0)

    return max(SEPARATORS, key=score)


def plain_rows(text: str, name: str) -> list[dict[str, str]]:
    """Return the rows of one of our own files, whose first line is its head, by column."""
    rows = iter(_rows(text.removeprefix("\ufeff"), ",", 0, name))
    first = next(rows, None)
    if first is None:
        raise whole(name, "nothing", "A head and rows are needed.")
    heads = _heads(first[1], name)
    return [
        {head: cells[at].text if at in cells else "" for at, head in heads.items()}
        for _, cells in rows
    ]


def _heads(cells: Cells, name: str) -> Mapping[int, str]:
    heads = {at: cell.text for at, cell in cells.items()}
    if len(set(heads.values())) < len(heads):
        raise whole(name, "a head that stands twice", "Each column is named once.")
    return heads
