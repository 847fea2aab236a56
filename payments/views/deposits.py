"""The only home of "what was this deposit?": found by amount and day, then worked out."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Event, Figure, Panel, Tag
from municipalities.questions import UnknownQuestion, day, page_of
from municipalities.tables import Cell, Column, Row, Table, row
from payments.deposit_forms import ConfirmDepositForm
from payments.models import DepositAnswer, Payment
from payments.queries import deposits as queries
from payments.queries.bank_accounts import names_of
from payments.queries.search import amount_in


class DepositList(Page):
    """The deposits of the payees that may be seen, found by amount and day."""

    template_name = "payments/deposits.html"
    asks = ("amount", "on", "page")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Look for the deposit that was asked for."""
        text = self.request.GET.get("amount", "").strip()
        amount = amount_in(text)
        if amount is None:
            amount = amount_in(f"{text}.00")  # whole dollars are typed without their cents
        if text and amount is None:
            raise UnknownQuestion(f"“{text}” is no amount; one such as 354,723.28 is needed.")
        on = day(self.request, "on")
        every = queries.visible(self.scope, self.officer.office)
        all_of_state = amount is None and self.scope.holders() is None
        rows = queries.Latest(every, on) if all_of_state else queries.find(every, amount, on)
        page = page_of(self.request, rows)
        found = list(page)
        together = queries.days_of(every, amount) if amount is not None and not found else []
        return super().get_context_data(
            amount=text,
            on=on,
            page=page,
            deposits=_table(found),
            together=together,
            open_queries=_queries(self.officer),
            **kwargs,
        )


def _table(found: list[Payment]) -> Table:
    names = names_of({each.payee for each in found})
    answers = queries.answers_of(found)
    return Table(
        caption="Deposits, the latest first ($)",
        columns=[
            Column("Deposit"),
            Column("Payee", on_wide=True),
            Column("What it was", "words"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[_row(each, names.get(each.payee, each.payee), answers) for each in found],
        caption_unseen=True,
        empty="No deposit of that amount near that day. Leave the day empty to look further.",
    )


def _row(each: Payment, name: str, answers: dict[int, str]) -> Row:
    to = reverse("deposit_seen", args=[each.pk])
    return row(
        Cell(f"{each.warrant.pays_on:%b %-d, %Y}", to, second=f"trace {each.trace}"),
        name,
        Cell(f"{each.warrant.fund}, {queries.what(each)}", second=queries.clause(each)),
        Cell(each.amount, to),
        queries.state_of(each, answers),
    )


def _queries(officer: Officer) -> Table | None:
    """The payees' questions, for who answers them."""
    if not officer.may("answer-deposit"):
        return None
    return Table(
        caption="Questions of payees, the oldest first",
        columns=[Column("Payee"), Column("What is asked", "words"), Column("Asked", "date"),
                 Column("Deposit", "money")],
        rows=[
            row(
                Cell(each.payee, reverse("deposit_seen", args=[each.payment_id])),
                each.words,
                each.said_on,
                Cell(each.payment.amount, reverse("deposit_answer", args=[each.pk])),
                lit=True,
            )
            for each in queries.open_queries()[:50]
        ],
        caption_unseen=True,
        empty="No question waits.",
    )  # fmt: skip


class DepositSeen(Page):
    """One deposit: its remittance advice, and what its payee says of it."""

    template_name = "payments/deposit.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Work the deposit out."""
        visible = queries.visible(self.scope, self.officer.office)
        payment = get_object_or_404(visible, pk=kwargs["pk"])
        found = queries.explain(payment)
        said = DepositAnswer.objects.filter(payment=payment)
        answers = said.select_related("said_by__office", "answered_by__office")
        state = queries.state_of(payment, queries.answers_of([payment]))
        return super().get_context_data(
            payment=payment,
            fund=payment.warrant.fund,
            found=found,
            state=Tag(state),
            name=names_of({payment.payee}).get(payment.payee, payment.payee),
            figures=_figures(payment),
            terms=found.terms,
            history=[event for each in answers for event in _events(each)],
            panel=_panel(payment, self.officer),
            ask=_may_say(payment, self.officer),
            records=self.officer.may("read-all"),
            **kwargs,
        )


def _figures(payment: Payment) -> list[Figure]:
    account = payment.bank_account
    return [
        Figure("Deposited", payment.amount, f"Warrant {payment.warrant.number}.", "#terms"),
        Figure("On", f"{payment.warrant.pays_on:%b %-d, %Y}", f"{payment.warrant.pays_on:%A}."),
        Figure(
            "To the account",
            f"ending {account.last_four}" if account else None,
            account.bank if account else "",
            reverse("bank_account", args=[account.pk]) if account else "",
        ),
        Figure("On the statement", payment.trace, "The bank’s identification of the payment."),
    ]


def _events(each: DepositAnswer) -> list[Event]:
    asked = each.kind == DepositAnswer.Kind.QUERY
    words = f"{each.said_by} {'asked' if asked else 'confirmed the deposit'}"
    found = [Event(each.said_on, words, each.words)]
    if each.answered_by is not None and each.answered_on is not None:
        found.append(Event(each.answered_on, f"{each.answered_by} answered", each.answer))
    return found


def _may_say(payment: Payment, officer: Officer) -> bool:
    office = officer.office
    return officer.may("confirm-deposit") and payment.payee == office.municipality_id


def _panel(payment: Payment, officer: Officer) -> Panel | None:
    """Offer its payee to confirm it, once."""
    done = DepositAnswer.objects.filter(payment=payment, kind=DepositAnswer.Kind.CONFIRMED).exists()
    if done or payment.returned or not _may_say(payment, officer):
        return None
    return Panel(
        title="Did it arrive?",
        form=ConfirmDepositForm(payment=payment),
        after="If something is wrong, ask about it instead.",
    )
