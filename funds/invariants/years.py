"""The identities of closed years: seals, dispositions, lapses, opening balances."""

from funds.invariants.identity import of_sql

# What every account held on the June 30 of each sealed year of its fund.
STOOD = """
    moved AS (
        SELECT acc, extract(year FROM effective_on) + (extract(month FROM effective_on) >= 7)::int
            AS sfy, sum(d) AS d
        FROM (SELECT debit_id AS acc, effective_on, -amount AS d FROM funds_entry
            UNION ALL SELECT credit_id, effective_on, amount FROM funds_entry) x GROUP BY 1, 2),
    stood AS (
        SELECT c.id AS closing_id, a.id AS account_id, sum(m.d) AS amount
        FROM funds_closing c JOIN funds_seal s ON s.closing_id = c.id
        JOIN funds_account a ON a.fund_id = c.fund_id
        JOIN moved m ON m.acc = a.id AND m.sfy <= c.sfy GROUP BY 1, 2)"""

YEARS = (
    of_sql(
        "sealed",
        "nothing was posted into a year after it was sealed",
        """SELECT p.fund_id || ' #' || p.number || ' in SFY' || c.sfy FROM funds_seal s
        JOIN funds_closing c ON c.id = s.closing_id
        JOIN funds_posting p ON p.fund_id = c.fund_id AND p.number > s.last_number
            AND p.effective_on <= make_date(c.sfy, 6, 30)
        ORDER BY 1""",
    ),
    of_sql(
        "in-order",
        "years are sealed one after the other, and each book knows the last",
        """SELECT h.fund_id || ' is sealed through ' || h.sealed_through
        FROM funds_ledgerhead h JOIN (
            SELECT c.fund_id, min(c.sfy) AS first, max(c.sfy) AS last, count(*) AS n
            FROM funds_seal s JOIN funds_closing c ON c.id = s.closing_id GROUP BY 1) x
        ON x.fund_id = h.fund_id
        WHERE h.sealed_through <> x.last OR x.n <> x.last - x.first + 1 ORDER BY 1""",
    ),
    of_sql(
        "dispositions",
        "what a closed year disposed of is what stood on its June 30, to the cent",
        f"""WITH {STOOD},
        disposed AS (
            SELECT closing_id, account_id, sum(amount) AS amount FROM (
                SELECT d.closing_id, d.account_id, d.amount FROM funds_disposition d
                JOIN funds_seal s ON s.closing_id = d.closing_id WHERE d.what <> 'lapsed'
                UNION ALL
                SELECT s.closing_id, e.credit_id, e.amount FROM funds_seal s
                JOIN funds_closing c ON c.id = s.closing_id
                JOIN funds_posting p ON p.key = c.fund_id || '/SFY' || c.sfy || '/lapse'
                JOIN funds_entry e ON e.posting_id = p.id) x GROUP BY 1, 2)
        SELECT 'account ' || coalesce(s.account_id, d.account_id)
            || ': ' || coalesce(s.amount, 0) || ' stood, ' || coalesce(d.amount, 0)
            || ' was disposed of'
        FROM stood s FULL JOIN disposed d USING (closing_id, account_id)
        WHERE coalesce(s.amount, 0) <> coalesce(d.amount, 0) ORDER BY 1""",  # noqa: S608
    ),
    of_sql(
        "lapses",
        "what lapsed is in a posting to the Authority, entry by entry",
        """SELECT 'account ' || d.account_id || ': ' || d.amount FROM funds_disposition d
        JOIN funds_seal s ON s.closing_id = d.closing_id
        LEFT JOIN funds_entry e ON e.posting_id = d.posting_id AND e.debit_id = d.account_id
            AND e.amount = d.amount
        LEFT JOIN funds_account a ON a.id = e.credit_id AND a.kind = 'AUTHORITY'
        WHERE d.what = 'lapsed' AND a.id IS NULL ORDER BY 1""",
    ),
    of_sql(
        "openings",
        "an opening balance is what stood on the day before",
        f"""WITH {STOOD}
        SELECT 'account ' || b.account_id || ' on ' || b."on" FROM funds_balancesnapshot b
        JOIN funds_account a ON a.id = b.account_id
        JOIN funds_closing c ON c.fund_id = a.fund_id AND make_date(c.sfy, 6, 30) = b."on"
        JOIN funds_seal s ON s.closing_id = c.id
        LEFT JOIN stood t ON t.closing_id = c.id AND t.account_id = b.account_id
        WHERE b.balance <> coalesce(t.amount, 0) ORDER BY 1""",  # noqa: S608
    ),
    of_sql(
        "windows",
        "nothing is carried past its last usable day",
        """SELECT 'account ' || d.account_id || ', usable through ' || d.last_usable_on
        FROM funds_disposition d JOIN funds_closing c ON c.id = d.closing_id
        WHERE d.what = 'carried' AND d.last_usable_on <= make_date(c.sfy, 6, 30) ORDER BY 1""",
    ),
)
