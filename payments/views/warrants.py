"""The only home of the warrant page: its payments, what is left out, its three signatures."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Event, Figure, Link, Panel, Step, Tag, Term
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments import accounting, approvals
from payments.models import BankFile, Payment, Warrant
from payments.queries.bank_accounts import names_of
from payments.views.payment_day import state_of
from payments.views.tie import counted
from payments.warrant_forms import ApproveForm, IssueForm, OnWarrant, SendForm


class WarrantPage(Page):
    """One warrant: its payments, what is left out and why, its three signatures."""

    template_name = "payments/warrant.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the warrant and a page of its payments."""
        warrant = get_object_or_404(
            Warrant.objects.select_related(
                "fund", "certified_by__office", "warranted_by__office", "sent_by__office", "posting"
            ),
            pk=kwargs["pk"],
        )
        found = warrant.payments.select_related("installment", "voucher", "bank_account")
        page = page_of(self.request, found.order_by("trace"))
        file = BankFile.objects.filter(warrant=warrant).first()
        return super().get_context_data(
            warrant=warrant,
            bank_file=file,
            file_totals=_file_totals(file),
            file_takings=_takings(file),
            take=warrant.posting_id and self.officer.may("send-warrant"),
            fund=warrant.fund,
            state=Tag(state_of(warrant)),
            steps=_steps(warrant),
            figures=_figures(warrant),
            page=page,
            payments=_payments(list(page), self.officer),
            left_out=left_out_table(warrant.left_out),
            accounting=accounting_table(warrant),
            panel=_panel(warrant, self.officer),
            **kwargs,
        )


def _steps(w: Warrant) -> list[Step]:
    further = w.approvals.select_related("approved_by__office", "approved_by__person")
    names = [f"{each.approved_by}, {each.approved_on:%b %-d}" for each in further]
    given, needed = 1 + len(names), w.approvals_needed
    return [
        Step("Certify", "Done", f"{w.certified_by}, {w.certified_on:%b %-d}", "done"),
        *(
            [
                Step(
                    "Approve",
                    "Done" if given >= needed else f"{given} of {needed} given",
                    "; ".join(names) or "Another certifier",
                    "done" if given >= needed else "current",
                )
            ]
            if needed > 1
            else []
        ),
        _step("Issue", w.warranted_by, w.warranted_on, "Budget and Accounting", given >= needed),
        _step("Send", w.sent_by, w.sent_on, "A second Treasury officer", bool(w.warranted_by_id)),
    ]


def _step(label: str, by: Officer | None, on: date | None, who: str, is_next: bool) -> Step:
    if by is not None and on is not None:
        return Step(label, "Done", f"{by}, {on:%b %-d}", "done")
    return Step(label, "Next" if is_next else "Not started", who, "current" if is_next else "")


def _figures(w: Warrant) -> list[Figure]:
    link = reverse("posting", args=[w.posting_id]) if w.posting_id else ""
    return [
        Figure("Paid" if w.posting_id else "To pay", w.total, counted(w.payments_count), link),
        Figure("Pays on", f"{w.pays_on:%b %-d, %Y}", f"{w.pays_on:%A}, a banking day."),
        Figure("Left out", str(len(w.left_out)), "Each with its reason, below."),
    ]


