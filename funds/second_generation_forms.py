"""The only home of the questions about second-generation money: loans, sales, use."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.urls import reverse

from funds.forms import MoneyField, OnceForm
from funds.loans import Terms
from funds.models import Loan, Posting, SecondGenerationReceipt
from funds.refusal import Refusal
from funds.rules.loans import schedule
from funds.rules.money import ZERO
from funds.zone_forms import day_field, number_field, words_field
from municipalities.layouts import abreast, group, in_panel, one_column, second

EVERY = ((1, "Every month"), (3, "Every three months"), (12, "Every year"))


class LoanForm(forms.Form):
    """A loan: to whom, how much, from which money, and how it is repaid."""

    number = number_field("Loan number")
    borrower = forms.CharField(max_length=120, help_text="The business or person who owes it.")
    principal = MoneyField(label="Principal ($)")
    expenditure = forms.TypedChoiceField(
        label="Spent by",
        coerce=int,
        required=False,
        help_text="The posting it was lent from; none for a loan older than this ledger.",
    )
    rate = forms.DecimalField(
        label="Interest, percent a year",
        max_digits=5,
        decimal_places=3,
        min_value=0,
        initial="0",
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "decimal"}),
    )
    first_on = day_field("First payment due on")
    every = forms.TypedChoiceField(label="How often", coerce=int, choices=EVERY)
    count = forms.IntegerField(
        label="Number of payments",
        min_value=1,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, spent: Sequence[tuple[Posting, Decimal]], **kw: Any) -> None:
        super().__init__(*args, **kw)
        field = self.fields["expenditure"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [
                ("", "None: an older loan"),
                *((each.pk, f"{each.number}. {each.note}, ${of:,.2f}") for each, of in spent),
            ]
        self.helper = one_column(
            "number", "borrower", abreast("principal", "rate"), "expenditure",
            group("How it is repaid", "first_on", abreast("count", "every")),
            act="Record the loan",
        )  # fmt: skip

    def clean(self) -> dict[str, Any] | None:
        """Cut the schedule, or say what no loan has."""
        given = super().clean()
        data = self.cleaned_data
        asked = ("principal", "rate", "first_on", "count", "every")
        if given is not None and all(data.get(name) is not None for name in asked):
            principal, rate, first_on, count, every = (data[name] for name in asked)
            try:
                parts = schedule(principal, rate, first_on, count, every)
                given["terms"] = Terms(data.get("borrower", ""), rate, parts)
            except Refusal as no:
                self.add_error("count", str(no))
        return given


class ReceivedForm(OnceForm):
    """What came in on a day up to today."""

    received_on = day_field("Received on")

    def __init__(self, *args: Any, today: date, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.today = today
        self.initial = {"received_on": f"{today:%Y-%m-%d}", **self.initial}

    def clean_received_on(self) -> date:
        """Refuse a day to come."""
        on: date = self.cleaned_data["received_on"]
        if on > self.today:
            raise forms.ValidationError(f"A day up to {self.today:%B %-d, %Y} is needed.")
        return on


class SaleForm(ReceivedForm):
    """What was sold, to whom, for how much."""

    kind = forms.ChoiceField(label="What it is", choices=SecondGenerationReceipt.Asset.choices)
    asset = forms.CharField(
        max_length=120, label="What was sold", help_text="Acquired with zone money."
    )
    buyer = forms.CharField(max_length=120)
    amount = MoneyField(label="Proceeds ($)")

    def __init__(self, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = one_column(
            "token", "kind", "asset", "buyer", abreast("amount", "received_on"),
            act="Record the proceeds",
        )  # fmt: skip


class UseForm(OnceForm):
    """What second-generation money is used for, and who gets it."""

    purpose = forms.CharField(max_length=200)
    payee = forms.CharField(max_length=80)
    amount = MoneyField(label="Amount ($)")

    def __init__(self, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = one_column("token", "purpose", "payee", "amount", act="Use the money")


class RepayForm(ReceivedForm):
    """What a borrower paid, and how much of it is interest."""

    amount = MoneyField(label="Amount received ($)", help_text="Principal and interest together.")
    interest = MoneyField(label="Of which interest ($)", least=ZERO, initial="0.00")

    def __init__(self, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = one_column(
            "token", abreast("amount", "interest"), "received_on", act="Record the repayment"
        )


class WhyForm(forms.Form):
    """One act on a loan or a receipt, with the reason."""

    reason = words_field("Reason")

    def __init__(self, *args: Any, act: str, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = one_column("reason", act=act)


class DecideWriteOffForm(forms.Form):
    """The second person's answer to a write-off that was asked for."""

    reason = words_field("Reason", "Needed to leave the loan as it is.", required=False)

    def __init__(self, *args: Any, loan: Loan, left: Decimal, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = in_panel(
            "reason",
            act=f"Write off ${left:,.2f}",
            to=reverse("write_off", args=[loan.pk]),
            beside=second("Leave it as it is", "refuse"),
        )
