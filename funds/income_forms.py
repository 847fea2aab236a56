"""The only home of the questions about a month's investment income."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms

from funds.forms import MoneyField, OnceForm
from municipalities.layouts import one_column


class IncomeForm(OnceForm):
    """Which source earned how much in which month, and the paper that shows it."""

    source = forms.CharField(max_length=80, help_text="What the money is invested in.")
    month = forms.DateField(
        label="Month",
        input_formats=["%Y-%m"],
        help_text="That earned it, as 2026-10.",
        widget=forms.DateInput(format="%Y-%m", attrs={"class": "short"}),
    )
    amount = MoneyField(label="Amount ($)")
    document = forms.CharField(max_length=200, help_text="The statement that shows it.")

    def __init__(self, *args: Any, today: date, known: Sequence[str], **kwargs: Any) -> None:
        last = today.replace(day=1) - timedelta(days=1)
        kwargs["initial"] = {"month": f"{last:%Y-%m}"} | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        if known:
            self.fields[
                "source"
            ].help_text = f"What the money is in. On record: {'; '.join(known)}."
        names = ("token", "source", "month", "amount", "document")
        self.helper = one_column(*names, act="Credit the income")
