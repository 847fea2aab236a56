"""The only writer of daily seals: what stands, signed, as a row and as a line of a file.

The row commits first and the line follows: a line is written once, however often it is tried.
"""

import base64
import hashlib
import json
import os
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from funds.models import DailySeal
from funds.refusal import Refusal
from funds.sealing import keys
from municipalities import journal_chain

ZEROS = "0" * 64

# One statement, so that the numbers, hashes and balances are of one moment.
_BOOKS = """
    SELECT h.fund_id, h.number, h.hash,
        (SELECT coalesce(sum(entry_count), 0) FROM funds_posting p WHERE p.fund_id = h.fund_id),
        (SELECT coalesce(jsonb_object_agg(kind, total), '{}') FROM (
            SELECT kind, sum(balance)::text AS total FROM funds_account a
            WHERE a.fund_id = h.fund_id GROUP BY kind) k)::text
    FROM funds_ledgerhead h ORDER BY h.fund_id"""
_JOURNAL = """
    SELECT coalesce(max(number), 0), coalesce(sum(changes), 0), coalesce(max(through), 0),
        coalesce((SELECT hash FROM municipalities_journalblock ORDER BY number DESC LIMIT 1), '')
    FROM municipalities_journalblock"""
_FILES = """
    SELECT count(*), encode(sha256(convert_to(coalesce(string_agg(
        sha256, E'\\n' ORDER BY id), ''), 'UTF8')), 'hex') FROM municipalities_document"""
_NOW = """SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')"""


def seal(on: date) -> DailySeal:
    """Chain the journal, and sign what every chain ends with. Raises Refusal without a key."""
    key = keys.signing_key()
    journal_chain.extend()
    last = DailySeal.objects.first()
    number = (last.number if last else 0) + 1
    text = json.dumps(_stands(on, number, last), sort_keys=True, separators=(",", ":"))
    return DailySeal.objects.create(
        number=number,
        on=on,
        text=text,
        key=keys.fingerprint(key.public_key()),
        signature=base64.b64encode(key.sign(text.encode())).decode(),
    )


def digest(text: str) -> str:
    """Return what the next seal knows a seal by."""
    return hashlib.sha256(text.encode()).hexdigest()


def _stands(on: date, number: int, last: DailySeal | None) -> dict[str, Any]:
    blocks, changes, through, last_hash = _row(_JOURNAL)
    files, of_files = _row(_FILES)
    return {
        "number": number,
        "on": on.isoformat(),
        "sealed_at": _row(_NOW)[0],
        "previous": digest(last.text) if last else ZEROS,
        "books": {fund: _book(*rest) for fund, *rest in _rows(_BOOKS)},
        "journal": {
            "blocks": int(blocks),
            "changes": int(changes),
            "through": int(through),
            "last_hash": last_hash,
        },
        "files": {"count": files, "sha256": of_files},
    }


def _book(number: int, last_hash: str, entries: int, balances: str) -> dict[str, Any]:
    return {
        "postings": number,
        "entries": int(entries),
        "last_hash": last_hash,
        "trial_balance": json.loads(balances),
    }


def _rows(sql: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def _row(sql: str) -> Any:
    return _rows(sql)[0]


def seal_file() -> Path:
    """Return the file of this database's seals: to be copied off the machine, never changed."""
    return Path(settings.SEALS) / f"{connection.settings_dict['NAME']}.jsonl"


def line(of: DailySeal) -> str:
    """Return the line of a seal: its text as it was signed, the key, the signature."""
    return json.dumps({"seal": of.text, "key": of.key, "signature": of.signature})


def append(of: DailySeal) -> None:
    """Write the seal's line to the end of the file, once, through to the disk."""
    path = seal_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    wanted = line(of)
    if path.exists() and wanted in path.read_text(encoding="utf-8").splitlines():
        return
    try:
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    except OSError as error:
        raise Refusal(f"The seal can't be written to {path.name}: {error.strerror}.") from error
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(f"{wanted}\n")
        file.flush()
        os.fsync(file.fileno())
