"""The only home of packing a bundle: papers as issued, postings, changes, seals and a manifest."""

import csv
import hashlib
import io
import json
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.db import connection, transaction

from funds.models import Posting
from funds.sealing import keys, writing
from funds.verification import HASHED
from municipalities.documents import store
from municipalities.models import Officer
from payments.bundles import gathering
from payments.bundles.gathering import Records
from payments.models import Bundle

HERE = Path(__file__).parent
IN_MEMORY = 8 * 2**20  # bytes of a bundle after which it is packed on the disk

_POSTINGS = """
    SELECT p.fund_id, p.number, p.act, p.key, p.effective_on, p.sfy, p.posted_at, o.name, p.clause,
        p.note, r.number, p.entry_count, p.total, p.hash
    FROM funds_posting p JOIN municipalities_officer t ON t.id = p.by_id
    JOIN municipalities_office o ON o.id = t.office_id
    LEFT JOIN funds_posting r ON r.id = p.reverses_id
    WHERE p.id = ANY(%s) ORDER BY p.fund_id, p.number"""
_OF_POSTINGS = ("fund", "number", "act", "key", "effective_on", "sfy", "posted_at", "by", "clause",
                "note", "reverses", "entries", "total", "hash")  # fmt: skip
_ENTRIES = """
    SELECT p.fund_id, p.number, e.seq, e.debit_id, e.credit_id, e.amount, d.kind, d.holder, d.sfy,
        c.kind, c.holder, c.sfy
    FROM funds_entry e JOIN funds_posting p ON p.id = e.posting_id
    JOIN funds_account d ON d.id = e.debit_id JOIN funds_account c ON c.id = e.credit_id
    WHERE e.posting_id = ANY(%s) ORDER BY p.fund_id, p.number, e.seq"""
_OF_ENTRIES = ("fund", "posting", "seq", "debit_account", "credit_account", "amount", "debit_kind",
               "debit_holder", "debit_sfy", "credit_kind", "credit_holder",
               "credit_sfy")  # fmt: skip
_OF_CHANGES = ("number", "at", "table", "row", "what", "before", "after", "actor", "reason",
               "request", "database_user")  # fmt: skip
_CHAIN = f"SELECT {HASHED} FROM funds_posting WHERE fund_id = %s ORDER BY number"  # noqa: S608


@transaction.atomic
def pack(kind: str, key: str, *, by: Officer, at: datetime) -> IO[bytes]:
    """Pack the bundle of a record and record that it was handed out; return it from its start.

    Raises Refusal when a paper is gone from the store or is not what was stored.
    """
    records = gathering.of(kind, key)
    made = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - read by the answer
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as pack_:
        listed = [_put(pack_, name, content) for name, content in _files(records)]
        about = {"of": records.title, "made_at": at.isoformat(), "made_for": str(by)}
        manifest = json.dumps(about | {"files": listed}, indent=2).encode()
        pack_.writestr("manifest.json", manifest)
    digest = hashlib.sha256(manifest).hexdigest()
    Bundle.objects.create(of=kind, key=key, sha256=digest, files=len(listed), made_by=by)
    made.seek(0)
    return made


def _put(pack_: zipfile.ZipFile, name: str, content: bytes) -> dict[str, Any]:
    pack_.writestr(name, content)
    return {"name": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def _files(records: Records) -> Iterator[tuple[str, bytes]]:
    wanted = [sorted(records.postings)]
    yield "INSTRUCTIONS.txt", (HERE / "instructions.txt").read_bytes()
    yield "verify.py", (HERE / "verify.py").read_bytes()
    yield "postings.csv", _csv(_OF_POSTINGS, _rows(_POSTINGS, wanted))
    yield "entries.csv", _csv(_OF_ENTRIES, _rows(_ENTRIES, wanted))
    yield "journal.csv", _csv(_OF_CHANGES, _changes(records))
    for fund in Posting.objects.filter(pk__in=records.postings).values_list(
        "fund", flat=True
    ).order_by("fund").distinct():  # fmt: skip
        lines = [row[0] for row in _rows(_CHAIN, [fund])]
        yield f"chain-{fund}.txt", "".join(f"{line}\n" for line in lines).encode()
    path = writing.seal_file()
    yield "seals.jsonl", path.read_bytes() if path.exists() else b""
    yield "seal-keys.pem", keys.public_pem()
    for paper in records.papers:
        yield f"papers/{paper.number}.{paper.document.kind}", store.read(paper.document)


def _changes(records: Records) -> Iterator[Sequence[Any]]:
    for each in records.changes():
        yield (
            each.pk, each.at.isoformat(), each.table, each.row, each.what, _json(each.before),
            _json(each.after), each.actor, each.reason, each.request, each.database_user,
        )  # fmt: skip


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, sort_keys=True)


def _rows(sql: str, values: Sequence[Any]) -> list[Sequence[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _csv(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    kept = io.StringIO()
    writer = csv.writer(kept, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return kept.getvalue().encode()
