"""The only home of what a home says has happened: money that moved, and what a person did."""

from datetime import date, timedelta
from decimal import Decimal

from django.db.models import Q
from django.db.models.functions import TruncDate
from django.urls import reverse

from funds.models import Account, Entry, Posting
from funds.queries.postings import touching
from municipalities.access import Scope
from municipalities.models import Officer, Submission
from municipalities.page_parts import Task
from municipalities.tables import Cell, Column, Row, Table, row

MANY = 6
LOOKED_AT = 200  # entries, newest first: a credit is one posting with many
KEPT = timedelta(days=30)
DONE = 5
HAPPENED = {
    "advance": "Advanced",
    "correct": "Corrected",
    "credit": "Credited",
    "deposit": "Deposited in the fund",
    "encumber": "Encumbered",
    "forfeit": "Forfeited",
    "lapse": "Lapsed",
    "pay": "Paid",
    "recover": "Recovered",
    "release": "Released for payment",
    "repayment": "Loan repaid",
    "return": "Returned by the bank",
    "spend": "Spent",
    "voucher": "Voucher approved",
}


def table(officer: Officer, scope: Scope) -> Table:
    """Show the latest postings that moved what the office answers for; two statements."""
    return Table(
        caption="What moved money last ($)",
        columns=[Column("What"), Column("Amount", "money")],
        rows=_of_state() if scope.all_of_state else _of_place(_own(officer)),
        on_phone="plain",
        caption_unseen=True,
        empty="Nothing moved yet. A credit, a deposit or a payment stands here.",
    )


def _of_state() -> list[Row]:
    found = Posting.objects.select_related("fund").order_by("-pk")[:MANY]
    return [_row(each, each.total) for each in found]


def _own(officer: Officer) -> Q:
    office = officer.office
    own = Q(pk__in=[])
    for place in ("municipality", "zone", "county"):
        if of := getattr(office, f"{place}_id"):
            own |= Q(**{f"{place}_id": of})
    return own


def _of_place(own: Q) -> list[Row]:
    moved = touching(Account.objects.filter(own)).select_related("posting__fund")
    latest: dict[int, list[Entry]] = {}
    for entry in moved.order_by("-posting_id", "seq")[:LOOKED_AT]:
        latest.setdefault(entry.posting_id, []).append(entry)
    return [_moved(entries) for entries in list(latest.values())[:MANY]]


def _moved(entries: list[Entry]) -> Row:
    posting = entries[0].posting
    return _row(posting, sum((entry.amount for entry in entries), Decimal(0)))


def _row(posting: Posting, amount: Decimal) -> Row:
    link = reverse("posting", args=[posting.pk])
    what = f"{posting.effective_on:%b %-d, %Y}. {posting.fund.name}."
    return row(
        Cell(HAPPENED.get(posting.act, posting.act.capitalize()), link, second=what),
        Cell(amount, link),
    )


def done(officer: Officer, on: date) -> list[Task]:
    """Return what the person sent in the last month, in the words it was answered with."""
    sent = Submission.objects.filter(person=officer.person_id, sent_at__date__gt=on - KEPT)
    sent = sent.annotate(day=TruncDate("sent_at"))
    return [
        Task(each.said, each.answer, when=vars(each)["day"])
        for each in sent.exclude(said="").exclude(answer="")[:DONE]
    ]
