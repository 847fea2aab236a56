"""./manage.py migrate: Django's own, that never waits long for a lock and says who holds it.

A schema change that waits for a long reader makes every later reader wait behind it. So it gives
up after two seconds, leaves the migration undone as a whole, and is started again later.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections

from municipalities.short_locks import Executor

LONGEST = "2s"
GIVEN_UP = {"55P03", "40P01"}  # PostgreSQL's lock_not_available and deadlock_detected
_OLDEST = """
    SELECT pid, usename, application_name, (clock_timestamp() - xact_start)::interval(0)::text,
        left(regexp_replace(query, '\\s+', ' ', 'g'), 80)
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1"""


class Command(migrate.Command):
    """Migrate; exit 2 when a lock can't be had within two seconds."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate with short waits."""
        setattr(migrate, "MigrationExecutor", Executor)  # noqa: B010 - the one it makes
        with short_waits(options["database"]):
            super().handle(*args, **options)


@contextmanager
def short_waits(database: str) -> Iterator[None]:
    """Give up on a lock after two seconds, in words. Raises CommandError."""
    connection = connections[database]
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = %s", [LONGEST])
    try:
        yield
    except OperationalError as error:
        if getattr(error.__cause__, "pgcode", "") not in GIVEN_UP:
            raise
        raise CommandError(_in_words(database), returncode=2) from error
    finally:
        if connection.connection is not None and not connection.needs_rollback:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")


def _in_words(database: str) -> str:
    """Say who was at work for the longest while the lock was waited for."""
    with connections[database].cursor() as cursor:
        cursor.execute(_OLDEST)
        found = cursor.fetchone()
    said = f"A lock was not to be had within {LONGEST}: the migration under way was not applied."
    if found is None:
        return f"{said} Start it again."
    pid, user, application, age, query = found
    who = f"process {pid} of {user}" + (f" ({application})" if application else "")
    return f"{said} At work for {age}: {who}: {query}. Start it again when that has ended."
