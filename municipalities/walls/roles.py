"""The only home of the database's roles, and of what each may do to which table.

The owner migrates. `apportion_app` serves pages, `apportion_worker` works, `apportion_ro` reads.
None of the three may make or drop anything, truncate, or change what stays: what a table's own
trigger refuses to everyone isn't granted either. Rules that triggers keep run as the owner, so
they see every row and may move balances that no role may touch.
"""

import sys
from collections.abc import Iterator

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DataError, ProgrammingError, connection

APP, WORKER, READER = "apportion_app", "apportion_worker", "apportion_ro"
BY_WORD = {"app": APP, "worker": WORKER, "owner": ""}
PRIVILEGES = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")
# Moved by the ledger's own triggers only; the head's one column lets an act lock its fund's book.
MOVED = {"funds_account": "", "funds_ledgerhead": "sealed_through"}
WRITTEN_BY_NOBODY = {"municipalities_change", "django_migrations"}

_MAY = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
_THERE = "SELECT count(*) FROM pg_roles WHERE rolname = ANY(%s)"
_MAKE = """
DO $$
DECLARE role text;
BEGIN
    FOREACH role IN ARRAY ARRAY['apportion_app', 'apportion_worker', 'apportion_ro'] LOOP
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', role);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END;
        IF NOT pg_has_role(current_user, role, CASE WHEN
            current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
            EXECUTE format('GRANT %I TO CURRENT_USER', role);
        END IF;
    END LOOP;
END $$;
"""

# Each table, what its own triggers refuse to everyone, and what each role has now.
_TABLES = """
SELECT c.relname,
    coalesce(bool_or(t.tgtype & 16 > 0), false), coalesce(bool_or(t.tgtype & 8 > 0), false),
    array(SELECT r || ' ' || p FROM unnest(%s) r, unnest(%s) p
        WHERE has_table_privilege(r, c.oid, p))
FROM pg_class c
LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgqual IS NULL AND t.tgtype & 2 > 0
    AND t.tgfoid IN (SELECT oid FROM pg_proc WHERE prosrc LIKE '%%pgtrigger: Cannot%%')
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY c.oid, c.relname
"""
# A rule that looks at other rows runs as the owner, and finds tables where the owner keeps them.
# One that looks at its own row alone stays as it is: it runs for every row, and is quicker so.
_RULES = """
DO $$
DECLARE rule regprocedure;
BEGIN
    FOR rule IN SELECT oid FROM pg_proc WHERE proname LIKE 'pgtrigger\\_%' AND NOT prosecdef
        AND prosrc ~ '(funds|payments|municipalities)_'
        AND pronamespace = 'public'::regnamespace LOOP
        EXECUTE format(
            'ALTER FUNCTION %s SECURITY DEFINER SET search_path = public, pg_temp', rule);
    END LOOP;
END $$;
"""


def install() -> bool:
    """Make the roles and grant each what it may do; say in a sentence when that can't be done."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES)
        cursor.execute(_THERE, [[APP, WORKER, READER]])
        there = cursor.fetchone()[0] == 3
        cursor.execute(_MAY)
        if not (cursor.fetchone()[0] or there):
            sys.stderr.write(
                f"The database's roles are not made: {connection.settings_dict['USER']} may not"
                " create roles. Let one who may run ./manage.py grant_roles, or serve as the"
                " owner with DATABASE_ROLE=owner.\n"
            )
            return False
        if not there:
            cursor.execute(_MAKE)
        cursor.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        for statement in _grants():
            cursor.execute(statement)
    return True


def make() -> None:
    """Make the roles of an empty database, so that a dump finds whom it grants to."""
    with connection.cursor() as cursor:
        cursor.execute(_MAKE)


def _grants() -> Iterator[str]:
    """Yield what is still to be granted or revoked."""
    roles = [APP, WORKER, READER]
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, [roles, list(PRIVILEGES)])
        tables = cursor.fetchall()
    for role in roles:
        yield f"GRANT USAGE ON SCHEMA public TO {role}"
        for table, stays, never_deleted, has in tables:
            now = {each.split()[1] for each in has if each.startswith(f"{role} ")}
            yield from _changes(role, table, _wanted(role, table, stays, never_deleted), now)
    for role in (APP, WORKER):
        yield f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}"
        for table, column in MOVED.items():
            if column:
                yield f'GRANT UPDATE ({column}) ON "{table}" TO {role}'


def _changes(role: str, table: str, wanted: set[str], now: set[str]) -> Iterator[str]:
    """Yield what brings a role's privileges on a table from what they are to what is wanted."""
    if wanted - now:
        yield f'GRANT {", ".join(sorted(wanted - now))} ON "{table}" TO {role}'
    if now - wanted:
        yield f'REVOKE {", ".join(sorted(now - wanted))} ON "{table}" FROM {role}'


def _wanted(role: str, table: str, stays: bool, never_deleted: bool) -> set[str]:
    """Return what a role may do to a table; `stays` when its own trigger refuses every update."""
    if role == READER:
        return set() if table in settings.UNREAD else {"SELECT"}
    if table in WRITTEN_BY_NOBODY:
        return {"SELECT"}
    may = {"SELECT", "INSERT"}
    if not stays and table not in MOVED:
        may.add("UPDATE")
    if not never_deleted and table in settings.DELETED:
        may.add("DELETE")
    return may


def enter(word: str) -> None:
    """Let a new connection speak as a role: "app", "worker", or "owner" for whoever connected."""
    role = BY_WORD[word]
    if not role:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET ROLE {role}")
    except (DataError, ProgrammingError) as error:
        connection.close()
        raise ImproperlyConfigured(
            f"The database doesn't let {connection.settings_dict['USER']} serve as {role}: run"
            " ./manage.py grant_roles as its owner, or serve as the owner with"
            " DATABASE_ROLE=owner."
        ) from error
