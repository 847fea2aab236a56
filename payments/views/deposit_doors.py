"""The only home of the doors to deposits: confirm, ask, answer, and the remittance advice."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds.views.letters import LetterDoor
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from payments import deposit_answers, remittances
from payments.deposit_forms import AnswerForm, AskForm, ConfirmDepositForm
from payments.models import DepositAnswer, Payment
from payments.queries import deposits as queries


class OnDeposit(Door):
    """A door of one deposit."""

    permission = "confirm-deposit"
    heading = ""

    @cached_property
    def payment(self) -> Payment:
        """The deposit of the address, if it may be seen."""
        found = queries.visible(self.scope, self.officer.office)
        return get_object_or_404(found, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, the deposit and the way back."""
        return super().get_context_data(
            heading=self.heading,
            lede=f"{self.payment.warrant.fund}, {queries.what(self.payment)}",
            about=[
                Term("Deposited", self.payment.amount, in_dollars=True),
                Term("On", f"{self.payment.warrant.pays_on:%b %-d, %Y}"),
            ],
            back=Link("The deposit", self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the deposit."""
        return reverse("deposit_seen", args=[self.payment.pk])


class ConfirmDeposit(OnDeposit):
    """The payee confirms that a deposit arrived."""

    form_class: type[forms.Form] = ConfirmDepositForm
    heading = "Confirm a deposit"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the amount on the button."""
        return super().get_form_kwargs() | {"payment": self.payment}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Confirm it."""
        deposit_answers.confirm(self.payment, on=self.today, by=by)
        return f"${self.payment.amount:,.2f} is confirmed."


class AskAboutDeposit(OnDeposit):
    """The payee asks the Treasury about a deposit."""

    form_class: type[forms.Form] = AskForm
    heading = "Ask about a deposit"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Ask."""
        deposit_answers.ask(self.payment, answers["words"], on=self.today, by=by)
        return "The Treasury has your question. You are told when it is answered."


class AnswerDeposit(Door):
    """The Treasury answers a payee's question."""

    permission = "answer-deposit"
    form_class: type[forms.Form] = AnswerForm

    @cached_property
    def query(self) -> DepositAnswer:
        """The question of the address."""
        found = DepositAnswer.objects.filter(kind=DepositAnswer.Kind.QUERY)
        return get_object_or_404(found.select_related("payment__warrant"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what was asked."""
        return super().get_context_data(
            heading=f"Answer {self.query.payee}",
            lede=self.query.words,
            about=[
                Term("Deposited", self.query.payment.amount, in_dollars=True),
                Term("Warrant", self.query.payment.warrant.number),
            ],
            back=Link("The deposit", self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Answer."""
        deposit_answers.answer(self.query, answers["words"], on=self.today, by=by)
        return "The answer is sent."

    def get_success_url(self) -> str:
        """Go to the deposit."""
        return reverse("deposit_seen", args=[self.query.payment_id])


class RemittanceLetter(LetterDoor):
    """The remittance advice of a deposit, as a paper that is set once."""

    heading = "Remittance advice"

    @cached_property
    def payment(self) -> Payment:
        """The deposit of the address, if it may be seen."""
        found = queries.visible(self.scope, self.officer.office)
        return get_object_or_404(found, pk=self.kwargs["pk"])

    @property
    def key(self) -> str:
        """The key of the advice."""
        return remittances.key(self.payment)

    @property
    def back(self) -> Link:
        """The deposit."""
        return Link("The deposit", reverse("deposit_seen", args=[self.payment.pk]))

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Issue it."""
        self.made = remittances.issue(self.payment, on=self.today, by=by)
        return f"{self.made.number} is issued."
