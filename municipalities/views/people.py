"""The only home of signing in, of passwords, and of choosing the office a person acts in."""

from typing import Any

from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, PasswordChangeView, PasswordResetConfirmView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_POST

from municipalities import access, demo, second_factor, sessions, throttle
from municipalities.doors import Door
from municipalities.forms import ChangePasswordForm, NewPasswordForm, OfficeForm, SignInForm
from municipalities.models import User
from municipalities.page_parts import Link
from municipalities.tables import Cell, Column, Table, row


class SignIn(LoginView):
    """The sign-in page; in the demonstration it lists the offices there are."""

    template_name = "municipalities/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the demonstration's offices while it is on, and the issuers the settings name."""
        issuers = [
            Link(each["name"], reverse("openid_connect_login", args=[each["provider_id"]]))
            for each in settings.SINGLE_SIGN_ON
        ]
        offices = _offices() if settings.DEMONSTRATION else None
        return super().get_context_data(offices=offices, issuers=issuers, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Go on to the second factor, or in when none is needed."""
        login = Login(user=form.get_user(), redirect_url=self.get_success_url())
        self.request.session.cycle_key()
        answer: HttpResponse = perform_password_login(self.request, form.cleaned_data, login)
        return answer


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


@method_decorator(login_not_required, name="dispatch")
class FirstPassword(PasswordResetConfirmView):
    """Set the first password of a sign-in, from the link that was handed over."""

    template_name = "municipalities/first_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("sign_in")

    def form_valid(self, form: Any) -> HttpResponse:
        """Keep the password, end earlier sessions, and lead to the sign-in."""
        answer = super().form_valid(form)
        throttle.forget(form.user.username)
        messages.success(self.request, "The password is kept. Sign in with it.")
        return answer


class ChangePassword(PasswordChangeView):
    """Change one's own password: every other session ends."""

    template_name = "municipalities/change_password.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("mfa_index")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask for the factor again; the demonstration's one password is everybody's."""
        user = request.user
        if isinstance(user, User) and user.demonstration:
            raise PermissionDenied("The demonstration has one password for all of its offices.")
        second_factor.step_up(request)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Change it and go on in this session alone."""
        form.save()
        sessions.end_sessions(form.user)
        update_session_auth_hash(self.request, form.user)
        messages.success(self.request, "The password is changed. Every other session has ended.")
        return HttpResponseRedirect(str(self.success_url))


@require_POST
def stay(request: HttpRequest) -> HttpResponse:
    """Go on with the session, because the person says so; answer when it ends now."""
    sessions.note_use(request, every=0)
    if request.headers.get("Accept", "").startswith("application/json"):
        return JsonResponse({"left": sessions.left(request)})
    return HttpResponseRedirect(reverse("mfa_index"))


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
