"""The only home of the pages of bank accounts: all that may be seen, and one with its steps."""

from datetime import date
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Event, Figure, Link, Panel, Step, Tag, Term
from municipalities.questions import one_of, page_of
from municipalities.tables import Cell, Column, Row, Table, row
from payments import practice
from payments.bank_account_forms import CallForm, ConfirmAccountForm
from payments.models import BankAccount
from payments.queries import bank_accounts as queries
from payments.queries.bank_accounts import in_state, state_of

WAITING = {
    "call": ("To call back", "By the Department of Community Affairs."),
    "confirm": ("To confirm", "By a second officer of the payee."),
    "hold": ("In their hold", "Paid to when their days are over."),
    "ready": ("Ready", "May be paid to today."),
}


class BankAccountList(Page):
    """The accounts of the payees that may be seen; what waits for somebody on top."""

    template_name = "payments/bank_accounts.html"
    asks = ("page", "state", "payee")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Count by state, and list a page."""
        found = queries.listed(self.scope, self.officer.office, self.today)
        word = one_of(self.request, "state", [*WAITING, "closed"])
        payee = self.request.GET.get("payee", "")
        shown = found.filter(in_state(word, self.today)) if word else found
        page = page_of(self.request, shown.filter(payee=payee) if payee else shown)
        names = queries.names_of({each.payee for each in page})
        return super().get_context_data(
            figures=[
                _figure(each, found.filter(in_state(each, self.today)).count()) for each in WAITING
            ],
            page=page,
            accounts=_table([_row(each, names, self.today) for each in page]),
            enter=self.officer.may("enter-bank-account"),
            days=practice.hold_days(self.today),
            **kwargs,
        )


def _figure(word: str, count: int) -> Figure:
    label, note = WAITING[word]
    return Figure(label, str(count), note, f"{reverse('bank_accounts')}?state={word}")


def _table(rows: list[Row]) -> Table:
    return Table(
        caption="Bank accounts, what waits on top; numbers by their last four digits",
        columns=[
            Column("Payee"),
            Column("What is paid to it"),
            Column("Bank"),
            Column("Number"),
            Column("Entered", "date"),
            Column("State", "state"),
        ],
        rows=rows,
        caption_unseen=True,
        empty="No account. One appears when an officer of a payee enters it.",
    )


def _row(each: BankAccount, names: Any, on: date) -> Row:
    to = reverse("bank_account", args=[each.pk])
    state = state_of(each, on)
    return row(
        Cell(names.get(each.payee, each.payee), to, second=each.payee),
        each.get_purpose_display(),
        each.bank,
        f"ending {each.last_four}",
        Cell(each.entered_on, nothing="Before 2026"),
        state,
        lit=state.startswith(("Needs", "Held")),
    )


class BankAccountPage(Page):
    """One account: its four steps, who signed, who was called, who read its number."""

    template_name = "payments/bank_account.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible account."""
        account = get_object_or_404(
            queries.visible(self.scope, self.officer.office), pk=kwargs["pk"]
        )
        reveals = account.reveals.select_related("revealed_by__office")
        names = queries.names_of({account.payee})
        return super().get_context_data(
            account=account,
            name=names.get(account.payee, account.payee),
            state=Tag(state_of(account, self.today), _tone(account, self.today)),
            steps=_steps(account, self.today),
            facts=_facts(account),
            call=_call(account),
            reveals=[
                Event(each.revealed_at, f"The number was read by {each.revealed_by}", each.reason)
                for each in reveals
            ],
            earlier=_earlier(account, self.today),
            reveal=self.officer.may("reveal-bank-account"),
            change=self.officer.may("enter-bank-account") and account.closed_on is None,
            panel=_panel(account, self.officer, self.today),
            **kwargs,
        )


def _tone(account: BankAccount, on: date) -> Any:
    return "bad" if account.closed_on is not None else None


def _steps(a: BankAccount, on: date) -> list[Step]:
    days = f"{practice.hold_days(a.verified_on or on)} days"
    over = a.usable_on is not None and a.usable_on <= on
    last = f"{a.usable_on:%b %-d, %Y}" if a.usable_on else f"{days} after the call-back"
    return [
        _step("Entered", a.entered_by, a.entered_on, True),
        _step("Confirmed", a.confirmed_by, a.confirmed_on, a.closed_on is None),
        _step("Called back", a.verified_by, a.verified_on, a.confirmed_by_id is not None),
        Step(
            f"Hold of {days}",
            "Done" if over else ("Running" if a.usable_on else "Not started"),
            f"Paid to from {last}" if a.usable_on else last,
            "done" if over else ("current" if a.usable_on else ""),
        ),
    ]


def _step(label: str, by: Officer | None, on: date | None, is_next: bool) -> Step:
    if by is not None:
        return Step(label, "Done", f"{by}, {on:%b %-d, %Y}" if on else str(by), "done")
    return Step(label, "Next" if is_next else "Not started", "", "current" if is_next else "")


def _facts(a: BankAccount) -> list[Term]:
    return [
        Term("Bank", a.bank),
        Term("Routing number", a.routing),
        Term("Account number", f"•••• {a.last_four}"),
        Term("Kind", "Savings" if a.savings else "Checking"),
        Term("What is paid to it", a.get_purpose_display()),
        *([Term("Closed", f"{a.closed_on:%b %-d, %Y}. {a.closed_because}")] if a.closed_on else []),
    ]


def _call(a: BankAccount) -> list[Term]:
    if a.called_at is None:
        return []
    return [
        Term("Who was called", a.called),
        Term("At the number", a.called_number),
        Term("That number was on record in", a.called_from),
    ]


def _earlier(account: BankAccount, on: date) -> Table:
    return Table(
        caption="Accounts that this one took the place of",
        columns=[
            Column("Number"),
            Column("Bank"),
            Column("Closed", "date"),
            Column("Why", "words"),
        ],
        rows=[
            row(
                Cell(f"ending {each.last_four}", reverse("bank_account", args=[each.pk])),
                each.bank,
                each.closed_on,
                Cell(each.closed_because, nothing="Not said"),
            )
            for each in queries.earlier(account)
        ],
        caption_unseen=True,
    )


def _panel(a: BankAccount, officer: Officer, on: date) -> Panel | None:
    """Offer the next signature to who may give it, or say who can."""
    if a.closed_on is not None or a.verified_by_id is not None:
        return None
    confirmed = a.confirmed_by_id is not None
    duty = "verify-bank-account" if confirmed else "confirm-bank-account"
    signed = {s.person_id for s in (a.entered_by, a.confirmed_by) if s}
    blocked = ""
    if not officer.may(duty):
        blocked = (
            "The Department of Community Affairs calls back."
            if confirmed
            else "A second officer of the payee confirms it."
        )
    elif officer.person_id in signed:
        blocked = "You signed it before. Another person acts now."
    form = CallForm(account=a, initial={"day": on}) if confirmed else ConfirmAccountForm(account=a)
    return Panel(
        title="Call back" if confirmed else "Confirm",
        people=[
            Term("Entered", str(a.entered_by)),
            Term("Confirmed", str(a.confirmed_by) if a.confirmed_by else "None yet"),
        ],
        form=None if blocked else form,
        blocked=blocked,
        after="Three different persons sign. Until then nothing is paid to it.",
    )


def to_list() -> Link:
    """Lead back to the list."""
    return Link("Bank accounts", reverse("bank_accounts"))
