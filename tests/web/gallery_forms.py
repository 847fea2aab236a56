"""The only home of the gallery's forms: one field of every kind, and a decision."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms

from municipalities import page_parts as parts
from municipalities.layouts import abreast, group, in_panel, one_column, second

D = Decimal
CATEGORIES = [("infrastructure", "Infrastructure"), ("safety", "Public safety"), ("loan", "Loan")]


class VoucherForm(forms.Form):
    """One field of every kind."""

    project = forms.ChoiceField(
        choices=[("", "Choose a project"), ("1", "South Main Street lighting")]
    )
    amount = forms.DecimalField(
        help_text="As on the invoice, for example 4,820.00",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "money"}),
    )
    service_on = forms.DateField(
        label="Service date",
        help_text="Decides the State fiscal year. N.J.S.A. 52:27H-88 i.",
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    invoice = forms.CharField(
        label="Invoice number", widget=forms.TextInput(attrs={"class": "short"})
    )
    category = forms.ChoiceField(
        choices=CATEGORIES, widget=forms.RadioSelect, help_text="Caps differ."
    )
    officers = forms.MultipleChoiceField(
        label="Who checked the work",
        choices=[("engineer", "Engineer"), ("coordinator", "Zone coordinator")],
        widget=forms.CheckboxSelectMultiple,
    )
    reason = forms.CharField(label="What it is for", widget=forms.Textarea(attrs={"rows": 3}))
    scan = forms.FileField(
        label="Invoice as a file", required=False, help_text="PDF, at most 10 MB"
    )
    read = forms.BooleanField(label="The work was done and the prices are as agreed.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(
            "project",
            abreast("amount", "service_on"),
            group("The invoice", "invoice", "scan"),
            "category",
            "officers",
            "reason",
            "read",
            act="Send voucher 149 to the CFO",
            beside=second("Save and go on later", "save"),
        )

    def clean(self) -> None:
        if self.cleaned_data.get("invoice") == "77":
            raise forms.ValidationError("Voucher 148 already carries invoice 77 of this payee.")


class ApproveForm(forms.Form):
    """The statement of a decision panel."""

    read = forms.BooleanField(
        label="I have read the four exceptions and approve these 574 payments."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(
            "read",
            act="Approve $75,048,611.22",
            beside=second("Send back with a reason", "send_back"),
        )


def panel() -> parts.Panel:
    return parts.Panel(
        "Approve",
        [
            parts.Term("First approval", "Treasury certifier 1"),
            parts.Term("Release", "Someone else"),
        ],
        "You took no part in proposing this payment, so you may approve it.",
        "good",
        [
            parts.Term("Energy tax receipts", D("73990522.42")),
            parts.Term("Zone assistance", D("1058088.80")),
            parts.Term("To pay", D("75048611.22"), total=True, in_dollars=True),
        ],
        form=ApproveForm(),
        after="If anything changes before release, both approvals fall away.",
    )
