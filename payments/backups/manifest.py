"""The only home of what a backup says of itself, and of the same said of a restored copy.

Every table by its count and a digest of its rows, each book by its last number and hash, and what
keeps the rules: triggers, policies, roles' rights. Two databases that say the same are the same.
"""

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from funds.models import LedgerHead

# The first 60 bits of each row's digest, summed: whatever order the rows are in.
_ROWS = """
    SELECT count(*), coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text
    FROM "{table}" t"""
_TABLES = """
    SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY relname"""
_RULES = """
    SELECT
        (SELECT coalesce(array_agg(c.relname || ' ' || t.tgname || ' ' || t.tgenabled::text
                ORDER BY c.relname, t.tgname), '{}')
            FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal),
        (SELECT coalesce(array_agg(tablename || ' ' || policyname || ' ' || coalesce(qual, '')
                ORDER BY tablename, policyname), '{}')
            FROM pg_policies WHERE schemaname = 'public'),
        (SELECT coalesce(array_agg(relname || ' ' || relrowsecurity::text || ' '
                || relforcerowsecurity::text ORDER BY relname), '{}')
            FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace),
        (SELECT coalesce(array_agg(conrelid::regclass::text || ' ' || conname || ' '
                || convalidated::text ORDER BY conrelid::regclass::text, conname), '{}')
            FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'),
        (SELECT coalesce(array_agg(DISTINCT g.grantee || ' ' || g.table_name || ' '
                || g.privilege_type), '{}')
            FROM information_schema.role_table_grants g
            WHERE g.table_schema = 'public' AND g.grantee LIKE 'apportion\\_%')"""
RULES = ("triggers", "policies", "walls of rows", "constraints", "rights")


@dataclass(frozen=True)
class Manifest:
    """What a database holds, by tables, books, rules, keys and migrations."""

    tables: dict[str, list[Any]]
    books: dict[str, list[Any]]
    rules: dict[str, str]
    migrations: list[str]
    keys: dict[str, str]

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON takes it."""
        return asdict(self)


def read() -> Manifest:
    """Read the whole database; within a snapshot everything is of the same moment."""
    return Manifest(_tables(), _books(), _rules(), _migrations(), keys())


def keys() -> dict[str, str]:
    """Return which keys the rows were sealed with, told by a digest; no backup holds a key."""
    kept = {
        "SECRET_KEY": settings.SECRET_KEY,
        "ACCOUNT_NUMBER_KEY": settings.ACCOUNT_NUMBER_KEYS[0],
    }
    return {
        name: hashlib.sha256(f"which key/{value}".encode()).hexdigest()[:12]
        for name, value in kept.items()
    }


def _tables() -> dict[str, list[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        names = [name for (name,) in cursor.fetchall()]
        found = {}
        for name in names:
            cursor.execute(_ROWS.format(table=name))
            found[name] = list(cursor.fetchone())
    return found


def _books() -> dict[str, list[Any]]:
    heads = LedgerHead.objects.order_by("fund").values_list("fund", "number", "hash")
    return {fund: [number, digest] for fund, number, digest in heads}


def _rules() -> dict[str, str]:
    """Return a digest of each kind of rule, with how many there are."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES)
        kinds = cursor.fetchone()
    return {
        name: f"{len(kind)} {hashlib.sha256(repr(sorted(kind)).encode()).hexdigest()[:16]}"
        for name, kind in zip(RULES, kinds, strict=True)
    }


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app} {name}" for app, name in applied)


def differences(taken: dict[str, Any], restored: dict[str, Any]) -> list[str]:
    """Say in words where a restored copy is not what was taken."""
    found = []
    for part, was in taken.items():
        now = restored.get(part)
        if isinstance(was, dict) and isinstance(now, dict):
            names = sorted(was.keys() | now.keys())
            found += [
                f"{part}, {name}: {was.get(name)} was taken, {now.get(name)} is there"
                for name in names
                if was.get(name) != now.get(name)
            ]
        elif was != now:
            found.append(f"{part}: other ones were taken than are there")
    return found
