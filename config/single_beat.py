"""The only home of the promise that one beat sends: the one that holds a lock in PostgreSQL."""

import logging
from datetime import UTC, datetime
from typing import Any

from celery.beat import Scheduler
from django.db import DatabaseError, InterfaceError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from funds import heartbeats

LOCK = 52_27  # any number, as long as nothing else in the product takes it
WAIT = 5.0  # seconds until a beat that may not send asks again

log = logging.getLogger(__name__)


class BeatLock:
    """A lock that belongs to one database connection, so that it ends when its holder does."""

    def __init__(self) -> None:
        """Begin without the lock."""
        self._connection: BaseDatabaseWrapper | None = None

    def is_held(self) -> bool:
        """Tell whether the connection that took the lock is still there."""
        if self._connection is None:
            return False
        try:
            with self._connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except (DatabaseError, InterfaceError):
            self.give_back()
            return False
        return True

    def take(self) -> bool:
        """Take the lock if no other beat has it."""
        connection = connections.create_connection("default")
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
                taken: bool = cursor.fetchone()[0]
        except (DatabaseError, InterfaceError):
            taken = False
        if taken:
            self._connection = connection
        else:
            connection.close()
        return taken

    def leave_sign(self) -> None:
        """Say that the beat sends; a database that is down is found out by the next tick."""
        try:
            heartbeats.leave(heartbeats.BEAT)
        except (DatabaseError, InterfaceError):
            connections.close_all()

    def give_back(self) -> None:
        """Give the lock back by closing its connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class SingleBeat(Scheduler):
    """A beat that sends only while it holds the lock, and everything once when it takes it.

    Tasks look for what is due, so a look too many is harmless, and one look at the start makes
    up for any time without a beat. So no file remembers when something was last sent.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin without the lock."""
        self.lock = BeatLock()
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due if this is the beat; return the seconds until the next look."""
        if not self.lock.is_held():
            if not self.lock.take():
                return WAIT
            log.warning("This beat holds the lock and sends.")
            self._make_all_due()
        self.lock.leave_sign()
        seconds: float = super().tick(*args, **kwargs)
        return seconds

    def close(self) -> None:
        """Give the lock back."""
        self.lock.give_back()
        super().close()

    def _make_all_due(self) -> None:
        """Forget when each entry was last sent."""
        for entry in self.schedule.values():
            entry.last_run_at = datetime(2000, 1, 1, tzinfo=UTC)
        self._heap = None
