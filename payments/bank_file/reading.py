"""The only home of how a bank file is read again: by position, by nothing that wrote it.

What a file says of itself (its counts, hash and sums) is compared with what stands in it, so that
a file that was cut, doubled or altered is found before a bank sees it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from funds.refusal import Refusal


@dataclass(frozen=True)
class Line:
    """One payment as a bank would read it."""

    routing: str
    number: str
    amount: Decimal
    payment: str
    name: str
    trace: str
    note: str


@dataclass(frozen=True)
class Control:
    """The control totals: how many payments, their sum in dollars, their hash, blocks of ten."""

    count: int
    total: Decimal
    hashed: str
    blocks: int


def read(content: str) -> tuple[list[Line], Control]:
    """Return the payments of a file and its control totals.

    Raises Refusal, naming the line, when it is no whole file of one batch or when a count, the
    hash or a sum differs from what stands in it.
    """
    records = content.split("\n")
    if records.pop() != "":
        raise Refusal("The bank file ends in the middle of a line.")
    _refuse_shape(records)
    body, batch, end = _parts(records)
    lines = list(_lines(body))
    for name, said in (
        ("batch", (batch[4:10], batch[10:20], batch[20:32], batch[32:44])),
        ("file", (end[13:21], end[21:31], end[31:43], end[43:55])),
    ):
        _refuse_other(name, lines, said)
    if end[1:13] != f"000001{len(records) // 10:06d}":
        raise Refusal(f"The file control says {end[7:13]} blocks; there are {len(records)} lines.")
    total = sum((each.amount for each in lines), Decimal(0))
    return lines, Control(len(lines), total, end[21:31], len(records) // 10)


def _refuse_shape(records: Sequence[str]) -> None:
    if not records or len(records) % 10:
        raise Refusal(f"A bank file has blocks of ten lines; this one has {len(records)} lines.")
    for number, record in enumerate(records, 1):
        if len(record) != 94 or not record.isascii() or not record.isprintable():
            raise Refusal(f"Line {number} of the bank file has no 94 plain characters.")


def _parts(records: Sequence[str]) -> tuple[list[str], str, str]:
    """Return the entries with their notes, the batch's control and the file's."""
    whole = [each for each in records if each != "9" * 94]
    order = "".join(each[0] for each in whole)
    entries = order[2:-2]
    if not order.startswith("15") or not order.endswith("89") or len(whole) < 6:
        raise Refusal(f"The bank file's records come as {order[:20]}, not as 15 ... 89.")
    if entries != "67" * (len(entries) // 2) or records[: len(whole)] != whole:
        raise Refusal("In the bank file each payment (6) has one note (7), and nothing follows.")
    return whole[2:-2], whole[-2], whole[-1]


def _lines(body: Sequence[str]) -> Iterator[Line]:
    for number, (entry, note) in enumerate(zip(body[::2], body[1::2], strict=True), 3):
        if not entry[29:39].isdigit() or not entry[3:12].isdigit():
            raise Refusal(f"Payment {number - 2} of the bank file has no amount or no bank.")
        if note[87:94] != entry[87:94]:
            raise Refusal(f"Payment {number - 2} of the bank file has another's note.")
        yield Line(
            routing=entry[3:12],
            number=entry[12:29].rstrip(),
            amount=Decimal(entry[29:39]) / 100,
            payment=entry[39:54].rstrip(),
            name=entry[54:76].rstrip(),
            trace=entry[79:94],
            note=note[3:83].rstrip(),
        )


def _refuse_other(name: str, lines: Sequence[Line], said: tuple[str, str, str, str]) -> None:
    """Compare a control's count, hash, debits and credits with the payments."""
    total = sum((each.amount for each in lines), Decimal(0))
    hashed = str(sum(int(each.routing[0:8]) for each in lines))[-10:].zfill(10)
    found = (2 * len(lines), hashed, Decimal(0), total)
    if not "".join(said).isdigit():
        raise Refusal(f"The {name} control of the bank file is no number.")
    told = (int(said[0]), said[1], Decimal(said[2]) / 100, Decimal(said[3]) / 100)
    for what, one, other in zip(("records", "hash", "debits", "credits"), told, found, strict=True):
        if one != other:
            raise Refusal(f"The {name} control says {what} {one}; the payments give {other}.")
