"""The only home of comparing the database with the seals in the file outside it."""

import base64
import binascii
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from cryptography.exceptions import InvalidSignature
from django.db import connection
from django.db.models.functions import Now

from funds.models import DailySeal
from funds.sealing import keys
from funds.sealing.writing import ZEROS, digest, seal_file

LATE = timedelta(hours=1)  # after which a seal without its line in the file is a fault

Line = dict[str, Any]


@dataclass
class Sealed:
    """What the file's seals say: how many, the last one's digest, anchors, and the first fault.

    `anchors` are, by fund and for "journal", number -> hash pairs for recomputing the chains.
    """

    count: int = 0
    last_hash: str = ZEROS
    fault: str = ""
    anchors: dict[str, dict[int, str]] = field(default_factory=dict)


def compare(*, balances: bool = True) -> Sealed:
    """Read the file, prove each line, and compare it with its row; say the first fault.

    `balances` has the last trial balance summed anew from every entry.
    """
    found = Sealed()
    rows = {each.number: each for each in DailySeal.objects.all()}
    for number, line in enumerate(_lines(), 1):
        found.fault = _wrong(number, line, found.last_hash, rows.pop(number, None))
        if found.fault:
            return found
        _take(found, line["seal"])
    found.fault = _missing(rows) or (next(_balances(), "") if balances else "")
    return found


def _lines() -> Iterator[Line]:
    path = seal_file()
    if path.exists():
        for text in path.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(text)
            except ValueError:
                yield {}


def _wrong(number: int, line: Line, last: str, row: DailySeal | None) -> str:
    """Say what is wrong with a line of the file, or with the row that should be the same."""
    text = line.get("seal", "")
    if not _signed(line):
        return f"seal {number} in the file is not signed by a key that is known here"
    said = json.loads(text)
    if said["number"] != number or said["previous"] != last:
        return f"seal {number} in the file does not follow the one before it"
    if row is None:
        return f"seal {number} is in the file and not in the database"
    if row.text != text:
        return f"seal {number} in the database is not the one in the file"
    return ""


def _signed(line: Line) -> bool:
    key = keys.known().get(line.get("key", ""))
    if key is None:
        return False
    try:
        key.verify(base64.b64decode(line.get("signature", "")), line["seal"].encode())
    except (InvalidSignature, binascii.Error, ValueError):
        return False
    return True


def _take(found: Sealed, text: str) -> None:
    said = json.loads(text)
    found.count, found.last_hash = found.count + 1, digest(text)
    ends = {fund: (book["postings"], book["last_hash"]) for fund, book in said["books"].items()}
    ends["journal"] = said["journal"]["blocks"], said["journal"]["last_hash"]
    for chain, (number, last_hash) in ends.items():
        if number:
            found.anchors.setdefault(chain, {})[number] = last_hash


def _missing(rows: dict[int, DailySeal]) -> str:
    """Say which row has no line; the newest may be on its way."""
    late = DailySeal.objects.filter(number__in=rows, sealed_at__lt=Now() - LATE)
    first = late.order_by("number").first()
    return f"seal {first.number} is in the database and not in the file" if first else ""


# What the accounts of each kind come to through the postings that the last seal counts.
_STOOD = """
    SELECT a.kind, sum(x.amount)::text FROM (
        SELECT e.debit_id AS account_id, -e.amount AS amount FROM funds_entry e
        JOIN funds_posting p ON p.id = e.posting_id
        WHERE p.fund_id = %(fund)s AND p.number <= %(number)s
        UNION ALL SELECT e.credit_id, e.amount FROM funds_entry e
        JOIN funds_posting p ON p.id = e.posting_id
        WHERE p.fund_id = %(fund)s AND p.number <= %(number)s) x
    JOIN funds_account a ON a.id = x.account_id GROUP BY a.kind"""


def _balances() -> Iterator[str]:
    """Say for which book the last seal's trial balance is not what its postings come to."""
    last = DailySeal.objects.first()
    for fund, book in json.loads(last.text)["books"].items() if last else ():
        with connection.cursor() as cursor:
            cursor.execute(_STOOD, {"fund": fund, "number": book["postings"]})
            stood = dict(cursor.fetchall())
        for kind, said in book["trial_balance"].items():
            if stood.get(kind, "0.00") != said and said not in ("0", "0.00"):
                yield (
                    f"seal {last.number if last else 0}: {kind} of {fund} came to {said}; the"
                    f" postings it counts come to {stood.get(kind, '0.00')}"
                )