def _payments(found: list[Payment], officer: Officer) -> Table:
    names = names_of({each.payee for each in found})
    return Table(
        caption="Payments ($)",
        columns=[
            Column("Payee"),
            Column("For"),
            Column("Account"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[_payment_row(p, names.get(p.payee, ""), officer) for p in found],
    )


def _payment_row(p: Payment, name: str, officer: Officer) -> Row:
    back = Link("Record a return", reverse("payment_return", args=[p.pk]))
    may_return = officer.may("record-return") and not p.returned and p.warrant.posting_id
    return row(
        Cell(name or p.payee, second=f"{p.payee}, trace {p.trace}"),
        Cell(paid_for(p), _link(p)),
        f"ending {p.bank_account.last_four}" if p.bank_account else Cell(),
        Cell(p.amount, _link(p)),
        Cell(
            "Returned" if p.returned else ("Paid" if p.warrant.posting_id else "Waits"),
            more=back if may_return else None,
        ),
    )


def accounting_table(w: Warrant) -> Table:
    """Show the strings under which the State's books take the warrant in."""
    payments = list(w.payments.select_related("installment", "voucher"))
    return Table(
        caption="Accounting strings ($)",
        columns=[
            Column("String"),
            Column("What it pays"),
            Column("Payments", "count"),
            Column("Amount", "money"),
        ],
        rows=[
            row(each.string, each.what, each.count, each.amount)
            for each in accounting.lines(w, payments)
        ],
        totals=[row("Total", BLANK, w.payments_count, w.total)],
        on_phone="frame",
        caption_unseen=True,
    )


def paid_for(p: Payment) -> str:
    """Say what a payment pays."""
    if p.installment is not None:
        return f"SFY{p.installment.entitlement_sfy}, installment {p.installment.number}"
    return f"voucher {p.voucher.number}" if p.voucher is not None else "another posting"


def _link(p: Payment) -> str:
    if p.installment_id:
        return reverse("installment", args=[p.installment_id])
    if p.voucher_id:
        return reverse("voucher", args=[p.voucher_id])
    return reverse("posting", args=[p.other_id])


def _file_totals(file: BankFile | None) -> list[Term]:
    """Show the control totals that were read back from the file."""
    if file is None:
        return []
    return [
        Term("Payments in it", str(file.payments_count)),
        Term("Their sum", file.total, in_dollars=True),
        Term("Hash of the routing numbers", file.entry_hash),
        Term("SHA-256 of the file", file.sha256),
    ]


def _takings(file: BankFile | None) -> list[Event]:
    found = file.takings.select_related("taken_by__office") if file else ()
    return [
        Event(each.taken_at, f"Taken by {each.taken_by}", "Already sent before" if number else "")
        for number, each in enumerate(found)
    ]


def left_out_table(found: list[dict[str, str]]) -> Table:
    """Show what is left out of a warrant, and why."""
    names = names_of({each["payee"] for each in found})
    return Table(
        caption="Left out, each with its reason ($)",
        columns=[Column("Payee"), Column("Amount", "money"), Column("Why", "words")],
        rows=[
            row(
                Cell(names.get(x["payee"], x["payee"]), second=f"{x['payee']}, {x['what']}"),
                Decimal(x["amount"]),
                x["why"][:1].upper() + x["why"][1:],
            )
            for x in found
        ],
        caption_unseen=True,
        empty="Nothing was left out.",
    )


def _next(w: Warrant) -> tuple[str, str, type[OnWarrant], str]:
    """Return the next act of a warrant: its word, the duty, its form, and who else does it."""
    if w.warranted_by_id:
        return "Send", "send-warrant", SendForm, "A releaser sends it."
    if approvals.given(w) < w.approvals_needed:
        return "Approve", "certify-warrant", ApproveForm, "Another certifier approves it."
    return "Issue", "issue-warrant", IssueForm, "Budget and Accounting issues it."


def _done(w: Warrant) -> str:
    """Say what is left to do of a warrant that is signed to its end, or withdrawn."""
    if w.withdrawn_on or BankFile.objects.filter(warrant=w).exists():
        return f"{state_of(w)}. Nothing is left to do."
    return "Sent. A releaser takes the bank file, above: before that the bank has nothing."


def _panel(w: Warrant, officer: Officer) -> Panel:
    act, duty, form, who = _next(w)
    signed = {each.approved_by.person_id for each in w.approvals.select_related("approved_by")}
    signed |= {each.person_id for each in (w.certified_by, w.warranted_by) if each}
    blocked = ""
    if w.posting_id or w.withdrawn_on:
        blocked = _done(w)
    elif not officer.may(duty):
        blocked = who
    elif officer.person_id in signed:
        blocked = "You signed it before. Another person acts now."
    return Panel(
        title=state_of(w) if w.posting_id or w.withdrawn_on else f"{act} the warrant",
        people=[
            Term("Certified", str(w.certified_by)),
            Term("Issued", str(w.warranted_by or "Not yet")),
        ],
        totals=[
            Term("Payments", str(w.payments_count)),
            Term("Total", w.total, total=True, in_dollars=True),
        ],
        form=None if blocked else form(warrant=w),
        blocked=blocked,
        act="" if w.posting_id or w.withdrawn_on else f"{act} ${w.total:,.2f}",
        after="Different persons certify, approve, issue and send. If anything changes, the "
        "warrant is withdrawn and certified anew.",
    )
