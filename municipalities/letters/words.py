"""The only home of what a letter is made of: the same words make the PDF and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Literal


@dataclass(frozen=True)
class LetterColumn:
    """A column of a letter's table; money stands at the right, amounts as plain strings."""

    label: str
    kind: Literal["text", "money"] = "text"


@dataclass(frozen=True)
class LetterTable:
    """A table of a letter: its first column heads the rows, its last row may be the total."""

    caption: str
    columns: Sequence[LetterColumn]
    rows: Sequence[Sequence[str]]
    total: Sequence[str] = ()


@dataclass(frozen=True)
class Letter:
    """What a letter says, from its addressee to whoever signed; texts only, no markup."""

    title: str
    to: Sequence[str]
    paragraphs: Sequence[str]
    facts: Sequence[tuple[str, str]] = ()
    tables: Sequence[LetterTable] = ()
    after: Sequence[str] = ()
    signed: Sequence[str] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return asdict(self)


def on_paper(on: date) -> str:
    """Spell a day as a letter does: July 20, 2026."""
    return f"{on:%B} {on.day}, {on.year}"
