"""The only home of the questions about pledging credits to come, and of the Authority's answer."""

from decimal import Decimal
from typing import Any

from django import forms
from django.urls import reverse

from funds.forms import MoneyField
from funds.models import Pledge
from funds.pledges import Loan
from funds.zone_forms import number_field, words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, group, in_panel, one_column, second
from municipalities.models import Officer

LONGEST = 40  # years: no public loan for infrastructure runs longer


class PledgeForm(forms.Form):
    """How much of each credit to come repays which loan, and where the plan says so."""

    number = number_field("Pledge number")
    first = forms.IntegerField(label="First credit year", widget=forms.NumberInput)
    last = forms.IntegerField(label="Last credit year", widget=forms.NumberInput)
    amount = MoneyField(
        label="Amount of each year ($)", help_text="Years of different amounts are pledges apart."
    )
    lender = forms.CharField(
        max_length=120, help_text="The State Transportation Infrastructure Bank or another lender."
    )
    loan = forms.CharField(max_length=120, help_text="The loan or bond it repays.")
    plan = forms.CharField(
        max_length=200,
        label="Its place in the zone development plan",
        help_text="The certified plan details the use. 52:27H-62 m.",
    )

    def __init__(self, *args: Any, by: Officer, next_sfy: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["document"] = DocumentField(by=by, required=False, label="The loan agreement")
        for name in ("first", "last"):
            self.fields[name].widget.attrs["class"] = "short"
            self.fields[name].help_text = f"SFY{next_sfy} or later."
            self.initial.setdefault(name, next_sfy)
        self.helper = one_column(
            "number",
            abreast("first", "last"),
            "amount",
            group("What it repays", "lender", "loan", "plan", "document"),
            act="Send the pledge to the Authority",
        )

    def clean(self) -> dict[str, Any]:
        """Refuse years in the wrong order, and more of them than a loan has."""
        answers = super().clean() or {}
        first, last = answers.get("first"), answers.get("last")
        if first and last and not first <= last < first + LONGEST:
            self.add_error("last", f"SFY{last} is not within {LONGEST} years from SFY{first} on.")
        return answers

    def amounts(self) -> dict[int, Decimal]:
        """The amount of each year."""
        years = range(self.cleaned_data["first"], self.cleaned_data["last"] + 1)
        return dict.fromkeys(years, self.cleaned_data["amount"])

    def repays(self) -> Loan:
        """What the pledge repays."""
        names = ("lender", "loan", "plan", "document")
        return Loan(**{name: self.cleaned_data[name] for name in names})


class DecidePledgeForm(forms.Form):
    """The Authority's decision: approve, or reject with a reason."""

    reason = words_field("Reason", "Needed to reject.", required=False)

    def __init__(self, *args: Any, pledge: Pledge, total: Decimal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(
            "reason",
            act=f"Approve ${total:,.2f}",
            to=reverse("pledge_decide", args=[pledge.pk]),
            beside=second("Reject with this reason", "reject"),
        )
