"""The only home of the doors to vouchers."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds.models import Category
from funds.queries.ceilings import ceilings
from municipalities.doors import Door
from municipalities.drafts.drafted import Drafted
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from payments import vouchers
from payments.models import Voucher
from payments.queries import vouchers as queries
from payments.views.encumbrance_doors import EncumbranceDoor
from payments.voucher_forms import ApproveForm, ClearForm, SendBackForm, VoidForm, VoucherForm


class PrepareDoor(Drafted, EncumbranceDoor):
    """Prepare a voucher against the encumbrance."""

    permission = "prepare-voucher"
    draft = "voucher"
    form_class: type[forms.Form] = VoucherForm
    heading = "Prepare a voucher,"
    lede = "The CFO approves it; nobody approves their own."
    after = "One that looks like another invoice is held until a second person says why it is not."
    made: Voucher

    def get_form_kwargs(self) -> dict[str, Any]:
        """Let the form know who sends a file."""
        return super().get_form_kwargs() | {"by": self.officer}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what the ceilings leave, before anything is sent."""
        of = self.encumbrance
        capped = of.category if of.category != Category.GENERAL else ""
        years = queries.years_with_money(of)
        gauges = ceilings(of.zone, self.today, of.municipality_id, capped, years)
        return super().get_context_data(headroom=gauges, **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the voucher."""
        asked = ("number", "amount", "vendor", "invoice", "service_on", "category", "kind", "scan")
        self.made = vouchers.prepare(
            self.encumbrance, **{name: answers[name] for name in asked}, on=self.today, by=by
        )
        if self.made.held:
            return f"Voucher {self.made.number} is held: it looks like {self.made.duplicate_of}."
        return f"Voucher {self.made.number} waits for the CFO."

    def get_success_url(self) -> str:
        """Go to the voucher."""
        return reverse("voucher", args=[self.made.pk])


class VoucherDoor(Door):
    """A door of one voucher."""

    permission = "approve-voucher"
    heading = lede = ""

    @cached_property
    def voucher(self) -> Voucher:
        """The voucher of the address, if it may be seen."""
        return get_object_or_404(queries.visible(self.scope), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its voucher."""
        return super().get_form_kwargs() | {"voucher": self.voucher}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, the invoice and the way back."""
        voucher = self.voucher
        return super().get_context_data(
            heading=f"{self.heading} {voucher.number}",
            lede=self.lede,
            about=[
                Term("Vendor", voucher.vendor),
                Term("Invoice", voucher.invoice),
                Term("Amount", voucher.amount, total=True, in_dollars=True),
            ],
            back=Link(voucher.number, self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the voucher."""
        return reverse("voucher", args=[self.voucher.pk])


class ApproveDoor(VoucherDoor):
    """Approve a voucher that another person prepared."""

    form_class: type[forms.Form] = ApproveForm
    heading = "Approve voucher"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the approval."""
        made = vouchers.approve(self.voucher, on=self.today, by=by)
        return f"Approved ${made.amount:,.2f}, voucher {made.number}."


class ClearDoor(VoucherDoor):
    """Let a held voucher go on."""

    form_class: type[forms.Form] = ClearForm
    heading = "Let go on: voucher"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record why it is no duplicate."""
        vouchers.clear_duplicate(self.voucher, answers["reason"], on=self.today, by=by)
        return f"Voucher {self.voucher.number} may be approved."


class VoidDoor(VoucherDoor):
    """Take back a part or all of an approved voucher."""

    form_class: type[forms.Form] = VoidForm
    heading = "Void voucher"
    lede = "What is taken off returns to its encumbrance, in the year it came from."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer all that stands."""
        return super().get_form_kwargs() | {"stands": queries.stands(self.voucher)}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the void under the form's token."""
        posting = vouchers.void(
            self.voucher,
            answers["amount"],
            answers["reason"],
            f"voucher/{self.voucher.pk}/void/{answers['token']}",
            on=self.today,
            by=by,
        )
        return f"Voided ${posting.total:,.2f} by posting {posting.number}."


class SendBackDoor(VoucherDoor):
    """Send back a voucher that is not approved, or take back one's own."""

    permission = "prepare-voucher"
    form_class: type[forms.Form] = SendBackForm
    heading = "Send back voucher"
    lede = "It stays on record and binds nothing. Its invoice may be entered anew."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record why it goes back."""
        vouchers.send_back(self.voucher, answers["reason"], on=self.today, by=by)
        return f"Voucher {self.voucher.number} was sent back."
