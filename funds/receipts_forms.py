"""The only home of the questions about the amount of energy tax receipts and its watch."""

from datetime import date
from typing import Any

from django import forms

from funds.forms import OnceForm
from funds.zone_forms import words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, one_column
from municipalities.models import Officer


def _day(label: str, hint: str, **kwargs: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"})
    return forms.DateField(label=label, help_text=hint, widget=widget, **kwargs)


class EnactmentForm(forms.Form):
    """When the year's appropriations act was enacted, and by which paper."""

    enacted_on = _day("Enacted on", "The day on which the act became law.")
    title = words_field("Act", "For example: P.L.2027, c.74, annual appropriations act.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("enacted_on", "title", act="Record the act")


class ShortForm(forms.Form):
    """The statement under what the act lacks."""

    statement = forms.BooleanField(
        label="I certify that the act does not appropriate the required amount.",
        error_messages={"required": "Tick the statement to certify."},
    )

    def __init__(self, *args: Any, act: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("statement", act=act)


class CorrectionsReportForm(forms.Form):
    """The statement under the report of the corrections."""

    statement = forms.BooleanField(
        label="These are the corrections, their amount and distribution.",
        error_messages={"required": "Tick the statement to issue the report."},
    )

    def __init__(self, *args: Any, act: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("statement", act=act)


class NoticeForm(forms.Form):
    """Where the notice to the taxpayers stands."""

    notice = words_field("Notice", "Its number or where it was published.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("notice", act="Record that they were notified")


class LevyReliefForm(OnceForm):
    """Which budget's levy it cut."""

    budget_year = forms.IntegerField(
        label="Budget year",
        min_value=2002,
        max_value=2100,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
        help_text="The local budget in which the aid is anticipated.",
    )
    adopted_on = _day("Adopted on", "When the governing body adopted that budget.")
    statement = forms.BooleanField(
        label="The whole amount did nothing but cut the levy for municipal purposes.",
        error_messages={"required": "Tick the statement to attest."},
    )

    def __init__(self, *args: Any, by: Officer, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.fields["document"] = DocumentField(
            by=by, required=False, label="Budget page", help_text="The page that shows the levy."
        )
        self.helper = one_column(
            "token", abreast("budget_year", "adopted_on"), "document", "statement", act="Attest"
        )

    def clean_adopted_on(self) -> date:
        """A budget to come is not attested."""
        day: date = self.cleaned_data["adopted_on"]
        if day > self.today:
            raise forms.ValidationError(
                f"{day:%B %-d, %Y} is still to come. Attest once the budget is adopted."
            )
        return day
