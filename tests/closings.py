"""Who closed a connection of the tests: shown beside a failure that finds it closed."""

from __future__ import annotations

import threading
import traceback
from collections import deque
from collections.abc import Iterator
from typing import Any

import psycopg2
import pytest
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.postgresql import base

LAST: deque[str] = deque(maxlen=6)
FOUND = "already closed"


class Watched(psycopg2.extensions.connection):
    """A connection that writes down who closed it, and in which thread."""

    def close(self) -> None:
        """Close it, and keep the way that led here."""
        LAST.append(f"{id(self)} in {threading.current_thread().name}:\n{_way()}")
        super().close()


def _way() -> str:
    return "".join(traceback.format_stack(limit=14)[:-2])


@pytest.fixture(scope="session", autouse=True)
def _watch_connections() -> Iterator[None]:
    plain = base.Database.connect

    def watched(*arguments: Any, **named: Any) -> Any:
        named.setdefault("connection_factory", Watched)
        return plain(*arguments, **named)

    base.Database.connect = watched
    yield
    base.Database.connect = plain


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Add the last closings to the report of a test that found its connection closed."""
    report = yield
    if call.excinfo is not None and FOUND in str(call.excinfo.value):
        held = getattr(connections[DEFAULT_DB_ALIAS], "connection", None)
        state = f"held {id(held)}, closed={getattr(held, 'closed', None)}"
        threads = ", ".join(thread.name for thread in threading.enumerate())
        words = "\n".join([state, threads, *LAST])
        report.sections.append(("closings", words))
    return report
