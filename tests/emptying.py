"""The only home of how a test with real transactions is cleaned up after.

The product's database refuses TRUNCATE; a test's may, in a session that fires no triggers, and
gets back what the migrations had put there.
"""

from importlib import import_module
from typing import Any

from django.apps import apps
from django.db import connection, transaction


def empty(sql_list: list[str]) -> None:
    """Run Django's flush past our triggers, then put the three funds back."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in sql_list:
            cursor.execute(statement)
        found: Any = import_module("funds.migrations.0003_three_funds").found
        found(apps, None)
