"""The only home of what allauth may do for us: sign in whom we seated, and nobody else."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from municipalities import second_factor
from municipalities.models import User
from municipalities.sign_in import may_sign_in


class Accounts(DefaultAccountAdapter):
    """Offices are seated: nobody signs up, and a closed sign-in says as little as a wrong one."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Stop a sign-in that is closed, whatever way it comes."""
        if not may_sign_in(user):
            return self.respond_user_inactive(request, user)
        found: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return found

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Lead back to the sign-in, which says nothing of why."""
        request.session.flush()
        return HttpResponseRedirect(reverse("sign_in"))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Offer the second factor to who has one, and the password to whoever has none.

        Who has keys and no app is asked for a key first: recovery codes are for when it is lost.
        """
        every: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        factors = [each for each in every if each["id"].startswith("mfa_")]
        if not factors or not second_factor.has_one(user):
            return every
        return factors if second_factor.has_app(user) else factors[::-1]

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Ask again by the one rule of ours."""
        return not second_factor.is_fresh(self.request)

    def is_safe_url(self, url: str | None) -> bool:
        """Lead to our own pages alone."""
        secure = self.request is not None and self.request.is_secure()
        return url_has_allowed_host_and_scheme(url, allowed_hosts=None, require_https=secure)

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Leave notices to the outbox, which knows an office's address."""
