"""The only home of signing in through the State's own issuer: whom it vouches for is seated here.

An issuer that the settings name says who came. Only a sign-in that stands with the address which
the issuer verified is opened; nobody is made, and the second factor is asked for all the same.
"""

from typing import Any, NoReturn

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount
from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse

from municipalities.models import User

NOBODY = "The issuer vouches for nobody who has a sign-in here."


def _is_of_one(said: dict[str, Any]) -> bool:
    """Say whether token and userinfo are of one subject. OpenID Connect Core 1.0, 5.3.2."""
    token, info = said.get("id_token", {}), said.get("userinfo", {})
    return bool(token.get("sub")) and token["sub"] == info.get("sub")


def _is_tied(user: User) -> bool:
    return bool(SocialAccount.objects.filter(user=user).exists())


def _refuse(request: HttpRequest, words: str = NOBODY) -> NoReturn:
    messages.error(request, words)
    raise ImmediateHttpResponse(HttpResponseRedirect(reverse("sign_in")))


class Issuer(DefaultSocialAccountAdapter):
    """Opens the sign-in of the verified address, and makes none."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Refuse."""
        return False

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Tie the issuer's subject to the one sign-in with its verified address, the first time."""
        if not _is_of_one(sociallogin.account.extra_data):
            _refuse(request)
        if sociallogin.is_existing:
            return
        verified = [each.email for each in sociallogin.email_addresses if each.verified]
        found = list(User.objects.filter(email__iexact=verified[0])[:2]) if verified else []
        if len(found) != 1 or not found[0].is_active or _is_tied(found[0]):
            _refuse(request)
        sociallogin.connect(request, found[0])

    def on_authentication_error(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Say in the sign-in page that the issuer did not vouch."""
        _refuse(request, "The issuer did not sign you in.")

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Leave notices to the outbox."""
