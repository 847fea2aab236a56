"""The only home of the questions about the Authority's spending and about making up a shortfall."""

from decimal import Decimal
from typing import Any

from django import forms

from funds.forms import MoneyField, OnceForm
from funds.models import AuthoritySpending
from funds.zone_forms import words_field
from municipalities.layouts import one_column


class SpendForm(OnceForm):
    """What for, to whom and how much."""

    purpose = forms.ChoiceField(
        choices=AuthoritySpending.Purpose.choices,
        help_text="Administration stays within the year’s amount.",
    )
    payee = forms.CharField(max_length=80, help_text="Whom it becomes payable to.")
    amount = MoneyField(label="Amount ($)")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = "Spend from the Authority’s account"
        self.helper = one_column("token", "purpose", "payee", "amount", act=act)


class MakeUpForm(forms.Form):
    """How much of the shortfall is made up; sent twice, it is one run."""

    seen = forms.DecimalField(widget=forms.HiddenInput)
    amount = MoneyField(label="Amount ($)", help_text="At most what is still owed.")
    reason = words_field("By what", "The act that appropriates it.")

    def __init__(self, *args: Any, owed: Decimal, **kwargs: Any) -> None:
        kwargs["initial"] = {"seen": owed, "amount": f"{owed:,.2f}"}
        super().__init__(*args, **kwargs)
        self.helper = one_column("seen", "amount", "reason", act="Prepare the make-up run")
