"""The only reader of the calculator's CSV files; it notes every fault and goes on."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from funds.calculator.cells import Kind
from funds.calculator.faults import NOTHING, Fault, quoted

WHOLE_FILE = "(all)"


@dataclass(frozen=True)
class Row:
    """One row: its number, what its cells hold as text, and their values (None where at fault)."""

    number: int
    text: dict[str, str]
    value: dict[str, Any]


@dataclass(frozen=True)
class Table:
    """The rows of one file and the known columns its header has."""

    file: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    whole: bool = True

    def all_read(self, *columns: str) -> bool:
        """Whether the whole file was read, has these columns and no cell of them is at fault."""
        return (
            self.whole
            and set(columns) <= set(self.columns)
            and all(row.value[column] is not None for row in self.rows for column in columns)
        )


def read_table(folder: Path, file: str, kinds: Mapping[str, Kind], faults: list[Fault]) -> Table:
    """Read one file against its columns; whatever is wrong is added to the faults."""
    before = len(faults)
    records = list(_records(folder / file, faults))
    whole = len(faults) == before
    if not records:
        return Table(file, (), (), whole)
    header = records[0][1]
    _check_header(file, header, list(kinds), faults)
    places = {name: header.index(name) for name in kinds if name in header}
    rows = []
    for number, record in records[1:]:
        if len(record) > len(header):
            faults.append(_beyond(file, number, record, len(header)))
        text = {name: record[at] if at < len(record) else "" for name, at in places.items()}
        rows.append(_row(file, number, text, kinds, faults))
    return Table(file, tuple(places), tuple(rows), whole)


def _records(path: Path, faults: list[Fault]) -> Iterator[tuple[int, list[str]]]:
    """The records that hold something, numbered as they stand; a blank line counts as a row."""
    text = _text(path, faults)
    if text is None:
        return
    number = 0
    try:
        for record in csv.reader(io.StringIO(text, newline=""), strict=True):
            number += 1
            if record or number == 1:
                yield number, record
    except csv.Error as error:
        faults.append(Fault(path.name, number + 1, WHOLE_FILE, str(error), "well-formed CSV"))
        return
    if not number:
        yield 1, []


def _text(path: Path, faults: list[Fault]) -> str | None:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError:
        faults.append(Fault(path.name, 1, WHOLE_FILE, "no such file", f"the file {path.name}"))
    except UnicodeDecodeError as error:
        row = error.object[: error.start].count(b"\n") + 1
        found = f"the byte 0x{error.object[error.start]:02x}"
        faults.append(Fault(path.name, row, WHOLE_FILE, found, "text in UTF-8"))
    return None


def _check_header(file: str, header: list[str], known: list[str], faults: list[Fault]) -> None:
    names = ", ".join(known)
    for place, name in enumerate(header):
        if name not in known:
            column = name if name.isprintable() and name.strip() else str(place + 1)
            faults.append(Fault(file, 1, column, quoted(name), f"no column but {names}"))
        elif name in header[:place]:
            faults.append(Fault(file, 1, name, f"{quoted(name)} again", "the column once"))
    faults.extend(
        Fault(file, 1, name, NOTHING, f"a column headed {name}")
        for name in known
        if name not in header
    )


def _beyond(file: str, number: int, record: list[str], width: int) -> Fault:
    found = f"{len(record)} cells"
    return Fault(file, number, str(width + 1), found, f"no cell beyond the {width} headed ones")


def _row(
    file: str, number: int, text: dict[str, str], kinds: Mapping[str, Kind], faults: list[Fault]
) -> Row:
    value = {name: kinds[name].read(cell) for name, cell in text.items()}
    for name, read in value.items():
        if read is None:
            faults.append(Fault(file, number, name, quoted(text[name]), kinds[name].needed))
    return Row(number, text, value)
