"""The only home of the triggers that make the database refuse what a ledger must never do."""

import pgtrigger

from municipalities.models.duties import persons_differ
from municipalities.models.truncation import never_truncated

__all__ = [
    "ACCOUNT_STARTS_EMPTY",
    "BALANCE_IS_KEPT",
    "CHAIN",
    "HAS_ITS_ENTRIES",
    "KEEP_BALANCES",
    "NOT_A_REVERSAL",
    "SFY_OF_NEW",
    "never",
    "never_truncated",
    "persons_differ",
]

SFY_OF_NEW = (
    "(extract(year FROM NEW.effective_on) + "
    "(extract(month FROM NEW.effective_on) >= 7)::int)::smallint"
)


def never(word: str, operation: pgtrigger.Operation) -> pgtrigger.Trigger:
    """Refuse the operation on every row: never_changed, never_deleted."""
    return pgtrigger.Protect(name=f"never_{word}", operation=operation)


ACCOUNT_STARTS_EMPTY = pgtrigger.Trigger(
    name="starts_empty",
    when=pgtrigger.Before,
    operation=pgtrigger.Insert,
    func="""
        IF NEW.balance <> 0 THEN
            RAISE EXCEPTION 'an account starts empty: only entries give it a balance'
                USING ERRCODE = '23514', CONSTRAINT = 'starts_empty';
        END IF;
        RETURN NEW;""",
)

# The balance is changed by the statement trigger on entries alone (depth 2 when this one fires);
# everything else that says which account this is stays for good.
BALANCE_IS_KEPT = pgtrigger.Trigger(
    name="balance_is_kept",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func="""
        IF pg_trigger_depth() < 2 THEN
            RAISE EXCEPTION 'an account is changed by entries only'
                USING ERRCODE = '23514', CONSTRAINT = 'balance_is_kept';
        END IF;
        RETURN NEW;""",
)

# Numbers are gapless and the chain is unbroken because both are taken under the head's row lock.
CHAIN = pgtrigger.Trigger(
    name="chain",
    when=pgtrigger.Before,
    operation=pgtrigger.Insert,
    declare=[("head", "funds_ledgerhead%ROWTYPE")],
    func=f"""
        SELECT * INTO head FROM funds_ledgerhead WHERE fund_id = NEW.fund_id FOR UPDATE;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'fund % has no ledger', NEW.fund_id USING ERRCODE = '23503';
        END IF;
        NEW.sfy := {SFY_OF_NEW};
        IF NEW.sfy <= head.sealed_through THEN
            RAISE EXCEPTION 'SFY% of % is sealed: nothing may be dated %',
                NEW.sfy, NEW.fund_id, NEW.effective_on
                USING ERRCODE = '23514', CONSTRAINT = 'sealed_year';
        END IF;
        IF NEW.key <> NEW.fund_id || '/SFY' || NEW.sfy || '/lapse' AND EXISTS (
            SELECT 1 FROM funds_closing WHERE fund_id = NEW.fund_id AND sfy = NEW.sfy
            AND certified_by_id IS NOT NULL) THEN
            RAISE EXCEPTION 'SFY% of % is certified: only what lapses may still be dated in it',
                NEW.sfy, NEW.fund_id
                USING ERRCODE = '23514', CONSTRAINT = 'certified_year';
        END IF;
        NEW.number := head.number + 1;
        NEW.previous_hash := head.hash;
        NEW.posted_at := clock_timestamp();
        NEW.hash := encode(sha256(convert_to(json_build_array(
            NEW.previous_hash, NEW.fund_id, NEW.number, NEW.act, NEW.key, NEW.effective_on,
            to_char(NEW.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
            NEW.by_id, NEW.clause, NEW.note, NEW.reverses_id, NEW.entry_count,
            NEW.total::text, NEW.digest)::text, 'UTF8')), 'hex');
        UPDATE funds_ledgerhead SET number = NEW.number, hash = NEW.hash
            WHERE fund_id = NEW.fund_id;
        RETURN NEW;""",  # noqa: S608
)

