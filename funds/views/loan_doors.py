"""The only home of the doors to a loan: repaid, in default, written off by two."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import loans
from funds.models import Loan
from funds.refusal import Refusal
from funds.second_generation_forms import DecideWriteOffForm, RepayForm, WhyForm
from funds.views.second_generation import CITE, visible_loans
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term


class LoanDoor(Door):
    """A door of one loan: found in the scope, named, with the way back."""

    permission = "second-generation"
    form_class: type[forms.Form] = WhyForm
    heading = after = button = ""

    @cached_property
    def loan(self) -> Loan:
        """The loan of the address, if it may be seen."""
        return get_object_or_404(visible_loans(self.scope), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act on the button."""
        return super().get_form_kwargs() | {"act": self.button}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        left = loans.outstanding(self.loan)
        return super().get_context_data(
            heading=f"{self.heading} {self.loan}",
            lede=self.loan.borrower,
            after=self.after,
            about=[Term("Outstanding principal", left, total=True, in_dollars=True)],
            about_title="The loan",
            back=Link(f"Loan {self.loan}", self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the loan."""
        return reverse("loan", args=[self.loan.pk])


class RepayDoor(LoanDoor):
    """Receive a repayment."""

    form_class = RepayForm
    heading = "Repayment of"
    after = f"It lands in the second-generation account alone. {CITE}"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer today."""
        kwargs = super().get_form_kwargs()
        kwargs.pop("act")
        return kwargs | {"today": self.today}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post it on the day on which it came."""
        key = f"loan/{self.loan.pk}/repayment/{answers['token']}"
        made = loans.repay(
            self.loan,
            answers["amount"],
            key,
            interest=answers["interest"],
            on=answers["received_on"],
            by=by,
        )
        return f"Received ${made.posting.total:,.2f} of loan {self.loan}."


class DefaultDoor(LoanDoor):
    """Record that the borrower does not pay."""

    heading, button = "Default of", "Record the default"
    after = "What is owed stays owed until two persons write it off."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        loans.declare_default(self.loan, answers["reason"], on=self.today, by=by)
        return f"Loan {self.loan} is in default."


class AskWriteOffDoor(LoanDoor):
    """Ask that a loan in default be written off."""

    heading, button = "Write-off of", "Ask a second person"
    after = "Another person than you and who recorded the loan decides."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Ask."""
        loans.ask_write_off(self.loan, answers["reason"], on=self.today, by=by)
        return f"The write-off of {self.loan} waits for a second person."


class WriteOffDoor(LoanDoor):
    """Write a loan off, or leave it as it is, as the second person."""

    form_class = DecideWriteOffForm
    heading = "Write-off of"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the amount on the button."""
        kwargs = super().get_form_kwargs()
        kwargs.pop("act")
        return kwargs | {"loan": self.loan, "left": loans.outstanding(self.loan)}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Decide."""
        asked = self.loan.write_offs.filter(decided_by=None).last() or self.loan.write_offs.last()
        if asked is None:
            raise Refusal(f"{self.loan}: no write-off is asked for.", CITE)
        if "refuse" in self.request.POST:
            loans.refuse_write_off(asked, answers["reason"], on=self.today, by=by)
            return f"Loan {self.loan} stays as it is."
        left = loans.outstanding(self.loan)
        loans.write_off(asked, on=self.today, by=by)
        return f"${left:,.2f} of loan {self.loan} is written off."
