"""The only home of how a migration is applied so that nobody waits long for the tables it locks.

Django asks its models what each statement is between one and the next, in the transaction that
holds the locks by then. Here the statements are all written first and then run in one go.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor


class InOneGo(BaseDatabaseSchemaEditor):
    """Hold statements back until the last is known, or until the database is asked something."""

    def __enter__(self) -> Any:
        """Begin with nothing held back."""
        self._held: list[tuple[str, Any, bool]] = []
        return super().__enter__()

    def execute(self, sql: Any, params: Any = ()) -> None:
        """Hold a statement back as it is worded now, and whether it alters a column's type.

        The editor of the triggers takes those off a column whose type changes, and asks then.
        """
        self._held.append((str(sql), params, getattr(self, "is_altering_field_type", False)))

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        """Run what was held back, unless the migration failed before."""
        if kind is None:
            for sql in self.deferred_sql:
                self.execute(sql, None)
            self.deferred_sql.clear()
            try:
                self._run()
            except BaseException:
                super().__exit__(*sys.exc_info())
                raise
        super().__exit__(kind, error, traceback)

    def _constraint_names(self, *what: Any, **more: Any) -> Any:
        """Let the database answer as it stands after what came before."""
        self._run()
        return super()._constraint_names(*what, **more)  # type: ignore[misc]

    def _run(self) -> None:
        held, self._held = self._held, []
        for sql, params, self.is_altering_field_type in held:
            super().execute(sql, params)
        self.is_altering_field_type = False


class Executor(MigrationExecutor):
    """Applies and undoes in one go what is nothing but statements."""

    def apply_migration(self, state: Any, migration: Migration, *how: Any, **more: Any) -> Any:
        """Apply a migration; one with code of its own, or without a transaction, as Django does."""
        with self._editor(migration):
            return super().apply_migration(state, migration, *how, **more)

    def unapply_migration(self, state: Any, migration: Migration, *how: Any, **more: Any) -> Any:
        """Undo a migration in the same way."""
        with self._editor(migration):
            return super().unapply_migration(state, migration, *how, **more)

    @contextmanager
    def _editor(self, migration: Migration) -> Iterator[None]:
        usual = self.connection.SchemaEditorClass
        if migration.atomic and all(each.reduces_to_sql for each in migration.operations):
            self.connection.SchemaEditorClass = type("Editor", (InOneGo, usual), {})
        try:
            yield
        finally:
            self.connection.SchemaEditorClass = usual
