"""The only home of how work waits, is claimed, advances and ends.

Work is a row. Whoever is woken claims the oldest row that waits, runs one unit of it in one
transaction together with the row's own progress, commits, and goes on. A worker that dies leaves
a lease that runs out; the next one goes on behind the last committed unit.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from uuid import uuid4

from django.db import connection, transaction
from django.db.models.functions import Now

from funds.models import Work
from funds.refusal import Refusal

log = logging.getLogger(__name__)

LEASE = 120  # seconds between two units after which a worker counts as gone
ATTEMPTS = 5  # claims without a finished unit after which a person is needed
PAUSE = 10  # seconds before a second attempt; each later one waits as much longer


@dataclass(frozen=True)
class Progress:
    """How many units are done, of how many; the row is done when they are equal.

    `said` is what the last unit has to tell, shown beside the row.
    """

    done: int
    of: int
    said: str = ""


Unit = Callable[[Work], Progress]
_units: dict[str, Unit] = {}
_announcers: list[Callable[[], object]] = []


def register(kind: str, unit: Unit) -> None:
    """Name the function that runs one unit of a kind of work; running it twice must do no harm."""
    _units[kind] = unit


def announce_by(wake: Callable[[], object]) -> None:
    """Name how workers are woken once an offered row is committed."""
    _announcers[:] = [wake]


@contextmanager
def announced_to_nobody() -> Iterator[None]:
    """Wake no worker in the block: what is offered in a scratch database is nobody's work."""
    kept = _announcers[:]
    _announcers.clear()
    try:
        yield
    finally:
        _announcers[:] = kept


def offer(
    kind: str,
    key: str,
    title: str,
    business_on: date,
    arguments: Mapping[str, object] | None = None,
) -> Work:
    """Put a row of work, once; the same key again returns the row that stands.

    Workers are woken after the commit, so a rollback leaves neither row nor message. Raises
    Refusal when the key stands for work of another kind.
    """
    row, _ = Work.objects.get_or_create(
        key=key,
        defaults={
            "kind": kind,
            "title": title,
            "business_on": business_on,
            "arguments": dict(arguments or {}),
        },
    )
    if row.kind != kind:
        raise Refusal(f"{key} already stands for other work: {row.title}.")
    transaction.on_commit(_announce, robust=True)
    return row


def _announce() -> None:
    """Wake the workers; a broker that is down costs nothing but a minute, beat looks anyway."""
    for wake in _announcers:
        try:
            wake()
        except Exception as error:  # the row is committed: it must not look failed
            log.warning("Nobody could be woken (%s): the work waits as a row.", error)


def offer_again(row: Work) -> Work:
    """Let stopped work be tried anew. Raises Refusal when it did not stop."""
    changed = Work.objects.filter(pk=row.pk, state=Work.State.FAILED).update(
        state=Work.State.DUE,
        attempts=0,
        message="",
        leased_by="",
        leased_until=None,
        updated_at=Now(),
    )
    if not changed:
        raise Refusal(f"{row.title}: only work that stopped can be started again.")
    row.refresh_from_db()
    transaction.on_commit(_announce, robust=True)
    return row


def run_due(*, on: date, worker: str = "", most: int = 1000) -> list[Work]:
    """Work through what is due by the day, oldest first, until nothing waits; return the rows."""
    me = worker or f"worker-{uuid4().hex[:12]}"
    rows: list[Work] = []
    while len(rows) < most:
        row = claim(on=on, worker=me)
        if row is None:
            break
        while _advance(row, me):
            pass
        rows.append(row)
    return rows


_CLAIM = """
    UPDATE funds_work SET state = 'running', attempts = attempts + 1, leased_by = %(me)s,
        leased_until = clock_timestamp() + make_interval(secs => %(lease)s),
        updated_at = clock_timestamp()
    WHERE id = (SELECT id FROM funds_work
        WHERE business_on <= %(on)s AND state IN ('due', 'running')
            AND (leased_until IS NULL OR leased_until < clock_timestamp())
        ORDER BY business_on, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id"""


def claim(*, on: date, worker: str) -> Work | None:
    """Take the oldest row that waits or whose lease ran out; None when nothing does."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_CLAIM, {"me": worker, "on": on, "lease": LEASE})
        found = cursor.fetchone()
    if found is None:
        return None
    row = Work.objects.get(pk=found[0])
    if row.attempts > ATTEMPTS:
        message = row.message or f"Begun {ATTEMPTS} times and never finished."
        _stop(row, worker, message)
    return row


def _advance(row: Work, worker: str) -> bool:
    """Run one unit with its progress in one transaction; say whether more is to be done here."""
    if row.state != Work.State.RUNNING:
        return False
    try:
        with transaction.atomic():
            if not _still_ours(row, worker):
                return False
            _record(row, _unit(row)(row))
    except Refusal as refusal:
        _stop(row, worker, str(refusal))
    except Exception as error:
        log.exception("%s stopped on its way", row.title)
        _put_back(row, worker, error)
    return row.state == Work.State.RUNNING


def _unit(row: Work) -> Unit:
    if row.kind not in _units:
        raise Refusal(f"Nobody here knows how to do “{row.kind}”.")
    return _units[row.kind]


def _still_ours(row: Work, worker: str) -> bool:
    """Lock the row for the unit: nobody else claims it until the unit commits."""
    return (
        Work.objects.select_for_update()
        .filter(pk=row.pk, leased_by=worker, state=Work.State.RUNNING)
        .exists()
    )


def _record(row: Work, progress: Progress) -> None:
    """Write how far the row is; a finished unit clears what went wrong before it."""
    row.done, row.of, row.attempts = progress.done, progress.of, 0
    row.message = progress.said[:500]
    finished = progress.done >= progress.of
    row.state = Work.State.DONE if finished else Work.State.RUNNING
    row.save(update_fields=["done", "of", "attempts", "state", "message", "updated_at"])
    _lease(row, LEASE)


def _lease(row: Work, seconds: int) -> None:
    """Keep the row from others for so long, by the clock of the database alone."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE funds_work SET leased_until = clock_timestamp() + make_interval(secs => %s)"
            " WHERE id = %s",
            [seconds, row.pk],
        )


def _put_back(row: Work, worker: str, error: Exception) -> None:
    """Let the row wait for another attempt, or for a person after the last one."""
    message = f"{type(error).__name__}: {error}"
    if row.attempts >= ATTEMPTS:
        _stop(row, worker, f"Tried {row.attempts} times. {message}")
    elif _end(row, worker, Work.State.DUE, message):
        _lease(row, PAUSE * row.attempts)


def _stop(row: Work, worker: str, message: str) -> None:
    _end(row, worker, Work.State.FAILED, message)


def _end(row: Work, worker: str, state: Work.State, message: str) -> bool:
    """Write the end of this attempt, unless another worker has taken the row over.

    A row that is done stays done: its commit may have lost its answer alone.
    """
    row.state, row.message = state, message[:500]
    running = Work.objects.filter(pk=row.pk, leased_by=worker, state=Work.State.RUNNING)
    ours = running.update(
        state=state, message=row.message, leased_by="", leased_until=None, updated_at=Now()
    )
    return bool(ours)
