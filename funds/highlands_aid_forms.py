"""The only home of the questions after the Highlands chain: determinations, evidence, offsets."""

from typing import Any

from django import forms

from funds.forms import MoneyField
from funds.rules.money import ZERO
from funds.zone_forms import day_field, words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, one_column
from municipalities.models import ConformanceEvent, Document, Officer

PDF = [Document.Kind.PDF]


def _signed(label: str, hint: str) -> MoneyField:
    """Ask for dollars that may be below zero."""
    field = MoneyField(label=label, help_text=hint)
    field.min_value = None
    field.validators = [v for v in field.validators if getattr(v, "limit_value", 0) >= 1]
    return field


class JudgmentForm(forms.Form):
    """A final judgment that overturned or modified an earlier one."""

    decided_on = day_field("Day of the final judgment")
    amount = _signed("Adjustment ($)", "Below zero (-1,000.00) when too much was paid.")
    words = words_field("How the amount comes about", "Docket, parcel, values, rate.")

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, kinds=PDF, label="The judgment")
        self.helper = one_column(
            abreast("decided_on", "amount"), "words", "paper", act="Record the judgment"
        )


class WatershedForm(forms.Form):
    """Watershed moratorium offset aid that is duplicative in a year."""

    sfy = forms.IntegerField(
        label="State fiscal year", min_value=2005, max_value=2100,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip
    amount = MoneyField(label="Deducted ($)")
    decided_on = day_field("Day of the determination")
    consulted = forms.CharField(
        max_length=200, label="Consultation of the Director of DLGS", help_text="Whom, and when."
    )
    words = words_field("Why it is duplicative")

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, kinds=PDF, label="The determination")
        self.helper = one_column(
            abreast("sfy", "amount"), abreast("decided_on"), "consulted", "words", "paper",
            act="Record the determination",
        )  # fmt: skip


class ConformanceForm(forms.Form):
    """A dated event of conformance to the regional master plan."""

    kind = forms.ChoiceField(label="What happened", choices=ConformanceEvent.Kind.choices)
    effective_on = day_field("In effect from")
    source = forms.CharField(max_length=200, help_text="The resolution or ordinance.")
    scope = forms.CharField(
        max_length=60, required=False, help_text="Preservation area, whole municipality."
    )

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, kinds=PDF, label="The paper", required=False)
        self.helper = one_column(
            "kind", "effective_on", "source", "scope", "paper", act="Record the event"
        )


class AttestForm(forms.Form):
    """Where the budget anticipates the certified sum."""

    year = forms.IntegerField(
        label="Budget of the year", help_text="The year in which it is paid.",
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip
    amount = MoneyField(label="Anticipated as a direct offset ($)", least=ZERO)
    line = forms.CharField(
        max_length=200, label="Line of the budget, or its amendment or supplement"
    )

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, kinds=PDF, label="The page of the budget")
        self.helper = one_column(
            abreast("year", "amount"), "line", "paper", act="Attest the offset"
        )


class BudgetChangeForm(forms.Form):
    """What DLGS changed in a budget."""

    before = MoneyField(label="Offset before ($)", least=ZERO)
    after = MoneyField(label="Offset now ($)", least=ZERO)
    reason = words_field("Reason")

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, kinds=PDF, label="The changed page")
        self.helper = one_column(
            abreast("before", "after"), "reason", "paper", act="Record the change"
        )


class SendForm(forms.Form):
    """One button: a year's declines go to the Treasurer."""

    def __init__(self, *args: Any, act: str = "Send to the Treasurer", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act=act)


class AcceptFiguresForm(forms.Form):
    """The statement under figures of the chain."""

    statement = forms.BooleanField(
        label="I compared these figures with the paper they cite; I accept them.",
        error_messages={"required": "Tick the statement to accept."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("statement", act="Accept the figures")


class RehearseReadingForm(forms.Form):
    """Which year to rehearse under the other reading."""

    sfy = forms.IntegerField(
        label="State fiscal year", min_value=2005, max_value=2100,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("sfy", act="Rehearse the year")
