"""The only home of the questions about a zone's standing and its receiving trust account."""

from datetime import date
from typing import Any

from django import forms

from funds.zone_forms import day_field
from municipalities.layouts import one_column


class StandingForm(forms.Form):
    """From which day the standing changes, and why; the change is the one the page was read for."""

    good = forms.CharField(widget=forms.HiddenInput)
    from_on = day_field("From", "Today or a later day. What was credited before it stands.")
    reason = forms.CharField(
        max_length=200,
        help_text="It stands on the zone’s page: what the rules of the Authority ask, and how.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, good: bool, today: date, **kwargs: Any) -> None:
        word = "yes" if good else "no"
        kwargs["initial"] = {"from_on": today.isoformat(), "good": word}
        super().__init__(*args, **kwargs)
        self.word = word
        act = "Record good standing" if good else "Record that good standing ended"
        self.helper = one_column("good", "from_on", "reason", act=act)

    def clean_good(self) -> str:
        """Refuse a change that is not the one this page shows: somebody recorded one meanwhile."""
        if self.cleaned_data["good"] != self.word:
            raise forms.ValidationError(
                "The standing was changed since you opened this page: read its effect again."
            )
        return self.word


class TrustAccountForm(forms.Form):
    """One button: the receiving trust account is on record from today."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Record the trust account")
