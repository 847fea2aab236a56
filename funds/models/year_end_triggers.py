"""The only home of the triggers that keep what was certified, and seal a year only when it ties."""

import pgtrigger

_STRAY = "RAISE EXCEPTION 'a disposition belongs to a closing'"
_NO_CLOSING = " USING ERRCODE = '23503', CONSTRAINT = 'a_disposition_belongs_to_a_closing';"
_KEPT = "RAISE EXCEPTION 'the dispositions of a certified closing stay as they were certified'"
_BECAUSE = " USING ERRCODE = '23514', CONSTRAINT = 'certified_dispositions_stay';"


def _certified(name: str, operation: pgtrigger.Operation, rows: str) -> pgtrigger.Trigger:
    """Refuse, once a statement, rows that a certified closing was certified without or with."""
    return pgtrigger.Trigger(
        name=name,
        level=pgtrigger.Statement,
        when=pgtrigger.After,
        operation=operation,
        referencing=pgtrigger.Referencing(**{rows.removesuffix("rows"): rows}),
        func=f"""
            IF EXISTS (SELECT 1 FROM {rows} d JOIN funds_closing c ON c.id = d.closing_id
                WHERE c.certified_by_id IS NOT NULL) THEN {_KEPT}{_BECAUSE}
            END IF;
            IF EXISTS (SELECT 1 FROM {rows} d WHERE NOT EXISTS (
                SELECT 1 FROM funds_closing c WHERE c.id = d.closing_id)) THEN {_STRAY}{_NO_CLOSING}
            END IF;
            RETURN NULL;""",  # noqa: S608
    )


NOTHING_ADDED = _certified("certified_nothing_added", pgtrigger.Insert, "newrows")
NOTHING_REMOVED = _certified("certified_nothing_removed", pgtrigger.Delete, "oldrows")

# What lapses gains the posting that did it, once, before the seal; nothing else ever changes.
NOTHING_CHANGED = pgtrigger.Trigger(
    name="certified_nothing_changed",
    level=pgtrigger.Statement,
    when=pgtrigger.After,
    operation=pgtrigger.Update,
    referencing=pgtrigger.Referencing(old="oldrows", new="newrows"),
    func=f"""
        IF EXISTS (SELECT 1 FROM oldrows o FULL JOIN newrows n ON n.id = o.id
            JOIN funds_closing c ON c.id IN (o.closing_id, n.closing_id)
            LEFT JOIN funds_posting p ON p.id = n.posting_id
            WHERE o.closing_id IS DISTINCT FROM n.closing_id OR c.certified_by_id IS NOT NULL AND (
                (o.closing_id, o.account_id, o.what, o.amount, o.from_sfy, o.to_sfy,
                    o.last_usable_on, o.clause, o.owner, o.note)
                IS DISTINCT FROM (n.closing_id, n.account_id, n.what, n.amount, n.from_sfy,
                    n.to_sfy, n.last_usable_on, n.clause, n.owner, n.note)
                OR (o.posting_id IS DISTINCT FROM n.posting_id AND (o.posting_id IS NOT NULL
                    OR n.what <> 'lapsed'
                    OR p.key <> c.fund_id || '/SFY' || c.sfy || '/lapse')))) THEN {_KEPT}{_BECAUSE}
        END IF;
        RETURN NULL;""",  # noqa: S608
)

# A year is sealed after the one before it, certified, with every balance of that June 30 equal to
# its disposition, and with what lapsed in the Authority's account.
SEALS_IN_ORDER = pgtrigger.Trigger(
    name="seals_in_order",
    when=pgtrigger.Before,
    operation=pgtrigger.Insert,
    declare=[
        ("c", "funds_closing%ROWTYPE"),
        ("head", "funds_ledgerhead%ROWTYPE"),
        ("untied", "bigint"),
    ],
    func="""
        SELECT * INTO c FROM funds_closing WHERE id = NEW.closing_id;
        SELECT * INTO head FROM funds_ledgerhead WHERE fund_id = c.fund_id FOR UPDATE;
        IF c.certified_by_id IS NULL OR c.sfy <> head.sealed_through + 1 THEN
            RAISE EXCEPTION 'SFY% of % is not certified or not next to be sealed',
                c.sfy, c.fund_id
                USING ERRCODE = '23514', CONSTRAINT = 'seals_in_order';
        END IF;
        WITH later AS (
            SELECT x.id, sum(x.d) AS d FROM funds_posting p
            JOIN funds_entry e ON e.posting_id = p.id
            CROSS JOIN LATERAL
                (VALUES (e.debit_id, e.amount), (e.credit_id, -e.amount)) x (id, d)
            WHERE p.fund_id = c.fund_id AND p.effective_on > make_date(c.sfy, 6, 30)
            GROUP BY x.id),
        stood AS (
            SELECT a.id, a.balance + coalesce(l.d, 0) AS amount
            FROM funds_account a LEFT JOIN later l ON l.id = a.id
            WHERE a.fund_id = c.fund_id),
        disposed AS (
            SELECT account_id AS id, sum(amount) AS amount FROM (
                SELECT account_id, amount FROM funds_disposition
                WHERE closing_id = c.id AND what <> 'lapsed'
                UNION ALL
                SELECT e.credit_id, e.amount FROM funds_entry e
                WHERE e.posting_id = (SELECT p.id FROM funds_posting p WHERE p.key =
                    c.fund_id || '/SFY' || c.sfy || '/lapse')) x
            GROUP BY account_id),
        lapsed AS (
            SELECT d.amount, CASE WHEN a.kind = 'AUTHORITY' THEN e.amount END AS posted
            FROM (SELECT * FROM funds_disposition
                WHERE closing_id = c.id AND what = 'lapsed') d
            FULL JOIN (SELECT e.* FROM funds_entry e JOIN funds_posting p ON p.id = e.posting_id
                WHERE p.key = c.fund_id || '/SFY' || c.sfy || '/lapse') e
            ON e.debit_id = d.account_id AND e.posting_id = d.posting_id
            LEFT JOIN funds_account a ON a.id = e.credit_id)
        SELECT (SELECT count(*) FROM stood s FULL JOIN disposed d ON d.id = s.id
                WHERE coalesce(s.amount, 0) <> coalesce(d.amount, 0))
            + (SELECT count(*) FROM lapsed WHERE amount IS DISTINCT FROM posted)
            INTO untied;
        IF untied > 0 THEN
            RAISE EXCEPTION '% balances of SFY% do not tie to their dispositions',
                untied, c.sfy
                USING ERRCODE = '23514', CONSTRAINT = 'dispositions_tie';
        END IF;
        NEW.last_number := head.number;
        NEW.last_hash := head.hash;
        UPDATE funds_ledgerhead SET sealed_through = c.sfy WHERE fund_id = c.fund_id;
        RETURN NEW;""",
)
