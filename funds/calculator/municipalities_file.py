"""The only reader of municipalities.csv: a row a municipality, each code once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from funds.calculator.cells import MUNICODE, Kind
from funds.calculator.facts_file import WHOLE_FILE, Table, read_table
from funds.calculator.faults import Fault, quoted

FILE = "municipalities.csv"
CODE = "municode"


def read_municipalities(folder: Path, kinds: Mapping[str, Kind], faults: list[Fault]) -> Table:
    """Read municipalities.csv; a code that stands twice is a fault of its later row."""
    table = read_table(folder, FILE, {CODE: MUNICODE, **kinds}, faults)
    first: dict[str, int] = {}
    for row in table.rows:
        code = row.value.get(CODE)
        if code is None:
            continue
        if code in first:
            again = f"{quoted(code)} again, first in row {first[code]}"
            faults.append(Fault(FILE, row.number, CODE, again, "each code once"))
        first.setdefault(code, row.number)
    if table.whole and table.columns and not table.rows:
        faults.append(Fault(FILE, 1, WHOLE_FILE, "no row below the header", "a row a municipality"))
    return table


def sums_to_zero(column: str, faults: list[Fault], needed: str = "a sum above zero") -> None:
    """Note a factor by which nothing can be shared."""
    faults.append(Fault(FILE, 1, column, "a sum of zero", needed))
