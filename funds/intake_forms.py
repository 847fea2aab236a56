"""The only home of the questions that files of figures ask."""

from datetime import date
from typing import Any

from django import forms
from django.urls import reverse

from municipalities.documents.fields import DocumentField
from municipalities.intake.checks import Check
from municipalities.layouts import abreast, in_panel, one_column
from municipalities.models import Document, Intake, Officer, Override
from municipalities.reading.layouts import Layout


class SendFileForm(forms.Form):
    """Which period the file is of, what it is called, who published it, and the file itself."""

    period = forms.ChoiceField(help_text="What the figures are of, not when they came.")
    received_on = forms.DateField(
        label="Received on", widget=forms.DateInput(attrs={"type": "date"})
    )
    title = forms.CharField(label="Title of the publication", max_length=160)
    publisher = forms.CharField(max_length=120)
    reference = forms.CharField(
        max_length=300, required=False, help_text="Edition, table or address, as it is cited."
    )

    def __init__(
        self, *args: Any, layout: Layout, periods: list[str], by: Officer, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        period = self.fields["period"]
        if isinstance(period, forms.ChoiceField):
            period.choices = [(each, each) for each in periods]
        period.label = "State fiscal year" if layout.period == "sfy" else "Year"
        kinds = [Document.Kind(each) for each in layout.files]
        self.fields["file"] = DocumentField(by=by, kinds=kinds, label="The file")
        self.helper = one_column(
            abreast("period", "received_on"),
            "title",
            "publisher",
            "reference",
            "file",
            act="Send the file",
        )


class ForwardForm(forms.Form):
    """That what was asked about was looked at; the button puts the figures forward."""

    looked = forms.BooleanField(
        error_messages={"required": "Look at what the reader asks about, and say so here."}
    )

    def __init__(self, *args: Any, intake: Intake, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        many = len(intake.look)
        if many:
            what = "the one thing" if many == 1 else f"the {many:,} things"
            self.fields["looked"].label = f"I looked at {what} to check; it is as the file says."
        else:
            del self.fields["looked"]
        to = reverse("intake_forward", args=[intake.pk])
        self.helper = in_panel(*self.fields, act="Put the figures forward", to=to)


class AcceptForm(forms.Form):
    """The statement under accepted figures."""

    statement = forms.BooleanField(
        label="I compared these figures with their source and with those in force; I accept them.",
        error_messages={"required": "Tick the statement to accept."},
    )

    def __init__(self, *args: Any, intake: Intake, many: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = f"Accept {many:,} figures" if many != 1 else "Accept the figure"
        to = reverse("intake_accept", args=[intake.pk])
        self.helper = in_panel("statement", act=act, to=to)


class ReasonForm(forms.Form):
    """Why a file is not accepted."""

    reason = forms.CharField(max_length=300, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("reason", act="Decline the file")


class OverrideForm(forms.Form):
    """Which checks shall not stop a file, and why."""

    groups = forms.MultipleChoiceField(
        label="Checks",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose the checks that shall not stop the file."},
    )
    reason = forms.CharField(
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What the source says about it. It stays beside the figures.",
    )

    def __init__(self, *args: Any, groups: dict[str, list[Check]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = self.fields["groups"]
        if isinstance(choices, forms.MultipleChoiceField):
            choices.choices = [(key, _what_stops(checks)) for key, checks in groups.items()]
        self.helper = one_column("groups", "reason", act="Ask for the override")


def _what_stops(checks: list[Check]) -> str:
    """Say what a group of checks says: the words of one, the municipalities of many."""
    first = checks[0]
    name = f"{first.what}, {first.series.replace('_', ' ')}"
    if len(checks) == 1:
        return f"{name}: {first.code} {first.words}".replace(":  ", ": ")
    codes = ", ".join(check.code for check in checks[:12])
    more = f" and {len(checks) - 12} more" if len(checks) > 12 else ""
    return f"{name}: {len(checks)} municipalities, {codes}{more}"


class ApproveOverrideForm(forms.Form):
    """The statement under an override."""

    statement = forms.BooleanField(
        label="I looked at the reason and at what it overrides, and approve it.",
        error_messages={"required": "Tick the statement to approve."},
    )

    def __init__(self, *args: Any, override: Override, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("statement", act=f"Approve: {len(override.checks)} checks")


def periods_of(layout: Layout, on: date) -> list[str]:
    """Return the periods that a file may be of, the likeliest first."""
    if layout.period == "year":
        return [str(year) for year in range(on.year, 1993, -1)]
    newest = on.year + 1 + (on.month > 6)
    return [f"SFY{year}" for year in range(newest, 1997, -1)]
