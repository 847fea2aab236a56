"""The only home of the signs of life that workers and beat leave, by the database's clock."""

from dataclasses import dataclass

from django.db import connection

WORKER, BEAT = "worker", "beat"
SILENT = 5 * 60  # seconds without a sign after which something is wrong: beat looks every minute

_LEAVE = """
    INSERT INTO funds_heartbeat (of, at) VALUES (%s, clock_timestamp())
    ON CONFLICT (of) DO UPDATE SET at = clock_timestamp()"""
_AGES = "SELECT of, extract(epoch FROM clock_timestamp() - at)::int FROM funds_heartbeat"


@dataclass(frozen=True)
class Sign:
    """What was last heard of a part of the product; None when it never was."""

    of: str
    seconds: int | None

    @property
    def is_silent(self) -> bool:
        """Whether it should have been heard of since."""
        return self.seconds is None or self.seconds > SILENT

    @property
    def words(self) -> str:
        """Say how long ago it was heard of."""
        if self.seconds is None:
            return "Never heard of"
        if self.seconds < 120:
            return f"{self.seconds} seconds ago"
        return f"{self.seconds // 60} minutes ago"


def leave(of: str) -> None:
    """Leave a sign of life."""
    with connection.cursor() as cursor:
        cursor.execute(_LEAVE, [of])


def signs() -> list[Sign]:
    """Return what was last heard of beat and of the workers.

    A worker leaves its sign when a message that beat sent through the broker wakes it: a beat that
    is heard of and a worker that is not means that the broker or the workers are down.
    """
    with connection.cursor() as cursor:
        cursor.execute(_AGES)
        ages = dict(cursor.fetchall())
    return [Sign(of, ages.get(of)) for of in (BEAT, WORKER)]
