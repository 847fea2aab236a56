"""The only home of the raw SQL that the database must refuse, though every grant is given.

Each is tried by a role that may read and write every row but is no superuser and owns nothing, in
a book with a sealed year. `{name}` stands for something of that book (funds/proofs/raw_sql.py).
"""

from funds.proofs.statements import SEALED, act, entry, posting, updates

ENTRIES = [
    posting(),  # a posting without entries, refused at the end of the transaction
    entry("{posting}", 1),
    entry("{posting}", 2),
    entry("0"),
    act(amount="0"),
    act(amount="-5.00"),
    act(amount="'NaN'"),
    act(amount="'Infinity'"),
    act(amount="10000000000000000"),
    act(amount="1000000000.00"),  # more than the pool holds
    act(debit="{empty}"),
    act(debit="{authority}"),
    act(debit="0"),
    act(credit="0"),
    act(debit="{of_another_fund}"),
    act(credit="{of_another_fund}"),
    act(on=SEALED),
    act(on="2026-06-30"),
    act(on="2025-07-01"),
    act(on="1900-01-01"),
    act(reverses="{reversal}"),
    act(reverses="{reversed}"),
    act(reverses="{posting_of_another_fund}"),
    act().replace("'attack/1'", "'{key}'"),
    act().replace("'{fund}'", "'no-such-fund'"),
    posting() + entry(amount="5.01"),
    posting() + entry(amount="NULL"),
    posting() + entry(seq=2),
    posting() + entry(on="2026-08-02"),
    posting() + entry(credit="{empty}"),
    posting() + entry(debit="{authority}", credit="{pool}"),
    posting(digest="repeat('0', 64)") + entry(),
    posting(count=2) + entry(),
    posting(count=0),
    posting() + entry() + ";" + entry(seq=2),
    "DELETE FROM funds_entry",
    "DELETE FROM funds_entry WHERE id = {entry}",
    "TRUNCATE funds_entry",
    "WITH gone AS (DELETE FROM funds_entry RETURNING 1) SELECT count(*) FROM gone",
    (
        "MERGE INTO funds_entry e USING (SELECT {entry} AS id) x ON e.id = x.id"
        " WHEN MATCHED THEN DELETE"
    ),
    (
        "MERGE INTO funds_entry e USING (SELECT {entry} AS id) x ON e.id = x.id"
        " WHEN MATCHED THEN UPDATE SET amount = 1"
    ),
    (
        "INSERT INTO funds_entry SELECT * FROM funds_entry WHERE id = {entry}"
        " ON CONFLICT (id) DO UPDATE SET amount = 1"
    ),
    *updates(
        "funds_entry",
        {
            "amount": "amount + 1",
            "debit_id": "credit_id + 1000",
            "credit_id": "debit_id + 1000",
            "posting_id": "posting_id + 1",
            "seq": "seq + 1",
            "effective_on": "effective_on + 1",
            "id": "id + 100000",
        },
        "id = {entry}",
    ),
]

POSTINGS = [
    "DELETE FROM funds_posting",
    "DELETE FROM funds_posting WHERE id = {posting}",
    "DELETE FROM funds_posting WHERE id = (SELECT max(id) FROM funds_posting)",
    "TRUNCATE funds_posting CASCADE",
    (
        "INSERT INTO funds_posting SELECT * FROM funds_posting WHERE id = {posting}"
        " ON CONFLICT (id) DO UPDATE SET note = 'x'"
    ),
    *updates(
        "funds_posting",
        {
            "fund_id": "'highlands'",
            "number": "number + 1000",
            "act": "'other'",
            "key": "'other'",
            "effective_on": "'2026-12-01'",
            "sfy": "sfy + 1",
            "posted_at": "posted_at + interval '1 day'",
            "by_id": "by_id + 1",
            "clause": "'other'",
            "note": "'other'",
            "reverses_id": "{posting}",
            "entry_count": "2",
            "total": "total + 1",
            "digest": "repeat('a', 64)",
            "previous_hash": "repeat('a', 64)",
            "hash": "repeat('a', 64)",
        },
        "id = {reversed}",
    ),
]

ACCOUNTS = [
    (
        "INSERT INTO funds_account (fund_id, kind, holder, balance)"
        " VALUES ('{fund}', 'PAID', 'attacker', 100)"
    ),
    (
        "INSERT INTO funds_account (fund_id, kind, holder, balance)"
        " VALUES ('{fund}', 'PAID', 'attacker', 'NaN')"
    ),
    (
        "INSERT INTO funds_account (fund_id, kind, holder, balance)"
        " SELECT fund_id, kind, holder, 0 FROM funds_account WHERE id = {pool}"
    ),
    "DELETE FROM funds_account WHERE id = {empty}",
    "DELETE FROM funds_account",
    "TRUNCATE funds_account CASCADE",
    "UPDATE funds_account SET balance = 0",
    (
        "UPDATE funds_account SET balance = balance - 1 WHERE id = {pool};"
        " UPDATE funds_account SET balance = balance + 1 WHERE id = {authority}"
    ),
    *updates(
        "funds_account",
        {
            "balance": "balance + 1",
            "kind": "'SOURCE'",
            "holder": "'attacker'",
            "sfy": "2031",
            "fund_id": "'highlands'",
            "id": "id + 100000",
        },
        "id = {pool}",
    ),
]

