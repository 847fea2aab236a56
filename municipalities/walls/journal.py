"""The only writer of the journal: triggers on every table, and who they say it was.

The triggers are attached after every migration to whatever tables there are, so that no table is
forgotten. They run once a statement over the rows it changed, whoever sent it: the ORM, bulk
writes, the admin site, a command, raw SQL. Who acts is said to the connection by `say` for a
request, and by `sign` for the transaction of an act.
"""

from django.conf import settings
from django.db import connection

from municipalities.models import Officer

# What the connection is told, as settings of the database session.
SAID = ("officer", "user", "request", "reason", "sees", "municipalities", "zones", "counties")

_FUNCTIONS = """
CREATE OR REPLACE FUNCTION apportion_said(word text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
$$ SELECT nullif(current_setting('apportion.' || word, true), '') $$;

CREATE OR REPLACE FUNCTION apportion_shown(j jsonb, hidden text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS
$$ SELECT j || coalesce(jsonb_object_agg(h, 'not shown, SHA-256 ' ||
    left(encode(sha256(convert_to(j ->> h, 'UTF8')), 'hex'), 16)), '{}')
    FROM unnest(hidden) h WHERE j ->> h <> '' $$;

CREATE OR REPLACE FUNCTION apportion_journal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    key text := TG_ARGV[0];
    hidden text[] := string_to_array(TG_ARGV[1], ',');
    by_officer bigint := apportion_said('officer')::bigint;
    by_user bigint := apportion_said('user')::bigint;
    db_user text := session_user || CASE WHEN current_setting('role') IN ('none', session_user)
        THEN '' ELSE ' as ' || current_setting('role') END;
    who text := coalesce(
        (SELECT o.name || ', ' || p.label FROM municipalities_officer t
            JOIN municipalities_office o ON o.id = t.office_id
            JOIN municipalities_person p ON p.id = t.person_id WHERE t.id = by_officer),
        (SELECT 'sign-in ' || username FROM municipalities_user WHERE id = by_user),
        'no actor: database user ' || db_user);
    why text := left(coalesce(apportion_said('reason'), ''), 300);
    req text := left(coalesce(apportion_said('request'), ''), 40);
    number bigint;
BEGIN
    IF TG_ARGV[2] = 'statement' THEN
        IF TG_OP = 'DELETE' THEN SELECT count(*) INTO number FROM oldrows;
        ELSE SELECT count(*) INTO number FROM newrows; END IF;
        IF number > 0 THEN
            INSERT INTO municipalities_change (at, "table", "row", what, after, actor, officer_id,
                user_id, reason, request, database_user)
            VALUES (clock_timestamp(), TG_TABLE_NAME, '*', TG_OP,
                jsonb_build_object('rows', number), who, by_officer, by_user, why, req, db_user);
        END IF;
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO municipalities_change (at, "table", "row", what, after, actor, officer_id,
            user_id, reason, request, database_user)
        SELECT clock_timestamp(), TG_TABLE_NAME, left(coalesce(n.j ->> key, ''), 80), TG_OP,
            CASE WHEN hidden = '{}' THEN n.j ELSE apportion_shown(n.j, hidden) END,
            who, by_officer, by_user, why, req, db_user
        FROM (SELECT to_jsonb(r) AS j FROM newrows r) n;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO municipalities_change (at, "table", "row", what, before, actor, officer_id,
            user_id, reason, request, database_user)
        SELECT clock_timestamp(), TG_TABLE_NAME, left(coalesce(o.j ->> key, ''), 80), TG_OP,
            CASE WHEN hidden = '{}' THEN o.j ELSE apportion_shown(o.j, hidden) END,
            who, by_officer, by_user, why, req, db_user
        FROM (SELECT to_jsonb(r) AS j FROM oldrows r) o;
    ELSE
        INSERT INTO municipalities_change (at, "table", "row", what, before, after, actor,
            officer_id, user_id, reason, request, database_user)
        SELECT clock_timestamp(), TG_TABLE_NAME, left(x.id, 80), TG_OP, d.was, d.became,
            who, by_officer, by_user, why, req, db_user
        FROM (SELECT coalesce(o.j ->> key, n.j ->> key, '') AS id,
                CASE WHEN hidden = '{}' THEN o.j ELSE apportion_shown(o.j, hidden) END AS o,
                CASE WHEN hidden = '{}' THEN n.j ELSE apportion_shown(n.j, hidden) END AS n
            FROM (SELECT to_jsonb(r) AS j FROM oldrows r) o
            FULL JOIN (SELECT to_jsonb(r) AS j FROM newrows r) n ON o.j ->> key = n.j ->> key
            WHERE o.j IS DISTINCT FROM n.j) x,
        LATERAL (SELECT jsonb_object_agg(k, x.o -> k) FILTER (WHERE x.o IS NOT NULL) AS was,
                jsonb_object_agg(k, x.n -> k) FILTER (WHERE x.n IS NOT NULL) AS became
            FROM jsonb_object_keys(coalesce(x.o, x.n)) k
            WHERE x.o -> k IS DISTINCT FROM x.n -> k) d;
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION apportion_journal() FROM PUBLIC;
"""

