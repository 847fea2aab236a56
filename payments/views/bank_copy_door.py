"""The only home of the door by which the bank's own copy of a file is compared."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link
from payments.models import Warrant
from payments.reconciling import copies
from payments.return_forms import BankCopyForm


class LoadBankCopy(Door):
    """Load the bank's copy of a sent warrant's file: it is compared, and nothing is posted."""

    permission = "reconcile"
    form_class: type[forms.Form] = BankCopyForm

    @cached_property
    def warrant(self) -> Warrant:
        """The warrant of the address, if it was sent."""
        return get_object_or_404(Warrant.objects.exclude(posting=None), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Say who sends the file."""
        return super().get_form_kwargs() | {"by": self.officer}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act."""
        return super().get_context_data(
            heading=f"The bank’s copy of warrant {self.warrant.number}",
            lede="Each line is compared with the payment it is of: amount, account, day, fund.",
            after="The file itself isn’t kept: it holds account numbers. Its SHA-256 and every "
            "difference are, and each morning’s reconciliation names them.",
            back=Link(f"Warrant {self.warrant.number} four ways", self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Compare it."""
        name, content = answers["file"]
        made = copies.load(self.warrant, content, name, on=self.today, by=by)
        many = len(made.differences)
        if not many:
            return "The bank’s copy is the file that was sent."
        return f"The bank’s copy differs in {many} place{'' if many == 1 else 's'}: see below."

    def get_success_url(self) -> str:
        """Go to the four ways."""
        return reverse("tie", args=[self.warrant.pk])
