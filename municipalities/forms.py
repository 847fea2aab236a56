"""The only home of the questions that signing in and choosing an office ask."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest

from municipalities.layouts import one_column
from municipalities.models import Officer


class SignInForm(AuthenticationForm):
    """A sign-in name and a password; the answer to a wrong one says nothing about either."""

    error_messages = {
        "invalid_login": "The sign-in name and the password do not belong together.",
        "inactive": "The sign-in name and the password do not belong together.",
    }

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.fields["username"].label = "Sign-in name"
        self.helper = one_column("username", "password", act="Sign in")


class OfficeForm(forms.Form):
    """In which of their offices the person acts from now on."""

    officer = forms.TypedChoiceField(label="Office", coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, serving: list[Officer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["officer"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(each.pk, str(each)) for each in serving]
        self.helper = one_column("officer", act="Act in this office")
