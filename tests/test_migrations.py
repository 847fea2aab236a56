"""O-24: a migration locks the large tables for moments only, and is applied in one go."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.core.management import call_command
from django.db import DatabaseError, connection, migrations, models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from pytest_django import DjangoDbBlocker

from municipalities.short_locks import Executor
from payments import grow, migrating
from tests.scratch import scratch_database

__all__ = ["scratch_database"]

# Those before the rule: the last of each app that was written without it.
BEFORE = {"municipalities": "0008", "funds": "0017", "payments": "0009"}


def new(app: str, operation: Any, *, atomic: bool = True) -> Migration:
    made = Migration("9999_example", app)
    made.operations, made.atomic = [operation], atomic
    return made


def refused(migration: Migration) -> list[str]:
    """Say which operations would lock a large table for as long as it is read through."""
    return [
        f"{migration.app_label}.{migration.name}: {operation.describe()}"
        for operation in migration.operations
        if (
            f"{migration.app_label}_{getattr(operation, 'model_name', '')}" in migrating.LARGE
            and type(operation) in (migrations.AddIndex, migrations.AddConstraint)
        )
        or (
            isinstance(operation, ValidateConstraint)
            and any(isinstance(each, AddConstraintNotValid) for each in migration.operations)
        )
    ]


def test_a_new_index_is_made_concurrently_and_a_new_constraint_validated_later() -> None:
    nodes = MigrationLoader(None).disk_migrations
    after = [each for (app, name), each in nodes.items() if name[:4] > BEFORE.get(app, "9999")]
    assert [words for each in after for words in refused(each)] == []


CHECK = models.CheckConstraint(condition=models.Q(amount__gt=0), name="example")


@pytest.mark.parametrize(
    ("operation", "is_refused"),
    [
        (migrations.AddIndex("entry", models.Index(fields=["amount"], name="example")), True),
        (migrations.AddConstraint("entry", CHECK), True),
        (AddConstraintNotValid("entry", CHECK), False),
        (ValidateConstraint("entry", "example"), False),
        (migrations.AddConstraint("enactment", CHECK), False),
    ],
)
def test_what_reads_a_large_table_through_under_a_lock_is_refused(
    operation: Any, is_refused: bool
) -> None:
    assert bool(refused(new("funds", operation))) is is_refused


def test_a_constraint_is_not_validated_in_the_transaction_that_adds_it() -> None:
    both = new("funds", AddConstraintNotValid("entry", CHECK))
    both.operations.append(ValidateConstraint("entry", "example"))
    assert len(refused(both)) == 1


def test_the_large_tables_are_there(db: None) -> None:
    assert set(migrating.LARGE) <= set(connection.introspection.table_names())


def test_the_latest_migrations_are_undone_and_applied_while_others_work(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long a read may take is the proof's, on a machine that does nothing else."""
    monkeypatch.setattr(grow, "SMALL", grow.TEN)
    monkeypatch.setattr(migrating, "LONGEST", 10_000)
    with django_db_blocker.unblock():
        tried, faults, longest = migrating.run(1, 0)
    assert faults == []
    assert tried >= 3
    assert longest


@pytest.fixture
def empty(scratch_database: str) -> Iterator[ProjectState]:
    yield MigrationLoader(connection).project_state()


def test_no_statement_of_a_migration_runs_before_the_last_is_known(empty: ProjectState) -> None:
    seen: list[int] = []

    class Second(migrations.RunSQL):
        def database_forwards(self, *given: Any) -> None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_class WHERE relname = 'example'")
                seen.append(cursor.fetchone()[0])
            super().database_forwards(*given)

    made = new("funds", migrations.RunSQL("CREATE TABLE example (name text)"))
    made.operations.append(Second("INSERT INTO example VALUES ('100 %')"))
    Executor(connection).apply_migration(empty, made)
    assert seen == [0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM example")
        assert cursor.fetchall() == [("100 %",)]


def test_a_migration_that_fails_leaves_nothing_and_the_connection_goes_on(
    empty: ProjectState,
) -> None:
    made = new("funds", migrations.RunSQL("CREATE TABLE example ()"))
    made.operations.append(migrations.RunSQL("SELECT 1 / 0"))
    with pytest.raises(DatabaseError):
        Executor(connection).apply_migration(empty, made)
    assert "example" not in connection.introspection.table_names()
    call_command("migrate", verbosity=0)
