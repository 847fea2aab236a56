"""The only home of the rule that a signature stays: who did a duty is never somebody else later.

Two duties are two persons (municipalities/models/duties.py), and that would be empty if the first
could be written over before the second is done. Every column that names an officer is therefore
filled once. A rehearsal of a year's end is made anew until it is certified, so its preparer may
change; then none of its preparers certifies it.
"""

from django.conf import settings
from django.db import connection

_FUNCTIONS = """
CREATE OR REPLACE FUNCTION apportion_signature_stays() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'who did a duty of % stays as it was signed', TG_TABLE_NAME
        USING ERRCODE = '23514', CONSTRAINT = 'signature_stays';
END $$;

CREATE OR REPLACE FUNCTION apportion_who_prepared_never_certifies() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM municipalities_change c
        JOIN municipalities_officer o
            ON o.id = coalesce(c.before ->> 'prepared_by_id', c.after ->> 'prepared_by_id')::bigint
        JOIN municipalities_officer n ON n.id = NEW.certified_by_id
        WHERE c."table" = 'funds_closing' AND c."row" = NEW.id::text
            AND o.person_id = n.person_id) THEN
        RAISE EXCEPTION 'one person may not fill two duties of one act'
            USING ERRCODE = '23514', CONSTRAINT = 'who_prepared_never_certifies';
    END IF;
    RETURN NEW;
END $$;
"""
# Each table with the columns that name an officer, and the condition of the trigger it has.
_SIGNED = """
SELECT c.relname, array_agg(a.attname::text ORDER BY a.attname),
    (SELECT obj_description(t.oid, 'pg_trigger') FROM pg_trigger t
        WHERE t.tgrelid = c.oid AND t.tgname = 'signature_stays')
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
WHERE k.contype = 'f' AND k.confrelid = 'municipalities_officer'::regclass
GROUP BY c.oid, c.relname ORDER BY 1
"""
_CLOSING = """
CREATE OR REPLACE TRIGGER who_prepared_never_certifies BEFORE INSERT OR UPDATE ON funds_closing
FOR EACH ROW WHEN (NEW.certified_by_id IS NOT NULL)
EXECUTE FUNCTION apportion_who_prepared_never_certifies()
"""


def install() -> None:
    """Attach the rule to every table with a column that names an officer."""
    with connection.cursor() as cursor:
        cursor.execute(_FUNCTIONS)
        cursor.execute(_SIGNED)
        for table, columns, there in cursor.fetchall():
            kept = [c for c in columns if f"{table}.{c}" not in settings.SIGNED_ANEW]
            if kept and there != ",".join(kept):
                cursor.execute(_stays(table, kept))
        cursor.execute(
            "SELECT 1 FROM pg_trigger WHERE tgname = 'who_prepared_never_certifies'"
            " UNION SELECT 1 WHERE to_regclass('funds_closing') IS NULL"
        )
        if cursor.fetchone() is None:
            cursor.execute(_CLOSING)


def _stays(table: str, columns: list[str]) -> str:
    changed = " OR ".join(
        f'OLD."{column}" IS NOT NULL AND OLD."{column}" IS DISTINCT FROM NEW."{column}"'
        for column in columns
    )
    return f"""
        CREATE OR REPLACE TRIGGER signature_stays BEFORE UPDATE ON "{table}"
        FOR EACH ROW WHEN ({changed}) EXECUTE FUNCTION apportion_signature_stays();
        COMMENT ON TRIGGER signature_stays ON "{table}" IS '{",".join(columns)}'"""
