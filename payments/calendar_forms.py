"""The only home of the questions about the calendar: a day that is closed, and one that is not."""

from typing import Any

from django import forms

from municipalities.layouts import abreast, in_panel, one_column
from municipalities.models import Holiday


class HolidayForm(forms.Form):
    """Which day is closed, for whom, and by which act or notice."""

    whose = forms.ChoiceField(label="Who is closed", choices=Holiday.Whose.choices)
    falls_on = forms.DateField(label="Day", widget=forms.DateInput(attrs={"type": "date"}))
    name = forms.CharField(max_length=80, label="Name", help_text="Such as Day of mourning.")
    authority = forms.CharField(
        max_length=200, help_text="The act, order or notice, with its number and date."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(
            abreast("whose", "falls_on"), "name", "authority", act="Enter the holiday"
        )


class StrikeForm(forms.Form):
    """Why a holiday is a working day again."""

    because = forms.CharField(
        max_length=200,
        label="Why it is a working day",
        help_text="The notice, with its number and date.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("because", act="Strike the holiday")


class FeedForm(forms.Form):
    """Nothing to fill in: the button alone makes an address, or closes it."""

    def __init__(self, *args: Any, act: str, to: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(act=act, to=to)
