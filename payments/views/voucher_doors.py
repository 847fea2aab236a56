"""The only home of the doors to an encumbrance and its vouchers."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import projects
from funds.models import Encumbrance
from funds.queries.projects import ZERO, by_year
from funds.zone_forms import ReleaseForm
from municipalities.doors import Door
from municipalities.drafts.drafted import Drafted
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from payments import vouchers
from payments.models import Voucher
from payments.queries import vouchers as queries
from payments.voucher_forms import ApproveForm, ClearForm, GiveBackForm, VoidForm, VoucherForm


class EncumbranceDoor(Door):
    """A door of one encumbrance."""

    heading = lede = after = ""

    @cached_property
    def encumbrance(self) -> Encumbrance:
        """The encumbrance of the address, if it may be seen."""
        found = queries.visible_encumbrances(self.scope)
        return get_object_or_404(found, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its encumbrance."""
        return super().get_form_kwargs() | {"encumbrance": self.encumbrance}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, say what is left, and the way back."""
        terms = [Term(f"Left of SFY{y.sfy}", y.left) for y in by_year(self.encumbrance)]
        terms.append(Term("Project", self.encumbrance.project.title))
        terms.append(Term("Spend by", f"{self.encumbrance.last_usable_on:%b %-d, %Y}"))
        return super().get_context_data(
            heading=f"{self.heading} {self.encumbrance.number}",
            lede=self.lede,
            after=self.after,
            about=terms,
            back=Link(self.encumbrance.number, reverse("encumbrance", args=[self.encumbrance.pk])),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the encumbrance."""
        return reverse("encumbrance", args=[self.encumbrance.pk])


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

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the voucher."""
        asked = ("number", "amount", "vendor", "invoice", "service_on", "category", "kind", "scan")
        self.made = vouchers.prepare(
            self.encumbrance, **{name: answers[name] for name in asked}, on=self.today, by=by
        )
        return f"Voucher {self.made.number} waits for the CFO."

    def get_success_url(self) -> str:
        """Go to the voucher."""
        return reverse("voucher", args=[self.made.pk])


class ReleaseDoor(EncumbranceDoor):
    """Release a part of the encumbrance to the zone."""

    permission = "encumber"
    form_class: type[forms.Form] = ReleaseForm
    heading = "Release a part of"
    lede = "What is no longer needed returns to the credit years it came from, newest first."
    after = "A year whose window is over goes to the UEZ Authority instead. 52:27H-88 h."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer all that is left."""
        left = sum((y.left for y in by_year(self.encumbrance)), ZERO)
        return super().get_form_kwargs() | {"left": left}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the release under the form's token."""
        key = f"encumbrance/{self.encumbrance.number}/release/{answers['token']}"
        posting = projects.release_encumbrance(
            self.encumbrance, answers["amount"], key, on=self.today, by=by
        )
        return f"Released ${posting.total:,.2f} by posting {posting.number}."


class GiveBackDoor(EncumbranceDoor):
    """Give back what the trust did not spend."""

    permission = "approve-voucher"
    form_class: type[forms.Form] = GiveBackForm
    heading = "Give back to"
    lede = "What the trust did not spend is encumbered again."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post it under the form's token."""
        key = f"encumbrance/{self.encumbrance.number}/give-back/{answers['token']}"
        posting = vouchers.give_back(self.encumbrance, answers["amount"], key, on=self.today, by=by)
        return f"Gave back ${posting.total:,.2f} by posting {posting.number}."


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
            f"voucher/{self.voucher.number}/void/{answers['token']}",
            on=self.today,
            by=by,
        )
        return f"Voided ${posting.total:,.2f} by posting {posting.number}."
