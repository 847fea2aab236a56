"""The only reader of files in which the bank says what came back: NACHA by position, or a table.

A table is known by its heads. Heads that we don't know are refused as a whole, because a column
that moved would be read as another.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from funds.refusal import Refusal
from municipalities.reading import tables

MANY = 5_000  # returns of a file; the State makes fewer payments in a year's installment
WIDTH = 94
RETURNED = {"21", "31"}  # returns of credits to a checking and a savings account
HEADS = {
    "trace": {"trace", "trace number", "payment", "payment number", "individual id"},
    "amount": {"amount", "amount ($)", "returned amount"},
    "code": {"code", "return code", "return reason code", "reason code"},
    "on": {"date", "returned on", "return date", "settlement date"},
}


class UnknownLayout(Refusal):
    """The file has columns that we don't know: a person looks before anything is read."""


@dataclass(frozen=True)
class Returned:
    """One return as the file has it; the amount in dollars; no day when the file gives none."""

    number: int
    trace: str
    amount: Decimal
    code: str
    on: date | None = None


@dataclass(frozen=True)
class Read:
    """What a file came to."""

    layout: str
    heads: str
    lines: list[Returned]


def read(text: str, filename: str) -> Read:
    """Read a file of returns. Raises UnknownLayout, and Refusal for a line that can't be read."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].startswith("101") and len(lines[0]) == WIDTH:
        return Read("nacha", "", _nacha([each for each in lines if each]))
    rows = tables.plain_rows(text, filename)
    if not rows:
        raise UnknownLayout(f"{filename} has no row under its heads.")
    return _table(rows, filename)


def _nacha(lines: list[str]) -> list[Returned]:
    """Read the returned entries, each by its addendum 99; the control totals must be theirs."""
    found: list[Returned] = []
    entry = ""
    hashed, total, count = 0, Decimal(0), 0
    for number, line in enumerate(lines, 1):
        if len(line) != WIDTH:
            raise Refusal(f"line {number} has {len(line)} characters; {WIDTH} are needed.")
        if line[0] == "6":
            entry = line
            hashed, count = hashed + _whole(line[3:11], number), count + 1
            total += _cents(line, number)
        elif line[0] == "7":
            count += 1
            found += _addendum(entry, line, number)
        elif line[0] == "9" and not line.startswith("9" * WIDTH):
            _compare(line, number, count, hashed, total)
    return found


def _addendum(entry: str, line: str, number: int) -> list[Returned]:
    if line[1:3] != "99" or not entry:
        return []
    if entry[1:3] not in RETURNED:
        raise Refusal(f"line {number}: the entry before is of kind {entry[1:3]}, no return.")
    return [Returned(number, entry[39:54].strip(), _cents(entry, number), line[3:6])]


def _compare(line: str, number: int, count: int, hashed: int, total: Decimal) -> None:
    said = (_whole(line[13:21], number), _whole(line[21:31], number), _whole(line[43:55], number))
    have = (count, hashed % 10**10, int(total * 100))
    if said != have:
        raise Refusal(
            f"line {number}: the file's control says {said[0]} entries, hash {said[1]}, "
            f"{said[2]} cents; read are {have[0]}, {have[1]}, {have[2]}."
        )


def _whole(text: str, number: int) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Refusal(f"line {number}: “{text}” is no number.")
    return int(text)


def _cents(line: str, number: int) -> Decimal:
    return Decimal(_whole(line[29:39], number)) / 100


def _table(rows: list[dict[str, str]], filename: str) -> Read:
    heads = [each.strip() for each in rows[0]]
    places = _places(heads, filename)
    if len(rows) > MANY:
        raise Refusal(f"{filename} has {len(rows):,} rows; at most {MANY:,} are read at once.")
    lines = [
        _row(number, {name: row[head].strip() for name, head in places.items()})
        for number, row in enumerate(rows, 2)
    ]
    return Read("table", ", ".join(heads)[:300], lines)


def _places(heads: list[str], filename: str) -> Mapping[str, str]:
    """Find each column by its head; a head that stands twice or isn't known is refused."""
    found: dict[str, str] = {}
    for head in heads:
        name = next((name for name, known in HEADS.items() if head.lower() in known), "")
        if not name or name in found:
            raise UnknownLayout(
                f"{filename} has the column “{head}”, which no layout of ours has, or twice. "
                "Needed are trace, amount, code and, if there is one, date."
            )
        found[name] = head
    missing = {"trace", "amount", "code"} - set(found)
    if missing:
        raise UnknownLayout(f"{filename} lacks the column {', '.join(sorted(missing))}.")
    return found


def _row(number: int, cells: Mapping[str, str]) -> Returned:
    try:
        amount = Decimal(cells["amount"].replace(",", "").lstrip("$"))
    except InvalidOperation as error:
        raise Refusal(f"row {number}, amount: “{cells['amount']}” is no amount.") from error
    if not amount.is_finite() or amount <= 0 or amount != amount.quantize(Decimal("0.01")):
        raise Refusal(f"row {number}, amount: “{cells['amount']}” is no amount in whole cents.")
    return Returned(
        number, cells["trace"], amount, cells["code"].upper(), _day(number, cells.get("on", ""))
    )


def _day(number: int, text: str) -> date | None:
    if not text:
        return None
    for form in ("%Y-%m-%d", "%m/%d/%Y"):
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007  a day has no zone
        except ValueError:
            continue
    raise Refusal(f"row {number}, date: “{text}” is no day such as 2026-11-30.")
