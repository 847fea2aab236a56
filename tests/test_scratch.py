"""Scratch databases: never the live one, gone afterwards, and what was left behind is cleared."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from funds.models import Fund
from payments import scratch


@pytest.fixture(autouse=True)
def unblocked(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def names() -> set[str]:
    with closing(scratch._server()) as server, server.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return {row[0] for row in cursor.fetchall()}


def current() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        return str(cursor.fetchone()[0])


def test_a_scratch_database_is_another_one_and_gone_afterwards() -> None:
    live = current()
    with scratch.database() as name:
        assert current() == name != live
        assert Fund.objects.count() == 3
    assert current() == live
    assert name not in names()


def test_it_is_dropped_when_what_ran_in_it_failed() -> None:
    live = current()
    with pytest.raises(ZeroDivisionError), scratch.database() as name:
        raise ZeroDivisionError
    assert current() == live
    assert name not in names()


def test_what_a_killed_process_left_is_cleared_and_what_is_in_use_is_not() -> None:
    left = f"{scratch.SCRATCH}left"
    with closing(scratch._server()) as server, server.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {left} TEMPLATE template0")
    with scratch.bare() as in_use, scratch.bare():
        assert left not in names()
        assert in_use in names()
