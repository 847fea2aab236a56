"""The only home of chaining the journal: committed changes in blocks, and recomputing them.

A lock that every write took would let acts wait for each other in a circle, so the chain is made
afterwards, by a task: it takes the number of the latest change, waits for whoever was writing then,
and chains what is committed up to that number. Nothing can come in below it any more.
"""

import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db import connection, transaction

from municipalities.models import JournalBlock
from municipalities.refusal import Refusal

MOST = 1_000  # changes in a block
LEAF = 16  # bytes
WAIT = 20  # seconds for those who are writing
ZEROS = "0" * 64
_CHAINED = 5_227_089  # whoever chains holds this advisory lock

_LAST = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM municipalities_change_id_seq"
_WRITING = """
    SELECT virtualtransaction FROM pg_locks WHERE locktype = 'relation' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND relation = 'municipalities_change'::regclass AND mode = 'RowExclusiveLock'
        AND pid <> pg_backend_pid()"""
_LEAVES = """
    SELECT id, substring(sha256(convert_to(json_build_array(id,
        to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), "table", "row", what, before,
        after, actor, officer_id, user_id, reason, request, database_user)::text, 'UTF8'))
        FOR 16)
    FROM municipalities_change WHERE id > %s AND id <= %s ORDER BY id LIMIT %s"""


@dataclass(frozen=True)
class JournalVerified:
    """How much of the journal was read, how much isn't chained yet, and what is wrong first.

    `change` is the number of the first change that is not as it was; 0 when the chain is at fault.
    """

    blocks: int
    changes: int
    last_hash: str
    waiting: int
    fault: str = ""
    change: int = 0


@transaction.atomic
def extend(wait: int = WAIT) -> int:
    """Chain every change that is committed; return how many blocks were made.

    Raises Refusal when somebody who was writing at the start still does after `wait` seconds.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_CHAINED])
    through, made = _settled(wait), 0
    last = JournalBlock.objects.first()
    while (block := _next(last, through)) is not None:
        block.save(force_insert=True)
        last, made = block, made + 1
    return made


def _settled(wait: int) -> int:
    """Return a number below which no change can come in any more."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST)
        through = int(cursor.fetchone()[0])
        before, until = _writing(), time.monotonic() + wait
        while before & _writing():
            if time.monotonic() > until:
                raise Refusal(
                    f"The journal can't be chained: somebody has been writing for {wait} seconds."
                    " It is tried again with the next look."
                )
            time.sleep(0.1)
    return through


def _writing() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(_WRITING)
        return {row[0] for row in cursor.fetchall()}


def _next(last: JournalBlock | None, through: int) -> JournalBlock | None:
    """Return the block after the last one, not saved; None when no change is left for it."""
    after = last.through if last else 0
    rows = _leaves(after, through, MOST)
    if not rows:
        return None
    leaves = b"".join(leaf for _, leaf in rows)
    block = JournalBlock(
        number=(last.number if last else 0) + 1,
        after=after,
        through=rows[-1][0],
        changes=len(rows),
        leaves=leaves,
        previous_hash=last.hash if last else ZEROS,
    )
    block.hash = _hash(block)
    return block


def _leaves(after: int, through: int, most: int | None) -> list[tuple[int, bytes]]:
    with connection.cursor() as cursor:
        cursor.execute(_LEAVES, [after, through, most])
        return [(number, bytes(leaf)) for number, leaf in cursor.fetchall()]


def _hash(block: JournalBlock) -> str:
    leaves = hashlib.sha256(bytes(block.leaves)).hexdigest()
    of = [block.previous_hash, block.number, block.after, block.through, block.changes, leaves]
    return hashlib.sha256(json.dumps(of).encode()).hexdigest()


def verify(anchors: Mapping[int, str] | None = None) -> JournalVerified:
    """Recompute the journal's chain; `anchors` are block -> hash pairs kept outside."""
    known, blocks, changes, last = dict(anchors or {}), 0, 0, ZEROS
    through, fault = 0, ("", 0)
    for block in JournalBlock.objects.order_by("number").iterator(chunk_size=50):
        fault = _fault(block, blocks + 1, last, through, known.pop(block.number, block.hash))
        if fault[0]:
            break
        blocks, changes, last, through = (
            block.number, changes + block.changes, block.hash, block.through,
        )  # fmt: skip
    if not fault[0] and known:
        fault = f"block {min(known)}, which an outside seal knows, is missing", 0
    return JournalVerified(blocks, changes, last, _waiting(through), *fault)


def _fault(block: JournalBlock, number: int, last: str, after: int, known: str) -> tuple[str, int]:
    """Say what is wrong with a block, and with which change of it; nothing when nothing is."""
    for wrong, what in (
        (block.number != number, f"block {number} is missing"),
        (block.previous_hash != last or block.after != after, f"block {number} is not chained"),
        (block.hash != _hash(block), f"block {number} is not what was hashed"),
        (block.hash != known, f"block {number} is not the one that an outside seal knows"),
    ):
        if wrong:
            return what, 0
    return next(_altered(block), ("", 0))


def _altered(block: JournalBlock) -> Iterator[tuple[str, int]]:
    """Name the changes of a block that are not as they were hashed."""
    kept = bytes(block.leaves)
    was = [kept[at : at + LEAF] for at in range(0, len(kept), LEAF)]
    found = _leaves(block.after, block.through, None)
    before = block.after
    for leaf, (number, now) in zip(was, found, strict=False):
        if leaf != now:
            there = len(found) - len(was)
            yield _named(there, before, number), number
        before = number
    if len(found) != len(was):
        yield _named(len(found) - len(was), before, block.through), block.through


def _named(more: int, before: int, number: int) -> str:
    if more < 0:
        return f"a change after #{before} is missing"
    return f"change #{number} was put in" if more else f"change #{number} is not what was hashed"


def _waiting(through: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM municipalities_change WHERE id > %s", [through])
        return int(cursor.fetchone()[0])
