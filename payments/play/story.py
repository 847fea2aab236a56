"""The only reader of a story: a CSV file whose lines each name one act and what it must lead to."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from payments.play.words import ALIASES, joined

T = TypeVar("T")

COLUMNS = ("on", "by", "act", "fund", "holder", "sfy", "amount", "ref", "note", "expect")
FUNDS = ("zone-assistance", "energy-receipts", "highlands")
ANY_DECIMALS = "fact"  # the one act whose amount is a figure and not money
FLAGS = ("yes", "no", "calendar", "state")  # figures that are words
UNSIGNED = ("balance", "installments", "task")  # nobody's act: read, or woken by the calendar


@dataclass(frozen=True)
class Expected:
    """What a line must lead to: an amount, that it is done, or a refusal that holds a word."""

    text: str
    amount: Decimal | None = None
    refusal: str | None = None


@dataclass(frozen=True)
class Line:
    """One line of a story; `number` is its line in the file, the header being line 1."""

    number: int
    on: date
    by: str
    act: str
    fund: str
    holder: str
    sfy: int | None
    amount: Decimal | None
    ref: str
    note: str
    expect: Expected
    task: str = ""


class Unreadable(Exception):
    """What could not be read: in which line and column, what was found, what is needed."""

    def __init__(self, line: int, column: str, found: str, needed: str) -> None:
        super().__init__(f"line {line}, column {column}: found “{found}”, needed: {needed}")


def read(path: Path, acts: Iterable[str], titles: Iterable[str]) -> list[Line]:
    """Read a story; raise Unreadable at the first cell that is not what it must be."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        needed = f"a story that can be read ({error.strerror})"
        raise Unreadable(1, "on", str(path), needed) from error
    except UnicodeDecodeError as error:
        raise Unreadable(1, "on", "bytes that are no UTF-8", "UTF-8 text") from error
    return list(_lines(text, _Cells(frozenset(acts), frozenset(titles))))


def _lines(text: str, cells: "_Cells") -> Iterator[Line]:
    reader = csv.reader(text.splitlines())
    header = [name.strip() for name in next(reader, [])]
    _check_header(header)
    some = False
    for row in reader:
        if not any(cell.strip() for cell in row) or row[0].lstrip().startswith("#"):
            continue
        if len(row) != len(header):
            found, needed = f"{len(row)} cells", f"{len(header)} cells"
            raise Unreadable(reader.line_num, header[min(len(row), len(header)) - 1], found, needed)
        some = True
        named = {name: cell.strip() for name, cell in zip(header, row, strict=True)}
        yield cells.line(reader.line_num, named)
    if not some:
        raise Unreadable(2, "on", "", "at least one line below the header")


def _check_header(header: list[str]) -> None:
    for name in COLUMNS:
        if header.count(name) != 1:
            found = "twice" if name in header else ",".join(header)
            raise Unreadable(1, name, found, f"each of {','.join(COLUMNS)} once")
    for name in header:
        if name not in COLUMNS:
            raise Unreadable(1, name, name, f"only {','.join(COLUMNS)}")


class _Cell:
    """Reads one cell of a line, or says what is wrong with it."""

    def __init__(self, number: int, row: dict[str, str]) -> None:
        self.number, self.row = number, row

    def __call__(self, column: str, read: Callable[[str], T | None], needed: str) -> T:
        """Return what the column's reader makes of the cell."""
        found = read(self.row[column])
        if found is None:
            raise Unreadable(self.number, column, self.row[column], needed)
        return found


class _Cells:
    """Reads the cells of one line, each as its column must be."""

    def __init__(self, acts: frozenset[str], titles: frozenset[str]) -> None:
        self.acts, self.titles = acts, titles

    def line(self, number: int, row: dict[str, str]) -> Line:
        """Read a line's cells in the order of the columns."""
        row = self._told(row)
        cell = _Cell(number, row)
        on = cell("on", _day, "a day such as 2026-07-15")
        by = cell("by", self._office, f"an office: {', '.join(sorted(self.titles))}, with :CODE")
        act = cell("act", self._act, f"an act: {', '.join(sorted(self.acts))}")
        return Line(
            number=number,
            on=on,
            by=by,
            act=act[0],
            task=act[1],
            fund=cell("fund", _fund, f"one of {', '.join(FUNDS)}"),
            holder=cell("holder", _holder, "a four-digit code, zone:NAME, county:CC or a name"),
            sfy=cell("sfy", _year, "a State fiscal year such as 2026, or nothing")[0],
            amount=cell("amount", _amount(act[0]), "a plain amount such as 1000.00, or nothing")[0],
            ref=row["ref"],
            note=row["note"],
            expect=cell("expect", _expected, "an amount, ok, or refuse with a word"),
        )

    def _told(self, row: dict[str, str]) -> dict[str, str]:
        """Put the system where nobody signs, and a figure that is a word behind its name."""
        act = (self._act(row["act"]) or ("", ""))[0]
        if act in UNSIGNED and not row["by"]:
            row = row | {"by": "system"}
        if act == ANY_DECIMALS:
            row = row | {"note": row["note"] or row["ref"]}
            if row["amount"].lower() in FLAGS:
                row = row | {"amount": "", "note": f"{row['note']} {row['amount']}"}
        return row

    def _office(self, text: str) -> str | None:
        title, _, place = text.partition(":")
        title = joined(title)
        known = title in self.titles and (not place or _holder(place) is not None)
        return f"{title}:{place.strip()}".rstrip(":") if known else None

    def _act(self, text: str) -> tuple[str, str] | None:
        first, _, rest = text.strip().partition(" ")
        if first.lower() == "task":
            return "task", rest.strip()
        name = ALIASES.get(joined(text), joined(text))
        return (name, "") if name in self.acts else None


def _day(text: str) -> date | None:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _fund(text: str) -> str | None:
    name = joined(text)
    return name if name in FUNDS or not name else None


def _holder(text: str) -> str | None:
    """A holder's key; digits are a municode, and a place that is named has a name."""
    kind, colon, name = text.partition(":")
    kind, name = kind.strip().lower(), name.strip()
    if not colon:
        return text.strip() if not text.isdigit() or len(text) == 4 else None
    if kind == "zone":
        return f"zone:{name}" if name else None
    if kind == "county":
        return f"county:{name}" if re.fullmatch(r"\d{2}", name) else None
    return None


def _year(text: str) -> tuple[int | None] | None:
    if not text:
        return (None,)
    found = re.fullmatch(r"(?:SFY ?)?(\d{4})", text.upper())
    return (int(found[1]),) if found else None


def _amount(act: str) -> Callable[[str], tuple[Decimal | None] | None]:
    pattern = r"-?\d+(\.\d+)?" if act == ANY_DECIMALS else r"-?\d+(\.\d{1,2})?"

    def read(text: str) -> tuple[Decimal | None] | None:
        if not text:
            return (None,)
        return (Decimal(text),) if re.fullmatch(pattern, text, re.ASCII) else None

    return read


def _expected(text: str) -> Expected | None:
    """`ok` (or nothing), an amount, or `refuse` with a word."""
    if text.lower() in {"", "ok"}:
        return Expected("ok")
    if re.fullmatch(r"-?\d+(\.\d{1,2})?", text, re.ASCII):
        return Expected(text, amount=Decimal(text))
    found = re.fullmatch(r"refused?\b[\s:(]*(.*?)\)?", text, re.IGNORECASE | re.DOTALL)
    return Expected(text, refusal=found[1].strip("\"'“” ")) if found else None
