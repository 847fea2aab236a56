"""O-24: a migration that waits for a lock gives up before it blocks anybody for long."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg2
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

READ = "SELECT count(*) FROM funds_heartbeat"
CHANGE = "ALTER TABLE funds_heartbeat ADD COLUMN other int"


@pytest.fixture
def reader(scratch_database: str) -> Iterator[Any]:
    """A long report on another connection, in the middle of its transaction."""
    parameters = connection.get_connection_params()
    for ours in ("cursor_factory", "context"):
        parameters.pop(ours, None)
    parameters["application_name"] = "long report"
    with closing(psycopg2.connect(**parameters)) as other:
        other.cursor().execute(READ)
        yield other


@pytest.fixture
def change(scratch_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration that is to be applied."""

    def migrate(self: MigrationExecutor, *_: object, **__: object) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(CHANGE)
        return self.loader.project_state()

    monkeypatch.setattr(MigrationExecutor, "migrate", migrate)


def read(parameters: dict[str, Any], took: list[float]) -> None:
    began = time.monotonic()
    with closing(psycopg2.connect(**parameters)) as other:
        other.cursor().execute(READ)
    took.append(time.monotonic() - began)


@pytest.mark.usefixtures("change")
def test_a_migration_gives_up_within_two_seconds_and_says_who_holds_it_up(reader: Any) -> None:
    began = time.monotonic()
    with pytest.raises(CommandError, match=r"not to be had within 2s.*long report.*count") as no:
        call_command("migrate", verbosity=0)
    assert time.monotonic() - began < 10  # two of them waiting; the rest is a busy machine
    assert no.value.returncode == 2
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


@pytest.mark.usefixtures("change")
def test_nobody_who_reads_meanwhile_waits_longer(reader: Any) -> None:
    parameters = reader.get_dsn_parameters()
    took: list[float] = []
    clients = [threading.Timer(0.5 + each / 10, read, [parameters, took]) for each in range(20)]
    for client in clients:
        client.start()
    with pytest.raises(CommandError):
        call_command("migrate", verbosity=0)
    for client in clients:
        client.join(20)
    assert len(took) == 20
    assert max(took) < 8  # two of them waiting; the rest is a busy machine


@pytest.mark.usefixtures("change")
def test_with_nobody_in_the_way_it_is_applied(scratch_database: str) -> None:
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT other FROM funds_heartbeat")
        assert cursor.fetchall() == []
