"""The only home of the doors to refunds of paid vouchers."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds.refusal import Refusal
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from payments import refunds
from payments.models import Refund
from payments.queries import vouchers as queries
from payments.refund_forms import AskRefundForm, ConfirmRefundForm, RecordRefundForm
from payments.views.voucher_doors import VoucherDoor

OWED = (
    "The municipality owes it until the State’s deposit is on record. Until then neither the "
    "encumbrance nor the ceiling has it again."
)


class AskRefundDoor(VoucherDoor):
    """Ask that a part or all of a paid voucher come back."""

    permission = "prepare-voucher"
    form_class: type[forms.Form] = AskRefundForm
    heading = "Ask for a refund of voucher"
    lede = "The CFO confirms it; nobody confirms their own."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer all that stands."""
        return super().get_form_kwargs() | {"stands": queries.stands(self.voucher)}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record what is asked, under the form's token."""
        key = f"voucher/{self.voucher.pk}/refund/{answers['token']}"
        made = refunds.ask(
            self.voucher, answers["amount"], answers["reason"], key, on=self.today, by=by
        )
        return f"A refund of ${made.amount:,.2f} waits for the CFO."


class RefundDoor(Door):
    """A door of one refund."""

    heading = ""

    @cached_property
    def refund(self) -> Refund:
        """The refund of the address, if it may be seen."""
        return get_object_or_404(queries.visible_refunds(self.scope), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its refund."""
        return super().get_form_kwargs() | {"refund": self.refund}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, who asked and why, and the way back."""
        refund = self.refund
        voucher = refund.voucher
        return super().get_context_data(
            heading=f"{self.heading} voucher {voucher.number}",
            lede=OWED,
            about=[
                Term("Payee", f"{voucher.vendor}, invoice {voucher.invoice}"),
                Term("Asked", f"{refund.asked_on:%b %-d, %Y}, by {refund.asked_by}"),
                Term("Reason", refund.reason),
                Term("To come back", refund.amount, total=True, in_dollars=True),
            ],
            back=Link(voucher.number, self.get_success_url()),
            **kwargs,
        )

    def dropped(self, reason: str, by: Officer) -> str:
        """Drop it with the reason when that button was pressed; nothing otherwise."""
        if "drop" not in self.request.POST:
            return ""
        refunds.drop(self.refund, reason, on=self.today, by=by)
        return "The refund is dropped."

    def get_success_url(self) -> str:
        """Go back to the voucher."""
        return reverse("voucher", args=[self.refund.voucher_id])


class ConfirmRefundDoor(RefundDoor):
    """Confirm what another officer asked to come back."""

    permission = "approve-voucher"
    form_class: type[forms.Form] = ConfirmRefundForm
    heading = "Confirm the refund of"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Open what the municipality owes, or drop it."""
        if dropped := self.dropped(answers["reason"], by):
            return dropped
        made = refunds.confirm(self.refund, on=self.today, by=by)
        return f"${made.amount:,.2f} is owed until the deposit is on record."


class RecordRefundDoor(RefundDoor):
    """Record for the State that the money came back."""

    permission = "record-return"
    form_class: type[forms.Form] = RecordRefundForm
    heading = "Record the refund of"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Let the form know who sends a file."""
        return super().get_form_kwargs() | {"by": self.officer}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Give the encumbrance its money again, or drop what will not come."""
        if dropped := self.dropped(answers["reason"], by):
            return dropped
        deposit = answers["deposit"]
        if deposit is None:
            raise Refusal(f"{self.refund}: the paper that shows the deposit is needed.")
        made = refunds.record(self.refund, deposit, on=self.today, by=by)
        return f"The deposit of ${made.amount:,.2f} is on record; the encumbrance has it again."
