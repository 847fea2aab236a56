"""The only home of scratch databases: made from a migrated template, used once, dropped.

Stories, proofs and measurements run in one, so that nothing they do can reach the live one.
"""

import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg2
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from funds import work
from funds.models import Posting
from funds.refusal import Refusal
from municipalities.models import User
from municipalities.reference import load

PREFIX, SCRATCH = "apportion_template_", "apportion_scratch_"
ONE_AT_A_TIME = 5_227_088  # whoever makes or clones the template holds this advisory lock


@contextmanager
def database(*, reference: bool = False, durable: bool = False) -> Iterator[str]:
    """Connect to a new, migrated database until the block ends; then drop it.

    It is empty, or holds the reference data. A commit waits for the disk only when it is
    durable, as measurements need it. Raises Refusal when this user can't make databases.
    """
    live = str(connection.settings_dict["NAME"])
    with _made(lambda cursor: _template(cursor, live, reference)) as name:
        if not durable:
            with closing(_server()) as server, server.cursor() as cursor:
                cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        _use(name)
        try:
            with work.announced_to_nobody():
                yield name
        finally:
            _use(live)


@contextmanager
def copy(of: str) -> Iterator[str]:
    """Connect to a copy of a scratch database that nobody else uses, until the block ends."""
    connection.close()
    with _made(lambda _: of) as name:
        _use(name)
        try:
            yield name
        finally:
            _use(of)


@contextmanager
def bare() -> Iterator[str]:
    """Make a database without a table for another program until the block ends; then drop it."""
    with _made(lambda _: "template0") as name:
        yield name


@contextmanager
def _made(template: Callable[[Any], str]) -> Iterator[str]:
    """Make a database from a template; drop it, and whatever a killed process left, afterwards.

    Whoever made one keeps a connection by its name, so that the others know it is in use.
    """
    name = f"{SCRATCH}{secrets.token_hex(6)}"
    with closing(_server()) as server, server.cursor() as cursor:
        cursor.execute("SELECT set_config('application_name', %s, false)", [name])
        cursor.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
        cursor.execute(_ABANDONED, [SCRATCH])
        for (left,) in cursor.fetchall():
            cursor.execute(f"DROP DATABASE IF EXISTS {left} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE {template(cursor)}")
        cursor.execute("SELECT pg_advisory_unlock(%s)", [ONE_AT_A_TIME])
        try:
            yield name
        finally:
            cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


_ABANDONED = """
    SELECT d.datname FROM pg_database d WHERE d.datname ^@ %s AND NOT EXISTS (
        SELECT 1 FROM pg_stat_activity a WHERE a.application_name = d.datname
            OR a.datname = d.datname)"""


def keep(name: str, kept_as: str) -> None:
    """Give the scratch database of this process another name, under which it is not dropped."""
    connection.close()
    with closing(_server()) as server, server.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} RENAME TO {connection.ops.quote_name(kept_as)}")


def clone(of: str, name: str) -> None:
    """Make a database that outlives its server's stops from another, and connect to it."""
    connection.close()
    with closing(_server()) as server, server.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE {of}")
    _use(name)


def drop(name: str) -> None:
    """Drop what was kept or cloned."""
    connection.close()
    with closing(_server()) as server, server.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def remember() -> None:
    """Keep this database as the template if it holds nothing but the reference data yet.

    A fresh machine then needs no second migration before its first story.
    """
    if Posting.objects.exists() or User.objects.exists():
        return
    live, name = str(connection.settings_dict["NAME"]), f"{_begins(reference=True)}{_stamp()}"
    connection.close()
    cannot = contextlib.suppress(Refusal, psycopg2.Error)
    with cannot, closing(_server()) as server, server.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
        if name not in _templates(cursor, reference=True):
            cursor.execute(f'CREATE DATABASE {name} TEMPLATE "{live}"')


def _server() -> Any:
    """Connect to the server beside any database of ours."""
    parameters = connection.get_connection_params() | {"dbname": "postgres"}
    parameters.pop("cursor_factory", None)
    parameters.pop("context", None)
    try:
        server = psycopg2.connect(**parameters)
    except psycopg2.OperationalError as error:
        raise Refusal(f"No scratch database can be made: {str(error).strip()}") from error
    server.autocommit = True
    with server.cursor() as cursor:
        cursor.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
        if not cursor.fetchone()[0]:
            server.close()
            raise Refusal("No scratch database can be made: the user lacks CREATEDB.")
    return server


def _template(cursor: Any, live: str, reference: bool) -> str:
    """Return the template of this code, making it first when there is none."""
    begins = _begins(reference)
    name = begins + _stamp()
    found = _templates(cursor, reference)
    if name in found:
        return name
    for old in found:
        cursor.execute(f"DROP DATABASE IF EXISTS {old} WITH (FORCE)")
    draft = f"{begins}draft"
    cursor.execute(f"CREATE DATABASE {draft} TEMPLATE template0")
    _use(draft)
    try:
        call_command("migrate", verbosity=0, interactive=False, stdout=StringIO())
        if reference:
            load()
        with connection.cursor() as ours:
            ours.execute("ANALYZE")
    finally:
        _use(live)
    cursor.execute(f"ALTER DATABASE {draft} RENAME TO {name}")
    return name


def _begins(reference: bool) -> str:
    return f"{PREFIX}{'reference' if reference else 'empty'}_"


def _templates(cursor: Any, reference: bool) -> set[str]:
    cursor.execute("SELECT datname FROM pg_database WHERE datname ^@ %s", [_begins(reference)])
    return {row[0] for row in cursor.fetchall()}


def _stamp() -> str:
    """Return what the migrations, walls and reference data of this code are known by."""
    digest = hashlib.sha256(version("django").encode())
    base = Path(settings.BASE_DIR)
    made_from = [*base.glob("*/migrations/*.py"), *base.glob("municipalities/data/*.csv")]
    made_from += [*base.glob("municipalities/walls/*.py"), base / "config" / "walls.py"]
    for path in sorted(made_from):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _use(name: str) -> None:
    """Point every later connection of this process at a database."""
    connection.close()
    connection.settings_dict["NAME"] = name
