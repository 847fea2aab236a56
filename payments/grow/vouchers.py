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

_VOUCHERS = """
    INSERT INTO payments_voucher (encumbrance_id, municipality_id, number, kind, category, vendor,
        invoice, service_on, entered_on, amount, prepared_by_id, prior_year, cleared_reason)
    SELECT n.id, n.municipality_id, n.number || '-' || v,
        CASE v %% 4 WHEN 0 THEN 'reimbursement' ELSE 'advance' END, n.category,
        'Vendor ' || (n.id * 7 + v) %% 900, 'G-' || n.id || '-' || v, d.day, d.day,
        %(part)s * (SELECT count(*) FROM funds_account a
            WHERE a.encumbrance_id = n.id AND a.kind = 'ENCUMBERED'),
        %(by)s, false, ''
    FROM funds_encumbrance n, generate_series(1, %(each)s) v,
        LATERAL (SELECT n.encumbered_on + 20
            + (v * (%(until)s::date - n.encumbered_on - 20)) / (%(each)s + 1) AS day) d
    WHERE n.project_id = %(project)s ORDER BY n.id, v"""
_APPROVED = """
    SELECT 'voucher/' || v.number || '/approve',
        row_number() OVER (PARTITION BY v.id ORDER BY e.sfy), e.id, p.id, %s, v.entered_on, %s,
        v.vendor || ', invoice ' || v.invoice
    FROM payments_voucher v JOIN funds_encumbrance n ON n.id = v.encumbrance_id
    JOIN funds_account e ON e.encumbrance_id = n.id AND e.kind = 'ENCUMBERED'
    JOIN funds_account p ON (p.fund_id, p.kind, p.holder, p.sfy)
        = (e.fund_id, 'PAYABLE', v.municipality_id, e.sfy)
    WHERE n.project_id = %s AND (v.kind = 'advance') = %s"""
_POINTED = """
    UPDATE payments_voucher v SET posting_id = p.id, approved_by_id = %s, approved_on = v.entered_on
    FROM funds_posting p, funds_encumbrance n
    WHERE n.id = v.encumbrance_id AND n.project_id = %s
        AND p.key = 'voucher/' || v.number || '/approve'"""
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
    SELECT e.credit_id, t.id, e.amount FROM payments_payment m
    JOIN payments_voucher v ON v.id = m.voucher_id
    JOIN funds_entry e ON e.posting_id = v.posting_id
    JOIN funds_account y ON y.id = e.credit_id
    JOIN funds_account t ON t.fund_id = y.fund_id AND t.sfy = y.sfy AND CASE v.kind
        WHEN 'advance' THEN t.kind = 'TRUST' AND t.encumbrance_id = v.encumbrance_id
        ELSE t.kind = 'PAID' AND t.holder = y.holder END
    WHERE m.warrant_id = %s ORDER BY m.trace, e.seq"""


def write(
    project: int, each: int, bound: Decimal, cfo: Officer, preparer: Officer, until: date
) -> None:
    """Prepare and approve so many vouchers of each encumbrance of a project."""
    part = (bound / (each + 1)).quantize(Decimal("1.00"))
    asked: many.Parameters = {
        "part": part,
        "by": preparer.pk,
        "each": each,
        "until": until,
        "project": project,
    }
    many.run(_VOUCHERS, asked)
    for act, advance in (("advance", True), ("voucher", False)):
        many.post(FUND, act, "52:27H-88 b.", _APPROVED, [part, cfo.pk, project, advance])
    many.run(_POINTED, [cfo.pk, project])
    many.run(_SPENT, [project])


def pay(project: int, number: str, on: date, *, unpaid: int = 0) -> None:
    """Pay a project's approved vouchers by one warrant, but the first few of each encumbrance."""
    warrant = new_warrant(FUND, number, on)
    many.run(_PAYMENTS, {"warrant": warrant.pk, "project": project, "unpaid": unpaid})
    sent(warrant, "52:27H-88 a.(1)", _PAID, [warrant.pk])
