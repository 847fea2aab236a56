"""The only home of the tasks around payments: accounts, approvals, holds, returns, differences."""

from collections.abc import Iterator
from datetime import date

from django.db.models import Count, F, QuerySet
from django.urls import reverse

from municipalities.models import Officer
from municipalities.page_parts import Tag, Task
from payments.models import BankAccount, Hold, Installment, Warrant
from payments.queries import bank_accounts, deposits, once, returns

SHOWN = 10


def without_a_warrant() -> QuerySet[Installment]:
    """Installments that are released and that no warrant pays yet."""
    return Installment.objects.filter(
        posting__isnull=False, payments=None, replaced_by=None, amount__gt=0
    )


def accounts_to_confirm(officer: Officer, on: date) -> Iterator[Task]:
    """Accounts that another officer of the same place entered."""
    waiting = BankAccount.objects.filter(bank_accounts.in_state("confirm", on))
    waiting = waiting.filter(entered_by__office__municipality=officer.office.municipality_id)
    waiting = waiting.exclude(entered_by__person=officer.person_id)
    for each in waiting.select_related("entered_by__office").order_by("pk")[:SHOWN]:
        yield Task(
            f"Confirm the account ending {each.last_four}",
            reverse("bank_account", args=[each.pk]),
            about=f"Entered by {each.entered_by}. Nothing is paid to it before.",
            when=each.entered_on or "Today",
        )


def accounts_to_call(officer: Officer, on: date) -> Iterator[Task]:
    """Accounts that wait for the Department's call."""
    waiting = BankAccount.objects.filter(bank_accounts.in_state("call", on))
    found = list(waiting.order_by("confirmed_on", "pk")[:SHOWN])
    names = bank_accounts.names_of({each.payee for each in found})
    for each in found:
        yield Task(
            f"Call back on the account of {names.get(each.payee, each.payee)}",
            reverse("bank_account", args=[each.pk]),
            about=f"Ending {each.last_four}, confirmed. Call a number that was on record before.",
            when=each.confirmed_on or "Today",
        )


def to_approve(officer: Officer, on: date) -> Iterator[Task]:
    """Large warrants that need another certifier."""
    waiting = Warrant.objects.filter(warranted_by=None, withdrawn_on=None, approvals_needed__gt=1)
    waiting = waiting.annotate(given=Count("approvals")).filter(given__lt=F("approvals_needed") - 1)
    mine = waiting.exclude(certified_by__person=officer.person_id)
    for each in mine.exclude(approvals__approved_by__person=officer.person_id)[:SHOWN]:
        yield Task(
            f"Approve warrant {each.number}",
            reverse("warrant", args=[each.pk]),
            about=f"Certified by {each.certified_by}; {each.approvals_needed} persons approve it.",
            when=each.pays_on,
            stake=each.total,
            stake_note="to pay",
        )


def lowered(officer: Officer, on: date) -> Iterator[Task]:
    """What is held by itself because a payment became less."""
    held = Hold.objects.filter(category=Hold.Category.LOWERED, lifted_on=None)
    found = list(held.order_by("placed_on", "pk")[:SHOWN])
    names = bank_accounts.names_of({each.payee for each in found})
    for each in found:
        yield Task(
            f"Look at what {names.get(each.payee, each.payee)} is paid",
            reverse("hold_lift", args=[each.pk]),
            about=each.basis,
            when=each.placed_on,
            tag=Tag("Held"),
        )


def exceptions(officer: Officer, on: date) -> Iterator[Task]:
    """Returns of the bank that match nothing."""
    many = returns.open_exceptions().count()
    if many:
        yield Task(
            f"Settle {many} exceptions of the bank’s returns" if many > 1
            else "Settle an exception of the bank’s returns",
            reverse("returns"),
            about="They match no payment, or not as the bank says.",
            when="Today",
            tag=Tag("Needs a person", "bad"),
        )  # fmt: skip


def questions(officer: Officer, on: date) -> Iterator[Task]:
    """Payees' questions about deposits."""
    found = list(deposits.open_queries()[:SHOWN])
    names = bank_accounts.names_of({each.payee for each in found})
    for each in found:
        yield Task(
            f"Answer {names.get(each.payee, each.payee)} about a deposit",
            reverse("deposit_answer", args=[each.pk]),
            about=each.words,
            when=each.said_on,
            stake=each.payment.amount,
            stake_note="asked about",
        )


def differences(officer: Officer, on: date) -> Iterator[Task]:
    """What the last reconciliation found."""
    last = once.reconciled(officer)
    if last is not None and last.differences:
        many = len(last.differences)
        yield Task(
            f"{many} payments do not tie" if many > 1 else "A payment does not tie",
            reverse("reconciliation"),
            about="Certified, ledger, warrant and bank differ.",
            when=last.on,
            tag=Tag("Needs a person", "bad"),
        )
