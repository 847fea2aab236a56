"""The only home of how a test with real transactions is cleaned up after.

The product's database refuses TRUNCATE; a test's may, in a session that fires no triggers, and
gets back what the migrations had put there.
"""

from importlib import import_module
from typing import Any

from django.apps import apps
from django.db import connection, transaction

PUT_BACK = (
    ("funds.migrations.0003_three_funds", "found"),
    ("municipalities.migrations.0006_calendar", "seed"),
)


def empty(sql_list: list[str]) -> None:
    """Run Django's flush past our triggers, then put back what the migrations seed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in sql_list:
            cursor.execute(statement)
        for name, put_back in PUT_BACK:
            made: Any = import_module(name)
            getattr(made, put_back)(apps, None)
