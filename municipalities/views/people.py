"""The only home of signing in, and of choosing the office a person acts in."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import LoginView
from django.http import HttpResponse, HttpResponseRedirect

from municipalities import access, demo
from municipalities.doors import Door
from municipalities.forms import OfficeForm, SignInForm
from municipalities.tables import Cell, Column, Table, row


class SignIn(LoginView):
    """The sign-in page; in the demonstration it lists the offices there are."""

    template_name = "municipalities/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the demonstration's offices while it is on."""
        return super().get_context_data(
            offices=_offices() if settings.DEMONSTRATION else None, **kwargs
        )


def _offices() -> list[Table]:
    """List the demonstration's offices: the State's first, then places, then second persons."""
    every = demo.seats()
    first = [seat for seat in every if not seat.name.startswith("Second ")]
    state = [seat for seat in first if not (seat.municipality or seat.zone or seat.county)]
    groups = {
        "The State": state,
        "Municipalities, zones and counties": [seat for seat in first if seat not in state],
        "A second person in the same office": [seat for seat in every if seat not in first],
    }
    return [
        Table(
            caption=label,
            columns=[Column("Office"), Column("Sign-in name")],
            rows=[row(Cell(seat.name), seat.username) for seat in seats],
            on_phone="plain",
            caption_unseen=True,
        )
        for label, seats in groups.items()
    ]


class ChooseOffice(Door):
    """Choose in which of their offices the person acts."""

    form_class: type[forms.Form] = OfficeForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the offices the person holds today."""
        serving = access.officers_of(self.request.user, self.today)
        return super().get_form_kwargs() | {
            "serving": serving,
            "initial": {"officer": self.officer.pk},
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act."""
        return super().get_context_data(
            heading="Choose your office",
            lede="What you may see and do follows from the office you act in.",
            **kwargs,
        )

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Keep the choice in the session."""
        serving = access.officers_of(self.request.user, self.today)
        chosen = next(each for each in serving if each.pk == form.cleaned_data["officer"])
        access.choose(self.request, chosen)
        messages.success(self.request, f"You act as {chosen}.")
        return HttpResponseRedirect("/")
