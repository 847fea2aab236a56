"""The only home of the questions about a second factor: allauth's, laid out and counted by us."""

import time
from typing import Any

from allauth.account.forms import ReauthenticateForm as AllauthPasswordForm
from allauth.core import context
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa import app_settings
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from allauth.mfa.utils import decrypt
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms

from municipalities import throttle
from municipalities.layouts import one_column
from municipalities.models import User

WRONG = "The code is not right, was used before, or too many were wrong."
WRONG_KEY = "The key was not taken, or too many tries were wrong."


class Counted(forms.Form):
    """Counts what is wrong as a wrong password is counted, one try after another."""

    user: User
    checks: str
    wrong = WRONG

    def full_clean(self) -> None:
        """Check one try of a name at a time."""
        with throttle.one_at_a_time(self.user.username):
            super().full_clean()

    def _counted(self, check: Any) -> Any:
        request = context.request
        if throttle.is_locked(request, self.user.username):
            raise forms.ValidationError(self.wrong)
        try:
            return check()
        except forms.ValidationError:
            throttle.failed(request, self.user.username)
            raise forms.ValidationError(self.wrong) from None


class Code(Counted):
    """A code of the app, taken once for good, or one of the recovery codes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = "Code of your authenticator app, or a recovery code"
        self.fields["code"].widget.attrs = {"autocomplete": "one-time-code", "class": "short"}
        self.helper = one_column("code", act="Go on")

    def clean_code(self) -> str:
        """Refuse a code of a half minute whose code was taken before, in any process of ours."""
        return str(self._counted(self._check))

    def _check(self) -> str:
        code = str(super().clean_code())  # type: ignore[misc]
        factor = Authenticator.objects.select_for_update().get(pk=self.authenticator.pk)  # type: ignore[attr-defined]
        if factor.type == Authenticator.Type.TOTP:
            step = _half_minute(decrypt(factor.data["secret"]), code)
            if step <= factor.data.get("taken", 0):
                raise forms.ValidationError(WRONG)
            factor.data["taken"] = step
            factor.save(update_fields=["data"])
        return code


def _half_minute(secret: str, code: str) -> int:
    """Return the half minute that a code belongs to, 0 for none around now."""
    now = int(time.time()) // app_settings.TOTP_PERIOD
    around = range(now - app_settings.TOTP_TOLERANCE, now + app_settings.TOTP_TOLERANCE + 1)
    return max(
        (each for each in around
         if compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, each)))),
        default=0,
    )  # fmt: skip


class CodeForm(Code, AuthenticateForm):
    """A code at sign-in."""


class CodeAgainForm(Code, ReauthenticateForm):
    """A code before an act that asks for it again."""


class Key(Counted):
    """A security key."""

    wrong = WRONG_KEY

    def clean_credential(self) -> Any:
        """Check what the key signed."""
        return self._counted(super().clean_credential)  # type: ignore[misc]


class KeyForm(Key, AuthenticateWebAuthnForm):
    """A key at sign-in."""


class KeyAgainForm(Key, ReauthenticateWebAuthnForm):
    """A key before an act that asks for it again."""


class ActivateForm(ActivateTOTPForm):
    """The first code of a new authenticator app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = "The six digits that the app shows now"
        self.fields["code"].widget.attrs = {
            "autocomplete": "one-time-code",
            "inputmode": "numeric",
            "class": "short",
        }
        self.helper = one_column("code", act="Use this app")


class AddKeyForm(AddWebAuthnForm):
    """The name of a new security key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = "What you call this key"
        self.fields["name"].widget.attrs["maxlength"] = 60


class PasswordAgainForm(Counted, AllauthPasswordForm):
    """The password before an act, of whoever needs no second factor."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].widget.attrs = {"autocomplete": "current-password"}
        self.helper = one_column("password", act="Go on")

    def clean_password(self) -> Any:
        """Check the password."""
        return self._counted(super().clean_password)
