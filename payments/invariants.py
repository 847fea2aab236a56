"""What must always be true of installments, vouchers, warrants and their payments."""

from datetime import date
from decimal import Decimal

from django.db import connection
from django.db.models import Sum

from funds.invariants import Identity
from funds.invariants import identities as of_funds
from funds.invariants.identity import of_sql
from funds.models import Account, Fund, Kind
from payments import obligations
from payments.models import Payment

ZERO = Decimal(0)
FAR = "9999-12-30"

# Each duty that two persons fill: the table, and the columns that name its officers.
DUTIES = {
    "funds_closing": ("prepared_by_id", "certified_by_id"),
    "funds_project": ("proposed_by_id", "determined_by_id"),
    "funds_proposal": ("governing_by_id", "corporation_by_id"),
    "funds_finding": ("found_by_id", "confirmed_by_id"),
    "funds_changerequest": ("asked_by_id", "sent_by_id"),
    "funds_amendment": ("proposed_by_id", "determined_by_id"),
    "funds_loan": ("proposed_by_id", "written_off_by_id"),
    "funds_writeoff": ("asked_by_id", "decided_by_id"),
    "funds_quarterlyreport": ("prepared_by_id", "certified_by_id", "accepted_by_id"),
    "funds_reportquestion": ("asked_by_id", "answered_by_id"),
    "funds_withholdingorder": ("prepared_by_id", "ordered_by_id"),
    "funds_yearreview": ("begun_by_id", "concluded_by_id"),
    "funds_planevidence": ("filed_by_id", "answered_by_id"),
    "funds_appeal": ("filed_by_id", "confirmed_by_id", "decided_by_id"),
    "funds_correction": ("prepared_by_id", "approved_by_id"),
    "funds_correctioncase": ("prepared_by_id", "decided_by_id"),
    "municipalities_factseries": ("loaded_by_id", "accepted_by_id"),
    "payments_bankaccount": ("entered_by_id", "confirmed_by_id", "verified_by_id"),
    "payments_hold": ("placed_by_id", "lifted_by_id"),
    "payments_voucher": ("prepared_by_id", "approved_by_id"),
    "payments_refund": ("asked_by_id", "confirmed_by_id", "recorded_by_id"),
    "payments_warrant": ("certified_by_id", "warranted_by_id", "sent_by_id"),
}


def _duties() -> list[str]:
    """Find the rows in which one natural person signed twice."""
    found = []
    with connection.cursor() as cursor:
        for table, columns in DUTIES.items():
            signed = ", ".join(f"t.{column}" for column in columns)
            cursor.execute(
                f"SELECT t.id FROM {table} t WHERE (SELECT count(*) <> count(DISTINCT o.person_id)"  # noqa: S608
                f" FROM unnest(ARRAY[{signed}]) x (id)"
                " JOIN municipalities_officer o ON o.id = x.id) ORDER BY 1"
            )
            found += [f"{table} {row[0]}" for row in cursor.fetchall()]
    return found


def _payable() -> list[str]:
    """Compare what is payable with what is owed to someone and not yet sent."""
    found = []
    for fund in Fund.objects.values_list("pk", flat=True):
        payable = Account.objects.filter(fund=fund, kind=Kind.PAYABLE)
        held = payable.aggregate(total=Sum("balance"))["total"] or ZERO
        owed = sum((each.amount for each in obligations.open_ones(fund, _far())), ZERO)
        waiting = Payment.objects.filter(
            warrant__fund=fund, warrant__posting=None, returned=False
        ).aggregate(total=Sum("amount"))["total"]
        if held != owed + (waiting or ZERO):
            found.append(f"{fund}: {held} is payable, {owed} owed, {waiting or 0} on its way")
    return found


def _far() -> date:
    return date.fromisoformat(FAR)


