"""The only home of what is compared after a fault: every row there is, without its moment.

Left out are when something was written and what hangs on that (the chain's hashes, which
`verify_ledger` proves), names by chance (a session, a place in the store, a worker), and signs of
life. A file and a letter are compared by their SHA-256, which their rows hold.
"""

from django.db import connection

from funds import verification
from funds.models import Fund

NOT_COMPARED = {
    "django_migrations": "the schema's own record",
    "django_session": "secrets by chance",
    "funds_heartbeat": "a sign of life",
    "municipalities_change": "the journal: what is asked for again is written again",
    "municipalities_seal": "a sum over the journal",
    "payments_bankfiletaking": "each taking is on record, the one whose answer was lost too",
}
# A form that was sent before draws a number and gives it back.
BY_CHANCE = (
    *("municipalities_submission.id", "municipalities_document.place", "funds_work.leased_by"),
    *("funds_posting.hash", "funds_posting.previous_hash", "funds_ledgerhead.hash"),
    *("funds_seal.last_hash",),
)
Record = dict[str, str]

_COLUMNS = """
    SELECT table_name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position)
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL(%s)
        AND table_name || '.' || column_name <> ALL(%s) AND data_type NOT LIKE 'timestamp%%'
    GROUP BY table_name ORDER BY table_name"""
_ROWS = """
    SELECT '{table}', count(*) || ' rows, ' || md5(coalesce(string_agg(line, E'\\n' ORDER BY line),
        '')) FROM (SELECT ROW({columns})::text AS line FROM {table}) AS lines"""

# A number drawn by what was rolled back is drawn again: a gap in a row's number says nothing.
_NUMBERS = """
    DO $$ DECLARE each record; BEGIN
        FOR each IN SELECT table_name AS t, pg_get_serial_sequence(table_name, column_name) AS s,
                column_name AS c FROM information_schema.columns
            WHERE table_schema = 'public'
                AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL
        LOOP
            EXECUTE format('SELECT setval(%L, coalesce(max(%I), 0) + 1, false) FROM %I',
                each.s, each.c, each.t);
        END LOOP;
    END $$"""


def read() -> Record:
    """Return what is in every table that is compared: how many rows, and a digest over them."""
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS, [list(NOT_COMPARED), list(BY_CHANCE)])
        tables = cursor.fetchall()
        cursor.execute(
            " UNION ALL ".join(_ROWS.format(table=table, columns=names) for table, names in tables)
        )
        return dict(cursor.fetchall())


def different(found: Record, wanted: Record) -> list[str]:
    """Say in which tables two records differ, and whether the chain is broken."""
    faults = [
        f"{table}: {found[table]} for {wanted[table]}"
        for table in wanted
        if found[table] != wanted[table]
    ]
    chains = [verification.verify(fund).fault for fund in Fund.objects.values_list("pk", flat=True)]
    return faults + [str(each) for each in chains if each]


def draw_again() -> None:
    """Let the next numbers of rows follow the last that are there."""
    with connection.cursor() as cursor:
        cursor.execute(_NUMBERS)
