"""The only home of the second factor: who must have one, and when it is asked for again.

Everybody needs one but for whom SECOND_FACTOR_EXCEPT names. A session that has not shown one opens
nothing but the pages that set one up. Acts that move money or offices ask for it again when it was
shown longer than five minutes ago; whoever is excepted gives the password again instead.
"""

import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

from allauth.account.internal.flows.login import (
    get_authentication_records,
    record_authentication,
)
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes

from municipalities.models import User

FRESH = 5 * 60  # seconds that a factor shown counts for an act that asks for it
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
# What a session may open before it has shown a second factor: setting one up, and leaving.
SETTING_UP = {
    *("mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "mfa_view_recovery_codes"),
    *("account_reauthenticate", "account_logout", "sign_out", "session_stay"),
}


def is_excepted(user: User) -> bool:
    """Say whether the sign-in needs no second factor; the setting names whom."""
    if settings.SECOND_FACTOR_EXCEPT == "everybody":  # tests whose subject is another
        return True
    demonstration = settings.SECOND_FACTOR_EXCEPT == "demonstration" and settings.DEMONSTRATION
    return bool(demonstration and user.demonstration)


def has_one(user: User) -> bool:
    """Say whether the sign-in has an authenticator app or a security key."""
    return bool(Authenticator.objects.filter(user=user, type__in=FACTORS).exists())


def has_app(user: User) -> bool:
    """Say whether the sign-in has an authenticator app."""
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def shown_at(request: HttpRequest, user: User, *methods: str) -> int:
    """Return the second in which the session last showed one of the methods, 0 when never."""
    records = get_authentication_records(request, user)
    return int(max((each["at"] for each in records if each["method"] in methods), default=0))


def is_fresh(request: HttpRequest) -> bool:
    """Say whether an act that asks for the factor again may go on without.

    Who has no factor shows the password, or the issuer's word: so the first one is set up.
    """
    user = request.user
    if not isinstance(user, User):
        return False
    if settings.SECOND_FACTOR_EXCEPT == "everybody":
        return True
    methods = ("mfa",) if has_one(user) else ("mfa", "password", "socialaccount")
    return time.time() - shown_at(request, user, *methods) < FRESH


def step_up(request: HttpRequest) -> None:
    """Have the person show the factor again unless it is fresh; the request then goes on."""
    if not is_fresh(request):
        raise ReauthenticationRequired


class Required:
    """Opens nothing to a session without a second factor but the pages that set one up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Go on: what is required is looked at when the view is known."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Lead to the setting up of a factor; end a session that passed one by."""
        user = request.user if getattr(view, "login_required", True) else None
        if not isinstance(user, User) or is_excepted(user) or shown_at(request, user, "mfa"):
            return None
        if has_one(user):
            logout(request)
            return HttpResponseRedirect(reverse("sign_in"))
        match = request.resolver_match
        if match is not None and match.url_name in SETTING_UP:
            return None
        return HttpResponseRedirect(reverse("mfa_index"))


def note_first(sender: Any, request: HttpRequest, user: User, **more: Any) -> None:
    """Count the factor a person just set up as shown: they proved it in setting it up."""
    added = more["authenticator"]
    if added.type in FACTORS and not shown_at(request, user, "mfa"):
        record_authentication(request, user, "mfa", id=added.pk, type=added.type)


def connect() -> None:
    """Have a factor that is set up count in its session."""
    authenticator_added.connect(note_first, dispatch_uid="municipalities.second_factor")


class Factors(DefaultMFAAdapter):
    """How factors are kept: their secrets sealed, and never the last one given up."""

    def encrypt(self, text: str) -> str:
        """Seal a secret under the key of the settings."""
        return _seal().encrypt(force_bytes(text)).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        """Open a sealed secret; without its key the factor is nobody's."""
        try:
            return _seal().decrypt(force_bytes(encrypted_text)).decode("utf-8")
        except InvalidToken:
            raise PermissionDenied(
                "This factor can't be opened; an administrator renews it."
            ) from None

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Refuse to give up the last factor of a sign-in that needs one."""
        others = Authenticator.objects.filter(user=authenticator.user, type__in=FACTORS)
        return is_excepted(authenticator.user) or others.exclude(pk=authenticator.pk).exists()


def _seal() -> MultiFernet:
    """Return the seal of the current key, which opens what earlier keys sealed as well."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    keys = (
        salted_hmac("municipalities.factor", "seal", secret=each, algorithm="sha256")
        for each in secrets
    )
    return MultiFernet([Fernet(urlsafe_b64encode(key.digest())) for key in keys])
