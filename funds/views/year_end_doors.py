"""The only home of the doors to the year's end: rehearse and certify."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db.models import Sum
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import year_end
from funds.forms import CertifyCloseForm, RehearseForm
from funds.models import Closing, LedgerHead
from funds.views.allocation_doors import FundDoor
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link


class RehearseDoor(FundDoor):
    """Rehearse the next year of a fund; nothing moves."""

    permission = "prepare-close"
    form_class = RehearseForm
    heading = "Rehearse the year end"
    lede = "What would become of every balance. Nothing moves, and it may be done again."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Write the rehearsal."""
        head = LedgerHead.objects.get(fund=self.fund)
        self.sfy = head.sealed_through + 1
        closing = year_end.rehearse(self.fund.code, self.sfy, on=self.today, by=by)
        return f"SFY{self.sfy} is rehearsed: {closing.dispositions.count()} balances."

    def get_success_url(self) -> str:
        """Go to the rehearsal."""
        return reverse("year_end", args=[self.fund.code, self.sfy])


class CertifyCloseDoor(Door):
    """Sign the close; the workers post it."""

    permission = "certify-close"
    form_class = CertifyCloseForm

    @cached_property
    def closing(self) -> Closing:
        """The closing of the address."""
        return get_object_or_404(Closing, fund=self.kwargs["fund"], sfy=self.kwargs["sfy"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form what its button names."""
        lapsed = self.closing.dispositions.filter(what="lapsed").aggregate(t=Sum("amount"))["t"]
        return super().get_form_kwargs() | {
            "closing": self.closing,
            "lapses": lapsed or Decimal(0),
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            fund=self.closing.fund,
            heading=f"Sign the close of SFY{self.closing.sfy}",
            back=Link("The rehearsal", self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Certify; the close is offered to the workers."""
        year_end.certify(self.closing, on=self.today, by=by)
        return f"SFY{self.closing.sfy} is signed. The workers post it step by step."

    def get_success_url(self) -> str:
        """Go back to the closing."""
        return reverse("year_end", args=[self.closing.fund_id, self.closing.sfy])
