"""The only home of the doors to lost sign-ins."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from municipalities import renewals
from municipalities.models import Officer, Renewal, User
from municipalities.office_forms import EndForm, ReasonForm
from municipalities.views.office_doors import OfficeDoor


class RenewDoor(OfficeDoor):
    """Ask that a sign-in begins anew."""

    permission = "manage-offices"
    form_class: type[forms.Form] = ReasonForm
    lede = "A second administrator does it. Password and factors are then taken away."

    @cached_property
    def of(self) -> User:
        """The sign-in of the address."""
        return get_object_or_404(User.objects.filter(demonstration=False), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act on the button."""
        return super().get_form_kwargs() | {"act": "Ask for the renewal"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the sign-in."""
        return super().get_context_data(heading=f"Renew the sign-in {self.of}", **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Ask."""
        renewals.ask(self.of, answers["reason"], on=self.today, by=by)
        return f"A second administrator renews {self.of}."


class RenewalDoor(OfficeDoor):
    """Take password and factors away, as another administrator asked."""

    permission = "manage-offices"
    form_class: type[forms.Form] = EndForm

    @cached_property
    def renewal(self) -> Renewal:
        """The renewal of the address."""
        rows = Renewal.objects.select_related("user", "asked_by__office")
        return get_object_or_404(rows, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act on the button."""
        return super().get_form_kwargs() | {"act": "Take password and factors away"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say why."""
        lede = f"{self.renewal.asked_by.office} asked: {self.renewal.reason}"
        return super().get_context_data(
            heading=f"Renew the sign-in {self.renewal.user}", lede=lede, **kwargs
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Do it."""
        user = renewals.do(self.renewal, on=self.today, by=by)
        return f"{user} has no password and no factor. Hand over the link."

    def get_success_url(self) -> str:
        """Go to the link."""
        return reverse("invitation", args=[self.renewal.user_id])
