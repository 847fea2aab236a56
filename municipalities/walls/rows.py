"""The only home of which rows the role of the pages sees: a second wall behind `visible_to`.

The connection is told for each request what its person may see (`show`). A page that forgot to
ask its scope would find nothing of another's, because the database shows nothing of it. Untold,
the role sees no row. Who works or reads by another role sees all; the owner always does.
"""

import hashlib
from collections.abc import Mapping

from django.apps import apps
from django.conf import settings
from django.db import connection

from municipalities.walls.roles import APP, READER, WORKER

_FUNCTIONS = """
CREATE OR REPLACE FUNCTION apportion_sees_all() RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
$$ SELECT coalesce(current_setting('apportion.sees', true), '') = 'all' $$;

CREATE OR REPLACE FUNCTION apportion_seen(word text) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
$$ SELECT string_to_array(coalesce(current_setting('apportion.' || word, true), ''), ',') $$;

CREATE OR REPLACE FUNCTION apportion_holders() RETURNS text[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS
$$ SELECT apportion_seen('municipalities') ||
    array(SELECT 'zone:' || name FROM municipalities_enterprisezone
        WHERE code = ANY(apportion_seen('zones'))) ||
    array(SELECT 'county:' || c FROM unnest(apportion_seen('counties')) c) $$;
"""
_COLUMNS = """
SELECT table_name, array_agg(column_name::text) FROM information_schema.columns
WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1
"""
_POLICIES = "SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'public'"
PLACES = {"municipality_id": "municipalities", "zone_id": "zones", "county_id": "counties"}
HOLDERS = ("holder", "payee")
ALL = "(SELECT apportion_sees_all())"


def install() -> None:
    """Put the wall before every table with rows of municipalities, zones or counties."""
    with connection.cursor() as cursor:
        cursor.execute(_FUNCTIONS)
        cursor.execute(_COLUMNS)
        columns = {table: set(names) for table, names in cursor.fetchall()}
        cursor.execute(_POLICIES)
        there: dict[str, set[str]] = {}
        for table, policy in cursor.fetchall():
            there.setdefault(table, set()).add(policy)
        for table, condition in _conditions(columns).items():
            policy = "seen_" + hashlib.sha256(condition.encode()).hexdigest()[:8]
            if policy in there.get(table, ()):
                continue
            for old in there.get(table, ()):
                cursor.execute(f'DROP POLICY "{old}" ON "{table}"')
            cursor.execute(
                f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY;'
                f'CREATE POLICY {policy} ON "{table}" TO {APP} USING ({condition});'
                f'CREATE POLICY all_rows ON "{table}" TO {WORKER}, {READER} USING (true)'
            )


def _conditions(columns: Mapping[str, set[str]]) -> dict[str, str]:
    """Return for each table behind the wall what a row must be to be seen."""
    walled = {
        table: _condition(table, names)
        for table, names in columns.items()
        if names & {*PLACES, *HOLDERS}
        and (table.startswith(("funds_", "payments_")) or table in settings.WALLED)
    }
    for table, parent in settings.SEEN_WITH.items():
        column = _leads_to(table, parent)
        if parent not in columns or column not in columns.get(table, ()):
            continue  # the database stands at an earlier migration
        seen = f"EXISTS (SELECT 1 FROM {parent} p WHERE p.id = {table}.{column})"  # noqa: S608
        walled[table] = f"{walled.get(table, ALL)} OR {seen}"
    return walled


def _leads_to(table: str, parent: str) -> str:
    """Return the table's column that names a row of its parent."""
    models = {model._meta.db_table: model for model in apps.get_models()}  # noqa: SLF001
    return next(
        str(field.column)
        for field in models[table]._meta.concrete_fields  # noqa: SLF001 - documented by Django
        if field.related_model is models[parent]
    )


def _condition(table: str, names: set[str]) -> str:
    """Return the condition on a table's own columns."""
    places = [name for name in PLACES if name in names]
    either = [ALL]
    either += [f"{p} = ANY((SELECT apportion_seen('{PLACES[p]}'))::text[])" for p in places]
    if not places:
        either += [
            f"{h} = ANY((SELECT apportion_holders())::text[])" for h in HOLDERS if h in names
        ]
    if table in settings.OF_ALL:
        either.append("(" + " AND ".join(f"{place} IS NULL" for place in places) + ")")
    return " OR ".join(either)
