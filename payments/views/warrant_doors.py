"""The only home of the doors to warrants: certify, issue, send, and record a return."""

from collections.abc import Mapping
from datetime import date
from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds.refusal import Refusal
from funds.views.allocation_doors import FundDoor
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from payments import approvals, bank_files, banking_days, collecting, practice, returns, warrants
from payments.collecting import Collected
from payments.models import Payment, Warrant
from payments.views.warrants import left_out_table
from payments.warrant_forms import (
    ApproveForm,
    CertifyWarrantForm,
    IssueForm,
    ReturnForm,
    SendForm,
    TakeForm,
)


class CertifyWarrant(FundDoor):
    """Collect what a fund owes on a warrant."""

    permission = "certify-warrant"
    form_class = CertifyWarrantForm
    heading = "Certify a warrant"
    lede = "Everything released and approved that is not on a warrant, a payment for each."
    after = "What cannot be paid is left out and listed with its reason."
    made: Warrant

    template_name = "payments/warrant_certify.html"

    @cached_property
    def collected(self) -> Collected:
        """What a warrant of this moment pays and leaves out."""
        return collecting.collect(self.fund.pk, self.pays_on, self.today)

    @property
    def pays_on(self) -> date:
        """The next banking day, which the form offers."""
        return banking_days.on_or_after(self.today)

    @property
    def seen(self) -> str:
        """What the page shows, to be compared when it is sent."""
        return f"{len(self.collected.payable)} payments of ${self.collected.total:,.2f}"

    def get_initial(self) -> dict[str, Any]:
        """Offer the next banking day, and remember what was shown."""
        return {"pays_on": self.pays_on, "seen": self.seen}

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the amount on the button."""
        return super().get_form_kwargs() | {"to_pay": self.collected.total}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what is paid, to how many, and what is left out and why."""
        found = self.collected
        needed = practice.approvals_needed(found.total, self.today)
        return super().get_context_data(
            about_title="What is certified",
            about=[
                Term("Payments", str(len(found.payable))),
                Term("Payees", str(len({each.payee for each in found.payable}))),
                Term("Left out", str(len(found.left_out))),
                Term("Approvals needed", str(needed)),
                Term("To pay", found.total, total=True, in_dollars=True),
            ],
            left_out=left_out_table(found.left_out),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Certify, if it is still what the page showed."""
        if answers["seen"] and answers["pays_on"] == self.pays_on and answers["seen"] != self.seen:
            raise Refusal(
                f"Since you opened this page it became {self.seen}; you saw {answers['seen']}. "
                "Open it again and read what is left out."
            )
        self.made = warrants.certify(
            self.fund.code, pays_on=answers["pays_on"], on=self.today, by=by
        )
        return f"Warrant {self.made.number}: {self.made.payments_count} payments."

    def get_success_url(self) -> str:
        """Go to the warrant."""
        return reverse("warrant", args=[self.made.pk])


class ActOnWarrant(Door):
    """A door of one warrant."""

    heading = ""

    @cached_property
    def warrant(self) -> Warrant:
        """The warrant of the address."""
        return get_object_or_404(Warrant.objects.select_related("fund"), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its warrant."""
        return super().get_form_kwargs() | {"warrant": self.warrant}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            fund=self.warrant.fund,
            heading=f"{self.heading} warrant {self.warrant.number}",
            back=Link(self.warrant.number, self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the warrant."""
        return reverse("warrant", args=[self.warrant.pk])


class ApproveWarrant(ActOnWarrant):
    """A further certifier approves what is large."""

    permission = "certify-warrant"
    form_class: type[forms.Form] = ApproveForm
    heading = "Approve"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Approve."""
        approvals.approve(self.warrant, on=self.today, by=by)
        return f"Warrant {self.warrant.number} is approved."


class IssueWarrant(ActOnWarrant):
    """The Director of Budget and Accounting's office issues a warrant."""

    permission = "issue-warrant"
    form_class: type[forms.Form] = IssueForm
    heading = "Issue"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Issue."""
        warrants.issue(self.warrant, on=self.today, by=by)
        return f"Warrant {self.warrant.number} is issued."


class SendWarrant(ActOnWarrant):
    """A second Treasury officer sends it: the money leaves."""

    permission = "send-warrant"
    form_class: type[forms.Form] = SendForm
    heading = "Send"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Send."""
        warrants.send(self.warrant, on=self.today, by=by)
        return f"Warrant {self.warrant.number} is sent: ${self.warrant.total:,.2f} is paid."


class TakeBankFile(ActOnWarrant):
    """The file for the bank: made at the first taking, the same bytes at each later one."""

    permission = "send-warrant"
    form_class: type[forms.Form] = TakeForm
    heading = "Bank file of"
    lede = "Each payment with its note, read again by other code before it leaves."
    after = "Every taking is on record. A file made again is the same to the byte."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Take it."""
        bank_files.take(self.warrant, on=self.today, by=by)
        return f"The bank file of {self.warrant} was taken."

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Hand over the file itself; the page of the warrant says that it was taken."""
        answer = super().form_valid(form)
        if answer.status_code != HTTPStatus.FOUND:
            return answer
        name = f"{self.warrant.number}.ach"
        file = HttpResponse(bank_files.content_of(self.warrant), content_type="text/plain")
        file["Content-Disposition"] = f'attachment; filename="{name}"'
        return file


class ReturnDoor(Door):
    """Record that the bank sent a payment back."""

    permission = "record-return"
    form_class = ReturnForm

    @cached_property
    def payment(self) -> Payment:
        """The payment of the address."""
        return get_object_or_404(
            Payment.objects.select_related("warrant__fund"), pk=self.kwargs["pk"]
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the payment and the way back."""
        return super().get_context_data(
            fund=self.payment.warrant.fund,
            heading=f"Return of {self.payment.trace}",
            lede=f"${self.payment.amount:,.2f} to {self.payment.payee} came back from the bank.",
            back=Link(self.payment.warrant.number, self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the return; the obligation may be paid again."""
        returns.record(self.payment, answers["code"], on=self.today, by=by)
        return "The return is recorded. The payment waits to be paid again."

    def get_success_url(self) -> str:
        """Go back to the warrant."""
        return reverse("warrant", args=[self.payment.warrant_id])
