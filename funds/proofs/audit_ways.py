"""The only home of the ways in which a row can be written: each changes random rows of a table."""

import io
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from django.contrib import admin
from django.contrib.messages.storage.base import BaseStorage
from django.core import serializers
from django.core.management import call_command
from django.db import connection, models
from django.test import RequestFactory

from municipalities.models import User


@dataclass
class Task:
    """Which table is written, how a row of it is made, and which column may be changed."""

    random: Random
    model: Any
    make: Callable[[int], dict[str, Any]]
    column: str
    number: Callable[[], int]
    keep: Sequence[Any]
    user: User

    @property
    def table(self) -> str:
        """The table's name."""
        return str(self.model._meta.db_table)  # noqa: SLF001 - documented by Django

    @property
    def key(self) -> str:
        """The key's column."""
        return str(self.model._meta.pk.column)  # noqa: SLF001 - documented by Django

    def rows(self) -> Any:
        """Return the rows that may be changed."""
        return self.model.objects.exclude(pk__in=self.keep)

    def some(self) -> list[Any]:
        """Return up to twelve random rows."""
        keys = list(self.rows().values_list("pk", flat=True))
        return self.random.sample(keys, min(len(keys), self.random.randint(1, 12)))

    def new(self) -> Any:
        """Return a row that is not there yet, unsaved."""
        while True:
            made = self.model(**self.make(self.number()))
            if made.pk is None or not self.model.objects.filter(pk=made.pk).exists():
                return made

    def word(self) -> str:
        """Return a new value for the column."""
        return f"word{self.number()}"


def entered(task: Task) -> None:
    """Save a new row."""
    task.new().save(force_insert=True)


def saved(task: Task) -> None:
    """Save changed rows one by one."""
    for row in task.rows().filter(pk__in=task.some()):
        setattr(row, task.column, task.word())
        row.save()


def deleted(task: Task) -> None:
    """Delete a row."""
    for row in task.rows().filter(pk__in=task.some()[:1]):
        row.delete()


def updated(task: Task) -> None:
    """Change many rows with `update()`."""
    task.rows().filter(pk__in=task.some()).update(
        **{task.column: models.functions.Concat(models.F(task.key), models.Value(task.word()))}
        if task.column == "name"
        else {task.column: task.word()}
    )


def bulk_created(task: Task) -> None:
    """Enter many rows with `bulk_create`."""
    made = {row.pk or n: row for n, row in enumerate(task.new() for _ in range(12))}
    task.model.objects.bulk_create(made.values())


def bulk_updated(task: Task) -> None:
    """Change many rows with `bulk_update`."""
    rows = list(task.rows().filter(pk__in=task.some()))
    for row in rows:
        setattr(row, task.column, task.word())
    task.model.objects.bulk_update(rows, [task.column])


def bulk_deleted(task: Task) -> None:
    """Delete a few rows with one statement."""
    task.rows().filter(pk__in=task.some()[:3]).delete()


def by_admin(task: Task) -> None:
    """Add a row through the admin site's form."""
    row = task.new()
    table = admin.site._registry[task.model]  # noqa: SLF001 - no other way to a registered table
    request = RequestFactory(HTTP_HOST="localhost").post("/", _form(row) | {"_save": "Save"})
    request.user = task.user
    for name, value in (("_dont_enforce_csrf_checks", True), ("_messages", BaseStorage(request))):
        setattr(request, name, value)
    table.changeform_view(request)


def _form(row: models.Model) -> dict[str, str]:
    """Return a row as a form sends it."""
    fields = row._meta.concrete_fields  # noqa: SLF001 - documented by Django
    values = {field.name: field.value_from_object(row) for field in fields}
    return {name: str(value) for name, value in values.items() if value not in (None, False, "")}


def by_command(task: Task) -> None:
    """Load rows with Django's `loaddata`."""
    made = {row.pk or n: row for n, row in enumerate(task.new() for _ in range(5))}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.json"
        text = serializers.serialize("json", made.values())
        path.write_text(json.dumps(json.loads(text)), encoding="utf-8")
        call_command("loaddata", str(path), verbosity=0)


def by_sql(task: Task) -> None:
    """Change rows with an UPDATE of the driver's own."""
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{task.table}" SET "{task.column}" = %s || "{task.key}"'  # noqa: S608
            f' WHERE "{task.key}"::text = ANY(%s)',
            [task.word(), [str(key) for key in task.some()]],
        )


def by_sql_in_one(task: Task) -> None:
    """Delete rows inside a query."""
    with connection.cursor() as cursor:
        cursor.execute(
            f'WITH gone AS (DELETE FROM "{task.table}" WHERE "{task.key}"::text = ANY(%s)'  # noqa: S608
            " RETURNING 1) SELECT count(*) FROM gone",
            [[str(key) for key in task.some()[:2]]],
        )


def by_merge(task: Task) -> None:
    """Change rows with MERGE."""
    with connection.cursor() as cursor:
        cursor.execute(
            f'MERGE INTO "{task.table}" t USING unnest(%s::text[]) x (id)'
            f' ON t."{task.key}"::text = x.id'
            f' WHEN MATCHED THEN UPDATE SET "{task.column}" = %s || t."{task.key}"',
            [[str(key) for key in task.some()], task.word()],
        )


def by_copy(task: Task) -> None:
    """Enter rows with COPY."""
    made = {row.pk or n: row for n, row in enumerate(task.new() for _ in range(8))}
    fields = [f for f in task.model._meta.concrete_fields if f.column != "id"]  # noqa: SLF001
    lines = [
        "\t".join("\\N" if (v := field.value_from_object(row)) is None else str(v)
                  for field in fields)
        for row in made.values()
    ]  # fmt: skip
    columns = ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor:
        cursor.copy_expert(
            f'COPY "{task.table}" ({columns}) FROM STDIN', io.StringIO("\n".join(lines))
        )


Way = Callable[[Task], None]
SIGNED: tuple[Way, ...] = (by_admin,)
WAYS: tuple[Way, ...] = (
    entered, saved, deleted, updated, bulk_created, bulk_updated, bulk_deleted,
    by_admin, by_command, by_sql, by_sql_in_one, by_merge, by_copy,
)  # fmt: skip
