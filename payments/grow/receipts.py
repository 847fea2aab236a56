"""The only home of grown years of energy receipts: credited, planned, released and paid."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import accounts, allocation, ledger
from funds.models import Certification, Kind
from municipalities import offices
from municipalities.models import Municipality
from payments import installments
from payments.grow import many, seats
from payments.models import Installment, Warrant

FUND = "energy-receipts"
CLAUSE = "52:27D-439 c."

_RELEASED = """
    SELECT e.id, p.id, i.amount FROM payments_installment i
    JOIN funds_account e ON (e.fund_id, e.kind, e.holder, e.sfy)
        = (i.fund_id, 'ENTITLED', i.holder, i.entitlement_sfy)
    JOIN funds_account p ON (p.fund_id, p.kind, p.holder, p.sfy)
        = (i.fund_id, 'PAYABLE', i.holder, i.entitlement_sfy)
    WHERE i.fund_id = %s AND i.deposit_on = %s AND i.posting_id IS NULL
        AND i.replaced_by_id IS NULL ORDER BY i.id"""
_RELEASED_BY = """
    UPDATE payments_installment SET posting_id = %s
    WHERE fund_id = %s AND deposit_on = %s AND posting_id IS NULL AND replaced_by_id IS NULL"""
_PAYMENTS = """
    INSERT INTO payments_payment (warrant_id, installment_id, payable_id, payee, bank_account_id,
        amount, trace, returned)
    SELECT %s, i.id, p.id, i.holder, b.id, i.amount,
        lpad(%s::text, 8, '0') || lpad((row_number() OVER (ORDER BY i.id))::text, 7, '0'), false
    FROM payments_installment i
    JOIN funds_account p ON (p.fund_id, p.kind, p.holder, p.sfy)
        = (i.fund_id, 'PAYABLE', i.holder, i.entitlement_sfy)
    JOIN payments_bankaccount b ON b.payee = i.holder AND b.purpose = 'general'
    WHERE i.fund_id = %s AND i.deposit_on = %s AND i.posting_id IS NOT NULL"""
_PAID = """
    SELECT p.payable_id, a.id, p.amount FROM payments_payment p
    JOIN funds_account y ON y.id = p.payable_id
    JOIN funds_account a ON (a.fund_id, a.kind, a.holder, a.sfy)
        = (y.fund_id, 'PAID', y.holder, y.sfy)
    WHERE p.warrant_id = %s ORDER BY p.trace"""


def grow(sfys: range, towns: int, on: date) -> Iterator[str]:
    """Grow the years one by one, and say what each came to."""
    ledger.open_books(FUND, sfys[0])
    for sfy in sfys:
        with transaction.atomic():
            days = _year(sfy, towns, on)
        yield f"energy receipts, SFY{sfy}: {days} deposit days"


def _year(sfy: int, towns: int, on: date) -> int:
    made = _credited(sfy, towns)
    holders = list(made.run.lines.values_list("holder", flat=True))
    for kind in (Kind.PAYABLE, Kind.PAID):
        accounts.find_many(FUND, kind, holders, sfy)
    many.analyze("funds_account", "payments_installment")
    due = Installment.objects.filter(certification=made, deposit_on__lte=on)
    days = sorted(set(due.values_list("deposit_on", flat=True)))
    for day in days:
        _release(day)
        if day < on.replace(day=1):  # this month's payments still wait for a warrant
            _pay(day)
    return len(days)


def _credited(sfy: int, most: int) -> Certification:
    """Deposit, allot, certify, credit and plan a year through the acts."""
    first = date(sfy - 1, 7, 1)
    found = Municipality.objects.filter(made_up=False, dissolved_on=None)
    codes = found.order_by("code").values_list("code", flat=True)
    towns = sorted(codes, key=lambda code: code != seats.ALWAYS)[:most]
    amounts = {
        code: Decimal(100_000 + 1_000 * place + 37 * (sfy % 100)) + Decimal(place % 100) / 100
        for place, code in enumerate(towns)
    }
    analyst, certifier = seats.state("treasury-analyst"), seats.state("treasury-certifier")
    allocation.deposit(
        FUND,
        "general-fund",
        sum(amounts.values(), Decimal(0)),
        on=first,
        by=analyst,
        document=f"Treasurer’s letter of SFY{sfy}",
        key=f"grown/{FUND}/{sfy}",
    )
    run = allocation.allot(FUND, sfy, amounts, on=first, by=analyst, demonstration=True)
    made = allocation.certify(run, on=first, by=certifier, statement="Grown.")
    allocation.credit(made, on=first, by=certifier)
    installments.plan(made, on=first)
    return made


def _release(day: date) -> None:
    posting = ledger.post_all(
        "release",
        _RELEASED,
        [FUND, day],
        fund=FUND,
        key=f"grown/{FUND}/{day}/release",
        on=day,
        by=offices.system(),
        clause=CLAUSE,
        note=f"due {day}",
    )
    if posting is not None:
        many.run(_RELEASED_BY, [posting.pk, FUND, day])


def _pay(day: date) -> None:
    warrant = new_warrant(FUND, f"grown/{FUND}/{day}", day)
    many.run(_PAYMENTS, [warrant.pk, warrant.pk, FUND, day])
    sent(warrant, CLAUSE, _PAID, [warrant.pk])


def new_warrant(fund: str, number: str, on: date) -> Warrant:
    """Begin a warrant, certified and issued by two persons; its payments come next."""
    return Warrant.objects.create(
        fund_id=fund,
        number=number[:40],
        pays_on=on,
        total=0,
        payments_count=0,
        certified_by=seats.state("treasury-certifier"),
        certified_on=on,
        warranted_by=seats.state("budget-officer"),
        warranted_on=on,
    )


def sent(warrant: Warrant, clause: str, moves: str, parameters: list[int]) -> None:
    """Post what a warrant pays, and let it carry its sender, its total and its count."""
    warrant.posting = ledger.post_all(
        "pay",
        moves,
        parameters,
        fund=warrant.fund_id,
        key=f"warrant/{warrant.number}/send",
        on=warrant.pays_on,
        by=seats.state("treasury-releaser"),
        clause=clause,
        note=f"{warrant}, paid on {warrant.pays_on}",
    )
    warrant.sent_by, warrant.sent_on = seats.state("treasury-releaser"), warrant.pays_on
    warrant.payments_count = warrant.payments.count()
    warrant.total = warrant.posting.total if warrant.posting else Decimal(0)
    warrant.save()
