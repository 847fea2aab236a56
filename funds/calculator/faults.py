"""The only home of what is wrong with a facts file: where, what was found, what is needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

NOTHING = "nothing"
LONGEST = 80


@dataclass(frozen=True)
class Fault:
    """One fault; the header is row 1, and so is a fault without a row of its own."""

    file: str
    row: int
    column: str
    found: str
    needed: str

    def __str__(self) -> str:
        return (
            f"{self.file}, row {self.row}, column {self.column}:"
            f" found {self.found}; needed {self.needed}"
        )


class Faults(Exception):
    """Every fault of a folder of facts, in the order of the files and their rows."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.file, fault.row)))
        super().__init__("\n".join(map(str, self.faults)))


def quoted(text: str) -> str:
    """What a cell holds, on one line and in quotes; a blank one is named as such."""
    if not text.strip():
        return "a blank" if not text else f"a blank {json.dumps(text)}"
    shown = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    return json.dumps(shown, ensure_ascii=not shown.isprintable())
