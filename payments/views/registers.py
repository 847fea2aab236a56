"""The only home of a warrant's register as files: a workbook, and the letter that is a PDF/UA."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds.views.letters import LetterDoor
from municipalities import workbooks
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Link
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments import registers
from payments.models import Payment, Warrant
from payments.queries.bank_accounts import names_of
from payments.views.warrants import accounting_table, left_out_table, paid_for

WITH = ("installment", "voucher", "bank_account")


class RegisterWorkbook(Page):
    """The register as a workbook: every payment, what is left out, the accounting strings."""

    permission = "read-all"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer with the workbook."""
        warrant = get_object_or_404(Warrant.objects.select_related("fund"), pk=kwargs["pk"])
        return workbooks.answer(
            f"{warrant.number}-register.xlsx",
            {
                "Payments": _register(warrant),
                "Left out": left_out_table(warrant.left_out),
                "Accounting strings": accounting_table(warrant),
            },
        )


def _register(warrant: Warrant) -> Table:
    payments = list(warrant.payments.select_related(*WITH).order_by("trace"))
    names = names_of({each.payee for each in payments})
    return Table(
        caption=f"Register of warrant {warrant.number}, pays on {warrant.pays_on} ($)",
        columns=[
            Column("Code"),
            Column("Payee"),
            Column("For"),
            Column("Trace"),
            Column("Account"),
            Column("Amount", "money"),
        ],
        rows=[_row(each, names.get(each.payee, each.payee)) for each in payments],
        totals=[row("Total", BLANK, BLANK, BLANK, BLANK, warrant.total)],
    )


def _row(each: Payment, name: str) -> Row:
    account = f"ending {each.bank_account.last_four}" if each.bank_account else Cell()
    return row(each.payee, name, paid_for(each), each.trace, account, each.amount)


class RegisterLetter(LetterDoor):
    """The register as a paper that is set once."""

    permission = "read-all"
    heading = "Register of a warrant"

    @cached_property
    def warrant(self) -> Warrant:
        """The warrant of the address."""
        return get_object_or_404(Warrant.objects.select_related("fund"), pk=self.kwargs["pk"])

    @property
    def key(self) -> str:
        """The key of the register."""
        return registers.key(self.warrant)

    @property
    def back(self) -> Link:
        """The warrant."""
        return Link(self.warrant.number, reverse("warrant", args=[self.warrant.pk]))

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Issue it."""
        self.made = registers.issue(self.warrant, on=self.today, by=by)
        return f"{self.made.number} is issued."
