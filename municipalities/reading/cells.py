"""The only home of what a file is made of once it is read: sheets, cells, and what is found."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any, Literal

WHOLE = "the whole file"
MOST_SHOWN = 80  # characters of what was found
INVISIBLE = frozenset(
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\ufeff\u202a"
    "\u202b\u202c\u202d\u202e"
)
What = Literal["text", "number", "date", "truth", "error", "no value", "leads out"]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell: as text, and as a number where the file itself holds one.

    `what` "date" is a number with a format of dates, "no value" a formula nobody calculated,
    "leads out" a formula that refers to something outside; `form` is the number's format.
    """

    text: str
    what: What = "text"
    number: Decimal | None = None
    form: str = "General"

    @property
    def is_blank(self) -> bool:
        """Whether nothing that counts stands there."""
        return self.what == "text" and not self.text.strip()


Cells = Mapping[int, Cell]  # by column, from 1
Area = tuple[int, int, int, int]  # first row, first column, last row, last column


@dataclass
class Sheet:
    """A sheet's rows that hold something, by number from 1; `rows` is read once."""

    name: str
    rows: Iterable[tuple[int, Cells]]
    merged: list[Area] = field(default_factory=list)
    hidden_columns: set[int] = field(default_factory=set)
    hidden: bool = False
    serial_day: int = 0  # added to a date's serial number: 1,462 where days count from 1904
    has_serials: bool = True  # text files hold no serial numbers


@dataclass(frozen=True)
class Finding:
    """One thing to mend or to look at: where, what was found, what is needed, which clause."""

    sheet: str
    cell: str
    found: str
    needed: str
    clause: str = ""

    def __str__(self) -> str:
        cite = f" ({self.clause})" if self.clause else ""
        return f"{self.sheet}, {self.cell}: {self.found}. {self.needed}{cite}"

    def as_dict(self) -> dict[str, str]:
        """Return it as it is kept."""
        return asdict(self)


@dataclass
class Findings:
    """The two lists of a reading: what must be mended, and what a person must look at."""

    must: list[Finding] = field(default_factory=list)
    check: list[Finding] = field(default_factory=list)


@dataclass
class Reading:
    """What came of reading a file.

    `figures` are by kind and period ("parcels 2025"), then by municode, "" for the State; `rows`
    says in which row each municipality stands; `listing` is a list that some files bring along.
    """

    findings: Findings = field(default_factory=Findings)
    figures: dict[str, dict[str, Decimal]] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    listing: list[dict[str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON holds it: amounts as text."""
        return {
            "must": [each.as_dict() for each in self.findings.must],
            "check": [each.as_dict() for each in self.findings.check],
            "figures": {
                name: {code: str(value) for code, value in values.items()}
                for name, values in self.figures.items()
            },
            "rows": self.rows,
            "listing": self.listing,
            "said": self.said,
        }


def letters(column: int) -> str:
    """Return a column's letters: 28 is AB."""
    name = ""
    while column:
        column, left = divmod(column - 1, 26)
        name = chr(65 + left) + name
    return name


def address(row: int, column: int) -> str:
    """Return a cell's address: B7."""
    return f"{letters(column)}{row}"


def quoted(text: str) -> str:
    """Quote what was found; marks that can't be seen are spelled out."""
    seen = "".join(
        f"[U+{ord(mark):04X}]"
        if mark in INVISIBLE or not (mark.isprintable() or mark == " ")
        else mark
        for mark in text[:MOST_SHOWN]
    )
    return f"“{seen}{'…' if len(text) > MOST_SHOWN else ''}”"
