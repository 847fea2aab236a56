"""The only home of work of which one worker at a time is enough."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def alone(name: str) -> Iterator[bool]:
    """Say whether nobody else is at it; if so, nobody else is until the block ends.

    Who comes meanwhile has nothing to do: what is due is due by its day, and looked for again.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [name])
        taken: bool = cursor.fetchone()[0]
        try:
            yield taken
        finally:
            if taken:
                cursor.execute("SELECT pg_advisory_unlock(hashtext(%s))", [name])
