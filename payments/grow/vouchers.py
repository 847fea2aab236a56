"""The only home of grown vouchers: approved by the thousand, paid by a warrant a zone's year.

Three of four are advances to the trust; the fourth is a reimbursement, and counts as spent.
"""

from datetime import date
from decimal import Decimal

from municipalities.models import Officer
from payments.grow import many
from payments.grow.receipts import new_warrant, sent

FUND = "zone-assistance"
UNPAID = 1  # of each encumbrance's vouchers, in the year that is not over

_PLANNED = """
    CREATE TEMP TABLE planned ON COMMIT DROP AS
    SELECT n.id AS encumbrance_id, n.number || '-' || v AS number, v,
        CASE v %% 4 WHEN 0 THEN 'reimbursement' ELSE 'advance' END AS kind,
        'Vendor ' || (n.id * 7 + v) %% 900 AS vendor, 'G-' || n.id || '-' || v AS invoice,
        n.encumbered_on + 20 + (v * (%(until)s::date - n.encumbered_on - 20)) / (%(each)s + 1)
            AS day
    FROM funds_encumbrance n, generate_series(1, %(each)s) v WHERE n.project_id = %(project)s"""
_APPROVED = """
    SELECT 'voucher/' || n.municipality_id || '/' || v.number || '/approve',
        row_number() OVER (PARTITION BY v.number ORDER BY e.sfy), e.id, p.id, %s, v.day, %s,
        v.vendor || ', invoice ' || v.invoice
    FROM planned v
    JOIN funds_account e ON e.encumbrance_id = v.encumbrance_id AND e.kind = 'ENCUMBERED'
    JOIN funds_encumbrance n ON n.id = v.encumbrance_id
    JOIN funds_account p ON (p.fund_id, p.kind, p.holder, p.sfy)
        = (e.fund_id, 'PAYABLE', n.municipality_id, e.sfy)
    WHERE (v.kind = 'advance') = %s"""
_VOUCHERS = """
    INSERT INTO payments_voucher (encumbrance_id, municipality_id, number, kind, category, vendor,
        invoice, vendor_key, invoice_key, service_on, entered_on, amount, prepared_by_id,
        prior_year, cleared_reason, sent_back_reason, posting_id, approved_by_id, approved_on)
    SELECT v.encumbrance_id, n.municipality_id, v.number, v.kind, n.category, v.vendor, v.invoice,
        lower(replace(v.vendor, ' ', '')), lower(v.invoice), v.day, v.day, p.total, %s, false, '',
        '', p.id, %s, v.day
    FROM planned v JOIN funds_encumbrance n ON n.id = v.encumbrance_id
    JOIN funds_posting p
        ON p.key = 'voucher/' || n.municipality_id || '/' || v.number || '/approve'
    ORDER BY v.encumbrance_id, v.v"""
_SPENT = """
    INSERT INTO funds_expenditure (posting_id, encumbrance_id, sfy, category, amount)
    SELECT v.posting_id, v.encumbrance_id, a.sfy, v.category, e.amount
    FROM payments_voucher v JOIN funds_encumbrance n ON n.id = v.encumbrance_id
    JOIN funds_entry e ON e.posting_id = v.posting_id JOIN funds_account a ON a.id = e.debit_id
    WHERE n.project_id = %s AND v.kind <> 'advance'"""
_PAYMENTS = """
    INSERT INTO payments_payment (warrant_id, voucher_id, payable_id, payee, bank_account_id,
        amount, trace, returned)
    SELECT %(warrant)s, v.id, e.credit_id, v.municipality_id, b.id, v.amount,
        lpad(%(warrant)s::text, 8, '0')
            || lpad((row_number() OVER (ORDER BY v.id))::text, 7, '0'), false
    FROM payments_voucher v JOIN funds_encumbrance n ON n.id = v.encumbrance_id
    JOIN funds_entry e ON e.posting_id = v.posting_id AND e.seq = 1
    JOIN payments_bankaccount b ON b.payee = v.municipality_id AND b.purpose = 'first-generation'
    WHERE n.project_id = %(project)s AND split_part(v.number, '-', 5)::int > %(unpaid)s"""
_PAID = """
    SELECT e.credit_id, coalesce(t.id, d.id), e.amount FROM payments_payment m
    JOIN payments_voucher v ON v.id = m.voucher_id
    JOIN funds_entry e ON e.posting_id = v.posting_id
    JOIN funds_account y ON y.id = e.credit_id
    LEFT JOIN funds_account t ON v.kind = 'advance' AND t.encumbrance_id = v.encumbrance_id
        AND t.kind = 'TRUST' AND t.sfy = y.sfy
    LEFT JOIN funds_account d ON v.kind <> 'advance'
        AND (d.fund_id, d.kind, d.holder, d.sfy) = (y.fund_id, 'PAID', y.holder, y.sfy)
    WHERE m.warrant_id = %s ORDER BY m.trace, e.seq"""


def write(
    project: int, each: int, bound: Decimal, cfo: Officer, preparer: Officer, until: date
) -> None:
    """Prepare and approve so many vouchers of each encumbrance of a project."""
    part = (bound / (each + 1)).quantize(Decimal("1.00"))
    many.run("DROP TABLE IF EXISTS pg_temp.planned", [])
    many.run(_PLANNED, {"each": each, "until": until, "project": project})
    many.analyze("planned")
    for act, advance in (("advance", True), ("voucher", False)):
        many.post(FUND, act, "52:27H-88 b.", _APPROVED, [part, cfo.pk, advance])
    many.run(_VOUCHERS, [preparer.pk, cfo.pk])
    many.run(_SPENT, [project])


def pay(project: int, number: str, on: date, *, unpaid: int = 0) -> None:
    """Pay a project's approved vouchers by one warrant, but the first few of each encumbrance."""
    warrant = new_warrant(FUND, number, on)
    many.run(_PAYMENTS, {"warrant": warrant.pk, "project": project, "unpaid": unpaid})
    sent(warrant, "52:27H-88 a.(1)", _PAID, [warrant.pk])
