"""The only home of the questions that signing in and choosing an office ask."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.http import HttpRequest

from municipalities import throttle
from municipalities.layouts import one_column
from municipalities.models import Officer, User

WRONG = (
    "The sign-in name and the password do not belong together, or too many were wrong: after five "
    "the name rests for fifteen minutes."
)


class SignInForm(AuthenticationForm):
    """A sign-in name and a password; the answer to a wrong one says nothing about either."""

    error_messages = {"invalid_login": WRONG, "inactive": WRONG}

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.fields["username"].label = "Sign-in name"
        self.helper = one_column("username", "password", act="Sign in")

    def full_clean(self) -> None:
        """Check one try of a name at a time, so that none slips past the count of failures."""
        with throttle.one_at_a_time(self.data.get("username", "").casefold()):
            super().full_clean()

    def clean_username(self) -> str:
        """Take a name in whatever case it is typed."""
        return str(self.cleaned_data["username"]).strip().lower()


if TYPE_CHECKING:
    SetPassword = SetPasswordForm[User]
    ChangeOwn = PasswordChangeForm
else:
    SetPassword, ChangeOwn = SetPasswordForm, PasswordChangeForm


class NewPasswordForm(SetPassword):
    """A new password, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self)
        self.helper = one_column("new_password1", "new_password2", act="Keep this password")


class ChangePasswordForm(ChangeOwn):
    """The old password, and a new one twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self)
        self.fields["old_password"].label = "The password you have now"
        self.helper = one_column(
            "old_password", "new_password1", "new_password2", act="Change the password"
        )


def _reword(form: forms.BaseForm) -> None:
    first, again = form.fields["new_password1"], form.fields["new_password2"]
    first.label, again.label = "The new password", "The new password, once more"
    first.help_text = "Fifteen characters or more, and none that others use. A sentence does well."
    again.help_text = ""


class OfficeForm(forms.Form):
    """In which of their offices the person acts from now on."""

    officer = forms.TypedChoiceField(label="Office", coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, serving: list[Officer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["officer"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(each.pk, str(each)) for each in serving]
        self.helper = one_column("officer", act="Act in this office")
