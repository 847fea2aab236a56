"""The only home of the questions about who holds an office."""

from datetime import date
from typing import Any

from django import forms

from municipalities.layouts import abreast, group, one_column
from municipalities.models import Office, Person, User

DAY = forms.DateInput(attrs={"type": "date"})


class PersonForm(forms.Form):
    """Who it is, and how they will sign in."""

    person = forms.CharField(
        label="Who",
        max_length=120,
        help_text="As on their papers. Who holds another office stands under the same words.",
    )
    username = forms.CharField(
        label="Sign-in name",
        max_length=60,
        required=False,
        help_text="Needed of who has none yet. Small letters, digits and hyphens.",
    )
    email = forms.EmailField(label="Mail", required=False)
    from_on = forms.DateField(label="First day", widget=DAY)

    def clean_username(self) -> str:
        """Take a name in small letters."""
        return str(self.cleaned_data["username"]).strip().lower()

    def person_of(self) -> Person:
        """Return the person, who is new when nobody stands under these words."""
        return Person.objects.get_or_create(label=self.cleaned_data["person"].strip())[0]

    def clean(self) -> dict[str, Any]:
        """Ask for a sign-in name of who has no sign-in."""
        answers = super().clean() or {}
        person = (answers.get("person") or "").strip()
        known = User.objects.filter(person__label=person, is_active=True).exists()
        if person and not known and not answers.get("username"):
            self.add_error("username", f"{person} has no sign-in yet. A name for it is needed.")
        return answers


class HandOverForm(PersonForm):
    """Who is the next chief financial officer."""

    def __init__(self, *args: Any, office: Office, on: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_on"].initial = on
        self.helper = one_column(
            "person", abreast("username", "email"), "from_on", act=f"Hand over {office.name}"
        )


class SeatForm(PersonForm):
    """Whom an administrator proposes for an office."""

    until_on = forms.DateField(label="Last day", widget=DAY, required=False)
    acting = forms.BooleanField(label="This person acts for the holder", required=False)
    legal_basis = forms.CharField(
        label="Legal basis",
        max_length=200,
        required=False,
        help_text="Of an acting term: the resolution, order or statute and its day.",
    )

    def __init__(self, *args: Any, office: Office, on: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_on"].initial = on
        self.helper = one_column(
            "person",
            abreast("username", "email"),
            abreast("from_on", "until_on"),
            group("Acting", "acting", "legal_basis"),
            act=f"Propose for {office.name}",
        )


class EndForm(forms.Form):
    """The end of a term is today."""

    def __init__(self, *args: Any, act: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act=act)


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(label="Why", max_length=180)

    def __init__(self, *args: Any, act: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("reason", act=act)
