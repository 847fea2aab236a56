"""The only home of restoring a backup: into an empty database, compared, and standing still."""

import hashlib
import json
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection

from funds import verification
from funds.models import Fund
from funds.refusal import Refusal
from municipalities import offices, standstills
from municipalities.walls import roles
from payments.backups import manifest, programs
from payments.backups.taking import AT_ONCE, DUMP, FILES, MANIFEST

# Set by newer programs of PostgreSQL, unknown to the servers before 17, and needed by neither.
NEWER = "transaction_timeout"
NEW_YORK = ZoneInfo("America/New_York")
_EMPTY = """
    SELECT count(*) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')"""
# Each sequence, the table and column that it numbers.
_SEQUENCES = """
    SELECT s.relname, t.relname, a.attname FROM pg_class s
    JOIN pg_depend d ON d.objid = s.oid AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')
    JOIN pg_class t ON t.oid = d.refobjid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
    WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace ORDER BY 1"""


def restore(folder: Path, *, on: date) -> list[str]:
    """Restore a backup into this database and store of files; return what is not as it was taken.

    Afterwards everything stands still until a person lets it go on, also when something differs.
    Raises Refusal for a folder that is no backup, a database that isn't empty, another key than
    the rows were sealed with, and when the dump can't be read.
    """
    taken = _read(folder)
    _refuse_full()
    _refuse_other_keys(taken)
    roles.make()
    programs.run(
        "pg_restore", "--no-owner", f"--jobs={AT_ONCE}",
        f"--dbname={connection.settings_dict['NAME']}", str(folder / DUMP),
        forgive=NEWER,
    )  # fmt: skip
    connection.close()
    try:
        found = [*_compared(taken), *_files(folder, taken), *faults()]
    finally:
        _stand_still(taken, on)
    return found


def _read(folder: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Refusal(f"{folder} is no backup of ours: {error}") from error
    return found


def _refuse_full() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_EMPTY)
        (tables,) = cursor.fetchone()
    if tables:
        name = connection.settings_dict["NAME"]
        raise Refusal(f"The database {name} has {tables} tables; a backup needs an empty one.")


def _refuse_other_keys(taken: dict[str, Any]) -> None:
    """Refuse before hours are spent: without the keys no account number could be opened."""
    other = [name for name, mark in manifest.keys().items() if taken["keys"].get(name) != mark]
    if other:
        raise Refusal(
            f"{' and '.join(other)} of this machine sealed nothing in the backup: put the keys "
            "that are kept apart from it in place first."
        )


def _compared(taken: dict[str, Any]) -> Iterator[str]:
    parts = manifest.read().as_dict()
    yield from manifest.differences({name: taken[name] for name in parts}, parts)


def _files(folder: Path, taken: dict[str, Any]) -> Iterator[str]:
    """Put each file in its place of the store; tell of one that is not what was stored."""
    for place, digest in sorted(taken["files"].items()):
        kept = folder / FILES / place
        content = kept.read_bytes() if kept.exists() else b""
        if hashlib.sha256(content).hexdigest() != digest:
            yield f"files, {place}: not what was stored"
            continue
        path = Path(settings.DOCUMENTS) / place[:2] / place
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_bytes(content)


def faults() -> Iterator[str]:
    """Recompute each book's chain, and look whether every sequence is beyond what it numbered."""
    for fund in Fund.objects.values_list("pk", flat=True):
        fault = verification.verify(fund).fault
        if fault is not None:
            yield f"books, {fault}"
    with connection.cursor() as cursor:
        cursor.execute(_SEQUENCES)
        for sequence, table, column in cursor.fetchall():
            cursor.execute(
                f'SELECT coalesce(max("{column}"), 0) FROM "{table}"'  # noqa: S608 - of the catalog
            )
            (highest,) = cursor.fetchone()
            cursor.execute(f"SELECT nextval('public.\"{sequence}\"')")
            (following,) = cursor.fetchone()
            if following <= highest:
                yield f"sequences, {sequence}: {following} follows, {highest} is there"


def _stand_still(taken: dict[str, Any], on: date) -> None:
    moment = datetime.fromisoformat(taken["taken_at"]).astimezone(NEW_YORK)
    told = f"{moment:%B %-d, %Y, %-I:%M %p} New York"
    by = offices.system()
    standstills.begin(standstills.RESTORED.format(taken=told), on=on, by=by)