# Every table with its key, and the triggers it has.
TABLES = """
SELECT c.relname, coalesce((SELECT a.attname FROM pg_index i JOIN pg_attribute a
    ON a.attrelid = c.oid AND a.attnum = i.indkey[0] WHERE i.indrelid = c.oid AND i.indisprimary
    AND i.indnatts = 1), ''),
    array(SELECT tgname || ' ' || encode(tgargs, 'escape') FROM pg_trigger t
        WHERE t.tgrelid = c.oid AND tgname LIKE 'journal_%')
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1
"""
OPERATIONS = {
    "INSERT": "NEW TABLE AS newrows",
    "UPDATE": "OLD TABLE AS oldrows NEW TABLE AS newrows",
    "DELETE": "OLD TABLE AS oldrows",
}


def install() -> None:
    """Attach the journal's triggers to every table that lacks them; change nothing else."""
    with connection.cursor() as cursor:
        cursor.execute(_FUNCTIONS)
        cursor.execute(TABLES)
        for table, key, triggers in cursor.fetchall():
            for operation, rows in OPERATIONS.items():
                statement = _wanted(table, key, set(triggers), operation, rows)
                if statement:
                    cursor.execute(statement)


def is_watched(table: str, operation: str) -> bool:
    """Say whether an operation on a table is journalled; where not, config/walls.py says why."""
    return not {table, f"{table} {operation}"} & set(settings.UNJOURNALLED)


def _wanted(table: str, key: str, there: set[str], operation: str, rows: str) -> str:
    """Return what makes a table's trigger what it should be; nothing when it is."""
    name = f"journal_{operation.lower()}"
    if not is_watched(table, operation):
        found = any(each.startswith(f"{name} ") for each in there)
        return f'DROP TRIGGER {name} ON "{table}"' if found else ""
    hidden = ",".join(settings.HIDDEN.get(table, ()))
    level = "statement" if table in settings.ONE_LINE_A_STATEMENT else "row"
    if f"{name} {key}\\000{hidden}\\000{level}\\000" in there:
        return ""
    return f"""
        CREATE OR REPLACE TRIGGER {name} AFTER {operation} ON "{table}" REFERENCING {rows}
        FOR EACH STATEMENT EXECUTE FUNCTION apportion_journal('{key}', '{hidden}', '{level}')"""


def say(**said: object) -> None:
    """Tell the connection who acts until `say` is called again; what isn't named is emptied."""
    values = ", ".join(f"set_config('apportion.{word}', %s, false)" for word in SAID)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {values}", [str(said.get(word) or "") for word in SAID])


def sign(by: Officer) -> None:
    """Let an act's changes carry its officer, to the end of the transaction it runs in."""
    if connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('apportion.officer', %s, true)", [str(by.pk)])