NOT_A_REVERSAL = pgtrigger.Trigger(
    name="not_a_reversal",
    when=pgtrigger.Before,
    operation=pgtrigger.Insert,
    condition=pgtrigger.Q(new__reverses_id__isnull=False),
    func="""
        IF (SELECT reverses_id IS NOT NULL OR fund_id <> NEW.fund_id FROM funds_posting
            WHERE id = NEW.reverses_id) THEN
            RAISE EXCEPTION 'a reversal is not itself reversed: enter the act anew'
                USING ERRCODE = '23514', CONSTRAINT = 'not_a_reversal';
        END IF;
        RETURN NEW;""",
)

# At the end of the transaction a posting without its entries is refused.
HAS_ITS_ENTRIES = pgtrigger.Trigger(
    name="has_its_entries",
    when=pgtrigger.After,
    operation=pgtrigger.Insert,
    timing=pgtrigger.Deferred,
    func="""
        IF NOT EXISTS (SELECT 1 FROM funds_entry WHERE posting_id = NEW.id) THEN
            RAISE EXCEPTION 'posting % has no entries', NEW.key
                USING ERRCODE = '23514', CONSTRAINT = 'has_its_entries';
        END IF;
        RETURN NULL;""",
)

# One statement inserts all entries of a posting. The trigger proves that they are what the
# posting declares (count, total, day, digest), that their accounts exist and are of its fund, and
# moves the balances: the CHECK on the account refuses a net effect below zero.
KEEP_BALANCES = pgtrigger.Trigger(
    name="keep_balances",
    level=pgtrigger.Statement,
    when=pgtrigger.After,
    operation=pgtrigger.Insert,
    referencing=pgtrigger.Referencing(new="newrows"),
    declare=[("wrong", "text"), ("want", "bigint"), ("got", "bigint")],
    func="""
        SELECT coalesce(p.key, 'unknown posting') INTO wrong FROM (
            SELECT posting_id, count(*) AS n, sum(amount) AS total, min(seq) AS first,
                max(seq) AS last, min(effective_on) AS since, max(effective_on) AS until,
                encode(sha256(convert_to(string_agg(
                    seq || ':' || debit_id || ':' || credit_id || ':' || amount, E'\\n'
                    ORDER BY seq), 'UTF8')), 'hex') AS digest
            FROM newrows GROUP BY posting_id) x
        LEFT JOIN funds_posting p ON p.id = x.posting_id
        WHERE p.id IS NULL OR x.n <> p.entry_count OR x.total <> p.total OR x.first <> 1
            OR x.last <> x.n OR x.since <> p.effective_on OR x.until <> p.effective_on
            OR x.digest <> p.digest LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION 'the entries of % are not what it declares', wrong
                USING ERRCODE = '23514', CONSTRAINT = 'entries_as_declared';
        END IF;
        WITH x AS MATERIALIZED (
            SELECT acc, fund_id, sum(d) AS d FROM (
                SELECT debit_id AS acc, posting_id, -amount AS d FROM newrows
                UNION ALL SELECT credit_id, posting_id, amount FROM newrows) y
            JOIN funds_posting p ON p.id = y.posting_id GROUP BY acc, fund_id),
        u AS (UPDATE funds_account a SET balance = a.balance + x.d FROM x
            WHERE a.id = x.acc AND a.fund_id = x.fund_id RETURNING 1)
        SELECT (SELECT count(*) FROM x), (SELECT count(*) FROM u) INTO want, got;
        IF want <> got THEN
            RAISE EXCEPTION 'an account of these entries does not exist in their fund'
                USING ERRCODE = '23503', CONSTRAINT = 'accounts_of_the_fund';
        END IF;
        RETURN NULL;""",
)
