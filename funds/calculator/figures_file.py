"""The only reader of figures.csv: which figures may stand there, each once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from funds.calculator.cells import Kind
from funds.calculator.facts_file import Row, read_table
from funds.calculator.faults import NOTHING, Fault, quoted

FILE = "figures.csv"
NAME, VALUE = "figure", "value"
_ANY_TEXT = Kind("a figure and its value", r"(?s).*\S.*", str)


@dataclass(frozen=True)
class Given:
    """The figures that stand in the file: their values (None where at fault) and their rows."""

    value: dict[str, Any]
    row: dict[str, int]
    readable: bool

    def has(self, *names: str) -> bool:
        """Whether every one of these figures stands in the file."""
        return all(name in self.row for name in names)

    def missing(self, name: str, needed: str, faults: list[Fault]) -> None:
        """Note that a figure is needed and stands nowhere."""
        if self.readable and name not in self.row:
            faults.append(Fault(FILE, 1, NAME, f"{NOTHING} for {name}", needed))

    def refused(self, name: str, beside: str, needed: str, faults: list[Fault]) -> None:
        """Note that a figure may not stand beside another one."""
        found = f"{quoted(name)} beside {beside}"
        faults.append(Fault(FILE, self.row[name], NAME, found, needed))


def read_figures(folder: Path, kinds: Mapping[str, Kind], faults: list[Fault]) -> Given:
    """Read figures.csv; the names are patterns, so that a figure of any year can be known."""
    table = read_table(folder, FILE, {NAME: _ANY_TEXT, VALUE: _ANY_TEXT}, faults)
    given = Given({}, {}, table.whole and set(table.columns) == {NAME, VALUE})
    for row in table.rows:
        name = row.value.get(NAME)
        if name is None:
            continue
        kind = next((kinds[each] for each in kinds if re.fullmatch(each, name)), None)
        if kind is None:
            known = ", ".join(each.replace("[0-9]{4}", "YYYY") for each in kinds)
            faults.append(Fault(FILE, row.number, NAME, quoted(name), f"one of {known}"))
        elif name in given.row:
            again = f"{quoted(name)} again, first in row {given.row[name]}"
            faults.append(Fault(FILE, row.number, NAME, again, "each figure once"))
            _read_value(row, kind, faults)
        else:
            given.row[name] = row.number
            given.value[name] = _read_value(row, kind, faults)
    return given


def _read_value(row: Row, kind: Kind, faults: list[Fault]) -> Any:
    text = row.value.get(VALUE)
    if text is None:
        return None
    value = kind.read(text)
    if value is None:
        faults.append(Fault(FILE, row.number, VALUE, quoted(text), kind.needed))
    return value
