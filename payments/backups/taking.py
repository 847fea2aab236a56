"""The only home of taking a backup: a dump, the files it names and a manifest, of one moment."""

import json
import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from funds.refusal import Refusal
from municipalities.documents import store
from municipalities.models import Document
from payments.backups import manifest, programs

DUMP, FILES, MANIFEST = "dump", "files", "manifest.json"
AT_ONCE = "2"  # connections that dump and restore


@dataclass(frozen=True)
class Taken:
    """A backup: where it lies, how many rows and files it holds."""

    folder: Path
    rows: int
    files: int


def take(folder: Path, *, at: datetime) -> Taken:
    """Write a backup into a new folder, which appears when it is whole.

    Dump and manifest read the same snapshot, so that work goes on meanwhile. Raises Refusal when
    the folder is there, when a file of the store is missing or altered, and when the dump fails.
    """
    if folder.exists():
        raise Refusal(f"{folder} is there already: a backup is written into a folder of its own.")
    draft = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True, mode=0o700)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
        held = manifest.read()
        documents = list(Document.objects.order_by("pk"))
        programs.run(
            "pg_dump", "--format=directory", f"--jobs={AT_ONCE}", "--compress=1",
            "--no-owner", f"--snapshot={snapshot}", f"--file={draft / DUMP}",
        )  # fmt: skip
    files = _copy(documents, draft / FILES)
    said: dict[str, Any] = held.as_dict() | {"taken_at": at.isoformat(), "files": files}
    text = json.dumps(said, indent=1, sort_keys=True)
    (draft / MANIFEST).write_text(text + "\n", encoding="utf-8")
    draft.rename(folder)
    return Taken(folder, sum(count for count, _ in held.tables.values()), len(files))


def _copy(documents: list[Document], into: Path) -> dict[str, str]:
    """Copy each file that the dump names, found to be what was stored; return their hashes."""
    into.mkdir(mode=0o700)
    for each in documents:
        (into / each.place).write_bytes(store.read(each))
    return {each.place: each.sha256 for each in documents}
