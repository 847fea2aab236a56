"""The only home of what an identity is: a sentence, and what finds the rows that break it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection

SHOWN = 5


@dataclass(frozen=True)
class Identity:
    """A sentence that must be true; `find` returns what breaks it, in words."""

    name: str
    sentence: str
    find: Callable[[], list[str]]

    def line(self) -> tuple[bool, str]:
        """Say whether it holds, and in one line what breaks it."""
        broken = self.find()
        if not broken:
            return True, f"holds   {self.name}: {self.sentence}"
        more = f" (and {len(broken) - SHOWN} more)" if len(broken) > SHOWN else ""
        return False, f"BROKEN  {self.name}: {self.sentence}: {'; '.join(broken[:SHOWN])}{more}"


def of_sql(name: str, sentence: str, sql: str) -> Identity:
    """Make an identity of a query that yields what breaks it, in its one column."""

    def find() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            return [str(row[0]) for row in cursor.fetchall()]

    return Identity(name, sentence, find)
