"""The only home of the SQL that would silence the journal or change what it says."""

ATTACKS = [
    # refused even to the owner
    "UPDATE municipalities_change SET actor = 'nobody'",
    "DELETE FROM municipalities_change",
    "TRUNCATE municipalities_change",
    # refused to every role
    (
        "UPDATE municipalities_change SET after = NULL"
        " WHERE id = (SELECT max(id) FROM municipalities_change)"
    ),
    (
        'INSERT INTO municipalities_change (at, "table", "row", what, actor, reason, request,'
        " database_user) VALUES (now(), 'funds_run', '1', 'INSERT', 'Newark CFO', '', '', '')"
    ),
    (
        "SELECT set_config('pgtrigger.ignore', (SELECT array_agg(tgname)::text FROM pg_trigger),"
        " true); DELETE FROM municipalities_change"
    ),
    "SET LOCAL session_replication_role = replica",
    "ALTER TABLE municipalities_county DISABLE TRIGGER journal_insert",
    "ALTER TABLE municipalities_county DISABLE TRIGGER ALL",
    "DROP TRIGGER journal_insert ON municipalities_county",
    "DROP FUNCTION apportion_journal() CASCADE",
    "DROP TABLE municipalities_change",
    (
        "CREATE OR REPLACE FUNCTION apportion_journal() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN RETURN NULL; END'"
    ),
    "CREATE TABLE municipalities_other (LIKE municipalities_county)",
    "CREATE RULE away AS ON INSERT TO municipalities_change DO INSTEAD NOTHING",
    "ALTER TABLE municipalities_change RENAME TO other",
    "TRUNCATE municipalities_county CASCADE",
    "SELECT apportion_journal()",
]
