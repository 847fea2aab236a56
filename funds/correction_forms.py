"""The only home of the questions about correcting a State error."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms

from funds.forms import MoneyField
from funds.rules.money import ZERO
from funds.zone_forms import number_field, words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import in_panel, one_column, second
from municipalities.models import EnterpriseZone, Officer


class OpenCaseForm(forms.Form):
    """Which error it is, and the paper that shows the right amounts."""

    number = number_field("Case number", "It stands in every posting of the correction.")
    reason = words_field("What was wrong", "What was credited in error, and who found it.")

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, label="The right amounts and their inputs")
        self.helper = one_column("number", "reason", "paper", act="Open the case")


class PickZoneForm(forms.Form):
    """Whose years are written next."""

    zone = forms.ModelChoiceField(EnterpriseZone.objects.all(), empty_label="Choose a zone")


class LinesForm(forms.Form):
    """What should have been credited to one zone, year by year; silence leaves a year as it is."""

    def __init__(
        self,
        *args: Any,
        credited: Mapping[int, Decimal],
        written: Mapping[int, Decimal],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.years = sorted(credited, reverse=True)
        for sfy in self.years:
            field = MoneyField(
                label=f"SFY{sfy} should have been ($)",
                required=False,
                help_text=f"${credited[sfy]:,.2f} was credited.",
            )
            field.min_value = None
            field.validators = [v for v in field.validators if getattr(v, "limit_value", 0) >= 1]
            field.initial = f"{written[sfy]:,.2f}" if sfy in written else ""
            self.fields[f"sfy_{sfy}"] = field
        names = [f"sfy_{sfy}" for sfy in self.years]
        self.helper = one_column(*names, act="Write these years into the case")

    def clean(self) -> dict[str, Any]:
        """Refuse an empty answer, and an amount below zero."""
        answers: dict[str, Any] = super().clean() or {}
        for name in [f"sfy_{sfy}" for sfy in self.years]:
            if (answers.get(name) or ZERO) < 0:
                self.add_error(name, "What should have been is not below zero.")
        if not self.errors and not self.amounts():
            raise forms.ValidationError("Write at least one year’s amount.")
        return answers

    def amounts(self) -> dict[int, Decimal]:
        """The amounts written, by credit year."""
        written = {sfy: self.cleaned_data.get(f"sfy_{sfy}") for sfy in self.years}
        return {sfy: amount for sfy, amount in written.items() if amount is not None}


class ApproveForm(forms.Form):
    """The second person's answer to a case; the button names what is taken."""

    reason = words_field("Reason", "Needed to send it back.", required=False)

    def __init__(self, *args: Any, act: str, to: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(
            "reason", act=act, to=to, beside=second("Send back with this reason", "back")
        )
