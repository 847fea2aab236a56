"""The only home of the questions about a year's payment dates and about a municipality's heir."""

import re
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms

from funds.models import Fund
from funds.zone_forms import words_field
from municipalities.layouts import abreast, one_column, second
from municipalities.models import FiscalYearBasis, Municipality
from payments.models import Stream

STREAMS = {
    "energy-receipts": (Stream.REGULAR, Stream.DIFFERENCE, Stream.COUNTY),
    "highlands": (Stream.HIGHLANDS,),
}
RESTS = "The act, ordinance or referendum it rests on."
LINE = re.compile(r"(\d{4}-\d{2}-\d{2})\s+(\d{1,3}(?:\.\d{1,4})?)\s*%?")


class ScheduleForm(forms.Form):
    """The dates of a year in the place of the statute's, with their authority."""

    sfy = forms.IntegerField(label="State fiscal year", min_value=1998, max_value=2100)
    stream = forms.ChoiceField(label="Of what")
    basis = forms.ChoiceField(
        required=False,
        label="For municipalities whose budget year is",
        choices=[("", "Any"), *FiscalYearBasis.Basis.choices],
    )
    days = forms.CharField(
        label="Dates and percents",
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="A line each, such as 2027-08-01 45. The percents make 100.",
    )
    authority = words_field("Authority", "The notice or act that sets these dates.")

    def __init__(self, *args: Any, fund: Fund, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["stream"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(s.value, s.label) for s in STREAMS.get(fund.code, ())]
        self.helper = one_column(
            abreast("sfy", "basis"), "stream", "days", "authority", act="Record the schedule",
            beside=second("Show the dates first", "show"),
        )  # fmt: skip

    def clean_days(self) -> list[tuple[date, Decimal]]:
        """Read each line, or say which can't be."""
        found = []
        for number, line in enumerate(self.cleaned_data["days"].splitlines(), 1):
            if not line.strip():
                continue
            told = LINE.fullmatch(line.strip())
            if told is None:
                raise forms.ValidationError(
                    f"Line {number}: “{line.strip()}”; a date and a percent are needed, such as "
                    "2027-08-01 45."
                )
            try:
                found.append((date.fromisoformat(told[1]), Decimal(told[2])))
            except ValueError:
                raise forms.ValidationError(f"Line {number}: {told[1]} is no day.") from None
        return found


class TownField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Asks for a municipality; names repeat, so its code stands beside it."""

    def label_from_instance(self, obj: Any) -> str:
        """Name it with its code."""
        return f"{obj.name} ({obj.code})"


class SuccessionForm(forms.Form):
    """Which municipality is taken into which, from today, by which act."""

    predecessor = TownField(
        queryset=Municipality.objects.none(), label="Municipality that is dissolved"
    )
    successor = TownField(
        queryset=Municipality.objects.none(), label="Municipality that takes it in"
    )
    document = forms.CharField(max_length=200, help_text=RESTS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        standing = Municipality.objects.filter(dissolved_on=None).order_by("name", "code")
        for name in ("predecessor", "successor"):
            field = self.fields[name]
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = standing
        self.helper = one_column(
            "predecessor", "successor", "document", act="Record it and move the balances"
        )


class RenameForm(forms.Form):
    """What a municipality is called from today, by which act."""

    town = TownField(queryset=Municipality.objects.none(), label="Municipality")
    name = forms.CharField(
        label="New name", max_length=60, help_text="As lists name it: Pine Hill Borough."
    )
    official_name = forms.CharField(
        max_length=80, help_text="As papers name it: Borough of Pine Hill."
    )
    document = forms.CharField(max_length=200, help_text=RESTS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["town"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = Municipality.objects.filter(dissolved_on=None).order_by("name", "code")
        self.helper = one_column("town", "name", "official_name", "document", act="Record the name")
