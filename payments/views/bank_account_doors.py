"""The only home of the doors to bank accounts: enter, confirm, call back, read the number."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import cached_property

from funds.zone_forms import moment
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from payments import bank_accounts, practice
from payments.bank_account_forms import (
    CallForm,
    ConfirmAccountForm,
    EnterAccountForm,
    RevealForm,
)
from payments.bank_accounts import Call
from payments.models import BankAccount
from payments.queries import bank_accounts as queries
from payments.views.bank_accounts import to_list


class EnterAccount(Door):
    """Enter where a payee is paid; the account before it closes."""

    permission = "enter-bank-account"
    form_class = EnterAccountForm
    asks = ("payee", "purpose")
    made: BankAccount

    @property
    def payee(self) -> str:
        """A municipality's officer enters its own account."""
        return self.officer.office.municipality_id or ""

    def get_form_kwargs(self) -> dict[str, Any]:
        """Ask who is paid only where it isn't the office's own place."""
        return super().get_form_kwargs() | {"payee": self.payee}

    def get_initial(self) -> dict[str, Any]:
        """Begin with what the address says."""
        asked = self.request.GET
        return {"payee": asked.get("payee", ""), "purpose": asked.get("purpose", "general")}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what follows."""
        days = practice.hold_days(self.today)
        return super().get_context_data(
            heading="Enter a bank account",
            lede="Where the State pays. An account on record for the same purpose closes at once.",
            after=f"A second officer confirms it, the Department calls back, and {days} days later "
            "it is paid to. Those known before are told.",
            back=to_list(),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Enter it."""
        self.made = bank_accounts.enter(
            answers.get("payee") or self.payee,
            answers["purpose"],
            answers["bank"],
            answers["routing"],
            answers["number"],
            on=self.today,
            by=by,
            savings=answers["savings"],
        )
        return "The account is entered. A second officer confirms it next."

    def get_success_url(self) -> str:
        """Go to the account."""
        return reverse("bank_account", args=[self.made.pk])


class OnAccount(Door):
    """A door of one account."""

    heading = ""

    @cached_property
    def account(self) -> BankAccount:
        """The account of the address, if it may be seen."""
        return get_object_or_404(
            queries.visible(self.scope, self.officer.office), pk=self.kwargs["pk"]
        )

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its account."""
        return super().get_form_kwargs() | {"account": self.account}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            heading=self.heading,
            lede=str(self.account),
            about=[
                Term("Bank", self.account.bank),
                Term("Routing number", self.account.routing),
                Term("Account number", f"•••• {self.account.last_four}"),
            ],
            back=Link(str(self.account), self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the account."""
        return reverse("bank_account", args=[self.account.pk])


class ConfirmAccount(OnAccount):
    """A second officer of the payee confirms it."""

    permission = "confirm-bank-account"
    form_class: type[forms.Form] = ConfirmAccountForm
    heading = "Confirm a bank account"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Confirm it."""
        bank_accounts.confirm(self.account, on=self.today, by=by)
        return "The account is confirmed. The Department calls back next."


class CallAccount(OnAccount):
    """The Department records its call-back."""

    permission = "verify-bank-account"
    form_class: type[forms.Form] = CallForm
    heading = "Record a call-back"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it; the days of hold begin."""
        call = Call(
            answers["called"],
            answers["number"],
            answers["on_record_in"],
            moment(answers["day"], answers["at"]),
        )
        made = bank_accounts.verify(self.account, call, on=self.today, by=by)
        return f"The call-back is on record. It is paid to from {made.usable_on:%B %-d, %Y}."


class RevealAccount(OnAccount):
    """Show the whole number once; who read it and why stays on the account's page."""

    permission = "reveal-bank-account"
    form_class: type[forms.Form] = RevealForm
    heading = "Read an account number"
    number = ""

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Leave on record who reads it."""
        self.number = bank_accounts.reveal(self.account, answers["reason"], on=self.today, by=by)
        return "That the number was read is on record."

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Answer with the number itself; no address holds it and nothing keeps it."""
        answer = super().form_valid(form)
        if answer.status_code != HTTPStatus.FOUND or not self.number:
            return answer
        shown = self.get_context_data(form=form, number=self.number, account=self.account)
        return render(self.request, "payments/bank_account_number.html", shown)