PAYMENTS = (
    of_sql(
        "planned",
        "what is planned and not released is what is certified and not released",
        """SELECT a.fund_id || ' SFY' || a.sfy || ' ' || a.holder FROM (
            SELECT fund_id, holder, entitlement_sfy AS sfy, sum(amount) AS amount
            FROM payments_installment WHERE posting_id IS NULL AND replaced_by_id IS NULL
            GROUP BY 1, 2, 3) i
        FULL JOIN (SELECT a.fund_id, a.holder, a.sfy, a.balance AS amount FROM funds_account a
            WHERE a.kind = 'ENTITLED' AND EXISTS (SELECT 1 FROM payments_plan n
                JOIN funds_certification c ON c.id = n.certification_id
                JOIN funds_run r ON r.id = c.run_id
                WHERE r.fund_id = a.fund_id AND r.sfy = a.sfy)) a
        ON (a.fund_id, a.holder, a.sfy) = (i.fund_id, i.holder, i.sfy)
        WHERE coalesce(a.amount, 0) <> coalesce(i.amount, 0) ORDER BY 1""",
    ),
    of_sql(
        "released",
        "a released installment is what its posting moved",
        """SELECT p.fund_id || ' #' || p.number FROM funds_posting p JOIN (
            SELECT posting_id, sum(amount - recovered) AS due, sum(amount) AS whole
            FROM payments_installment WHERE posting_id IS NOT NULL GROUP BY 1) i
        ON i.posting_id = p.id
        WHERE p.total <> CASE WHEN p.act = 'release' THEN i.due ELSE i.whole END ORDER BY 1""",
    ),
    of_sql(
        "vouchers",
        "an approved voucher is what its posting moved",
        """SELECT v.number FROM payments_voucher v JOIN funds_posting p ON p.id = v.posting_id
        WHERE p.total <> v.amount ORDER BY 1""",
    ),
    of_sql(
        "expenditures",
        "what counts as spent is what vouchers spent, less what was voided",
        """SELECT v.number FROM payments_voucher v
        LEFT JOIN LATERAL (SELECT sum(x.amount) AS amount FROM funds_expenditure x
            WHERE x.encumbrance_id = v.encumbrance_id AND x.posting_id IN (
                SELECT v.posting_id UNION SELECT r.posting_id FROM payments_voucherreduction r
                WHERE r.voucher_id = v.id)) s ON true
        LEFT JOIN LATERAL (SELECT sum(r.amount) AS amount FROM payments_voucherreduction r
            WHERE r.voucher_id = v.id AND r.kind = 'void') o ON true
        WHERE v.posting_id IS NOT NULL AND v.kind <> 'advance'
            AND coalesce(s.amount, 0) <> v.amount - coalesce(o.amount, 0) ORDER BY 1""",
    ),
    of_sql(
        "warrants",
        "a warrant's payments are as many and as much as was certified",
        """SELECT w.number FROM payments_warrant w LEFT JOIN (
            SELECT warrant_id, count(*) AS n, sum(amount) AS total FROM payments_payment
            GROUP BY 1) p ON p.warrant_id = w.id
        WHERE (w.payments_count, w.total) IS DISTINCT FROM (p.n, p.total) ORDER BY 1""",
    ),
    of_sql(
        "sent",
        "a sent warrant moved its total",
        """SELECT w.number FROM payments_warrant w JOIN funds_posting p ON p.id = w.posting_id
        WHERE p.total <> w.total ORDER BY 1""",
    ),
    of_sql(
        "installments-paid",
        "a payment of an installment is what was released of it",
        """SELECT p.trace FROM payments_payment p
        JOIN payments_installment i ON i.id = p.installment_id
        WHERE p.amount <> i.amount - i.recovered OR i.posting_id IS NULL ORDER BY 1""",
    ),
    of_sql(
        "returns",
        "what the bank sent back is what was paid",
        """SELECT p.trace FROM payments_bankreturn r
        JOIN payments_payment p ON p.id = r.payment_id
        JOIN funds_posting x ON x.id = r.posting_id
        WHERE x.total <> p.amount OR NOT p.returned ORDER BY 1""",
    ),
    of_sql(
        "paid",
        "zone money paid to a town is what warrants sent and its trust spent, less its refunds",
        """SELECT coalesce(paid.holder, sent.holder) FROM (
            SELECT holder, sum(balance) AS amount FROM funds_account
            WHERE fund_id = 'zone-assistance' AND kind = 'PAID' GROUP BY 1) paid
        FULL JOIN (SELECT holder, sum(amount) AS amount FROM (
            SELECT a.holder, p.amount FROM payments_payment p
            JOIN payments_warrant w ON w.id = p.warrant_id
            JOIN funds_account a ON a.id = p.payable_id
            LEFT JOIN payments_voucher v ON v.id = p.voucher_id
            WHERE w.fund_id = 'zone-assistance' AND w.posting_id IS NOT NULL AND NOT p.returned
                AND v.kind IS DISTINCT FROM 'advance'
            UNION ALL SELECT municipality_id, amount FROM payments_voucher
            WHERE kind = 'spent' AND posting_id IS NOT NULL
            UNION ALL SELECT v.municipality_id, -r.amount FROM payments_refund r
            JOIN payments_voucher v ON v.id = r.voucher_id WHERE r.posting_id IS NOT NULL
            ) each GROUP BY 1) sent ON sent.holder = paid.holder
        JOIN municipalities_municipality m ON m.code = coalesce(paid.holder, sent.holder)
        WHERE coalesce(paid.amount, 0) <> coalesce(sent.amount, 0) ORDER BY 1""",
    ),
    Identity("payable", "what is payable is owed to someone and not yet sent", _payable),
    Identity("duties", "nobody filled two duties of one act", _duties),
)


def identities() -> tuple[Identity, ...]:
    """Return every identity, the funds' first."""
    return (*of_funds(), *PAYMENTS)