HEADS_AND_SEALS = [
    "DELETE FROM funds_ledgerhead WHERE fund_id = '{fund}'",
    "TRUNCATE funds_ledgerhead",
    *updates(
        "funds_ledgerhead",
        {"number": "0", "hash": "repeat('a', 64)", "sealed_through": "2020"},
        "fund_id = '{fund}'",
    ),
    "UPDATE funds_ledgerhead SET hash = repeat('a', 64) WHERE number = 0",
    "UPDATE funds_ledgerhead SET fund_id = 'other' WHERE number = 0",
    "DELETE FROM funds_seal",
    "TRUNCATE funds_seal",
    *updates(
        "funds_seal",
        {"last_number": "0", "last_hash": "repeat('a', 64)", "closing_id": "closing_id + 1"},
        "true",
    ),
    (
        "INSERT INTO funds_closing (fund_id, sfy, prepared_by_id, prepared_on, document_hash)"
        " VALUES ('{fund}', 2027, {by}, '2026-08-01', '');"
        " INSERT INTO funds_seal (closing_id, last_number, last_hash)"
        " SELECT max(id), 0, '' FROM funds_closing"
    ),
    (
        "INSERT INTO funds_closing (fund_id, sfy, prepared_by_id, prepared_on, certified_by_id,"
        " certified_on, document_hash)"
        " VALUES ('{fund}', 2029, {by}, '2026-08-01', {other}, '2026-08-01', '');"
        " INSERT INTO funds_seal (closing_id, last_number, last_hash)"
        " SELECT max(id), 0, '' FROM funds_closing"
    ),
    (
        "INSERT INTO funds_closing (fund_id, sfy, prepared_by_id, prepared_on, certified_by_id,"
        " certified_on, document_hash)"
        " VALUES ('{fund}', 2027, {by}, '2026-08-01', {other}, '2026-08-01', '');"
        " INSERT INTO funds_seal (closing_id, last_number, last_hash)"
        " SELECT max(id), 0, '' FROM funds_closing"
    ),
    (
        "INSERT INTO funds_closing (fund_id, sfy, prepared_by_id, prepared_on, certified_by_id,"
        " certified_on, document_hash)"
        " VALUES ('{fund}', 2027, {by}, '2026-08-01', {by}, '2026-08-01', '')"
    ),
    "UPDATE funds_closing SET sfy = 2031",
    "UPDATE funds_closing SET certified_by_id = NULL, certified_on = NULL",
    "DELETE FROM funds_closing",
    "UPDATE funds_disposition SET amount = amount + 1",
    "UPDATE funds_disposition SET what = 'lapsed'",
    "DELETE FROM funds_disposition",
    "TRUNCATE funds_disposition",
    "UPDATE funds_balancesnapshot SET balance = balance + 1",
    "DELETE FROM funds_balancesnapshot",
    "TRUNCATE funds_balancesnapshot",
]

LOOK_AWAY = (
    "SELECT set_config('pgtrigger.ignore', (SELECT array_agg(tgname)::text FROM pg_trigger), true);"
)
WALLS = [
    *(
        LOOK_AWAY + sql
        for sql in (
            "UPDATE funds_posting SET note = 'x'",
            "DELETE FROM funds_entry",
            "UPDATE funds_account SET balance = balance + 1",
        )
    ),
    *(
        f"ALTER TABLE funds_{table} DISABLE TRIGGER ALL"
        for table in ("entry", "posting", "account", "ledgerhead", "seal")
    ),
    "SET session_replication_role = replica",
    "DROP TABLE funds_entry CASCADE",
    "ALTER TABLE funds_account DROP CONSTRAINT never_below_zero",
    "ALTER TABLE funds_entry DROP CONSTRAINT an_amount_is_positive",
    "CREATE RULE away AS ON INSERT TO funds_entry DO INSTEAD NOTHING",
    "CREATE TABLE child () INHERITS (funds_entry)",
    "ALTER TABLE funds_entry RENAME TO other",
    "DROP FUNCTION {keep_balances}() CASCADE",
    "CREATE OR REPLACE FUNCTION {keep_balances}() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'",
    "UPDATE pg_trigger SET tgenabled = 'D'",
    "ALTER TABLE funds_entry OWNER TO CURRENT_USER",
    (
        "CREATE TRIGGER mine BEFORE INSERT ON funds_entry FOR EACH ROW"
        " EXECUTE FUNCTION suppress_redundant_updates_trigger()"
    ),
    (
        "CREATE TEMP TABLE bait (n int); CREATE FUNCTION pg_temp.fall() RETURNS trigger LANGUAGE"
        " plpgsql AS 'BEGIN UPDATE funds_account SET balance = balance + 1; RETURN NEW; END';"
        " CREATE TRIGGER fall BEFORE INSERT ON bait FOR EACH ROW EXECUTE FUNCTION pg_temp.fall();"
        " INSERT INTO bait VALUES (1)"
    ),
]

ATTACKS = [*ENTRIES, *POSTINGS, *ACCOUNTS, *HEADS_AND_SEALS, *WALLS]
