"""The identities of accounts, entries, postings and their chain."""

from funds import verification
from funds.invariants.identity import Identity, of_sql
from funds.models import Fund


def _chain() -> list[str]:
    found = (verification.verify(fund).fault for fund in Fund.objects.values_list("pk", flat=True))
    return [str(fault) for fault in found if fault is not None and "entries" not in fault.what]


LEDGER = (
    of_sql(
        "zero",
        "the accounts of each fund sum to zero",
        """SELECT fund_id || ' sums to ' || sum(balance) FROM funds_account
        GROUP BY fund_id HAVING sum(balance) <> 0""",
    ),
    of_sql(
        "balances",
        "an account's balance is the sum of its entries",
        """SELECT 'account ' || a.id || ' has ' || a.balance || ', not ' || coalesce(x.d, 0)
        FROM funds_account a LEFT JOIN (
            SELECT id, sum(d) AS d FROM (SELECT debit_id AS id, -amount AS d FROM funds_entry
                UNION ALL SELECT credit_id, amount FROM funds_entry) y GROUP BY id) x
        ON x.id = a.id WHERE a.balance <> coalesce(x.d, 0) ORDER BY a.id""",
    ),
    of_sql(
        "overdraft",
        "no account but a source is below zero",
        """SELECT 'account ' || id || ' has ' || balance FROM funds_account
        WHERE kind <> 'SOURCE' AND balance < 0 ORDER BY id""",
    ),
    of_sql(
        "one-fund",
        "no entry moves money between funds",
        """SELECT 'entry ' || e.id FROM funds_entry e
        JOIN funds_posting p ON p.id = e.posting_id
        JOIN funds_account d ON d.id = e.debit_id JOIN funds_account c ON c.id = e.credit_id
        WHERE d.fund_id <> p.fund_id OR c.fund_id <> p.fund_id ORDER BY e.id""",
    ),
    of_sql(
        "declared",
        "a posting has the entries that it declares",
        """SELECT p.fund_id || ' #' || p.number FROM funds_posting p LEFT JOIN (
            SELECT posting_id, count(*) AS n, sum(amount) AS total, min(seq) AS first,
                max(seq) AS last, min(effective_on) AS since, max(effective_on) AS until
            FROM funds_entry GROUP BY posting_id) x ON x.posting_id = p.id
        WHERE (p.entry_count, p.total, 1, p.entry_count, p.effective_on, p.effective_on)
            IS DISTINCT FROM (x.n, x.total, x.first, x.last, x.since, x.until) ORDER BY 1""",
    ),
    Identity(
        "chain",
        "each book is chained and numbered without a gap from zero to its head and its seals",
        _chain,
    ),
    of_sql(
        "digests",
        "the entries of a posting are those that were hashed",
        """SELECT p.fund_id || ' #' || p.number FROM funds_posting p JOIN (
            SELECT posting_id, encode(sha256(convert_to(string_agg(
                seq || ':' || debit_id || ':' || credit_id || ':' || amount, E'\\n' ORDER BY seq),
                'UTF8')), 'hex') AS digest FROM funds_entry GROUP BY posting_id) x
        ON x.posting_id = p.id WHERE x.digest <> p.digest ORDER BY 1""",
    ),
    of_sql(
        "sfy",
        "a posting is of the State fiscal year of its day",
        """SELECT fund_id || ' #' || number FROM funds_posting
        WHERE sfy <> extract(year FROM effective_on) + (extract(month FROM effective_on) >= 7)::int
        ORDER BY 1""",
    ),
    of_sql(
        "reversals",
        "a reversal is the exact opposite of what it reverses",
        """SELECT p.fund_id || ' #' || p.number FROM funds_posting p WHERE EXISTS (
            (SELECT debit_id, credit_id, amount, count(*) FROM funds_entry
                WHERE posting_id = p.id GROUP BY 1, 2, 3)
            EXCEPT (SELECT credit_id, debit_id, amount, count(*) FROM funds_entry
                WHERE posting_id = p.reverses_id GROUP BY 1, 2, 3)) AND p.reverses_id IS NOT NULL
        ORDER BY 1""",
    ),
    of_sql(
        "vintages",
        "only zone, encumbered, trust and certified money has a vintage, and all of it has one",
        """SELECT 'account ' || id FROM funds_account WHERE CASE
            WHEN kind IN ('ZONE', 'ENTITLED') THEN sfy IS NULL OR encumbrance_id IS NOT NULL
            WHEN kind IN ('ENCUMBERED', 'TRUST') THEN sfy IS NULL OR encumbrance_id IS NULL
            WHEN kind IN ('PAYABLE', 'PAID') THEN encumbrance_id IS NOT NULL
            ELSE sfy IS NOT NULL OR encumbrance_id IS NOT NULL END ORDER BY id""",
    ),
    of_sql(
        "scopes",
        "an account belongs to the place that its holder names",
        """SELECT 'account ' || a.id || ' of ' || a.holder FROM funds_account a
        LEFT JOIN municipalities_enterprisezone z ON z.code = a.zone_id
        WHERE a.holder IS DISTINCT FROM coalesce('zone:' || z.name, 'county:' || a.county_id,
            a.municipality_id, a.holder)
        OR (a.holder LIKE 'zone:%' AND z.code IS NULL)
        OR (a.holder LIKE 'county:%' AND a.county_id IS NULL)
        OR (a.holder ~ '^[0-9]{4}$' AND a.municipality_id IS NULL) ORDER BY 1""",
    ),
)
