"""The only home of the questions about bank accounts: enter, confirm, call back, reveal."""

from typing import Any

from django import forms
from django.urls import reverse

from funds.zone_forms import day_field, time_field, words_field
from municipalities.layouts import abreast, in_panel, one_column
from payments.models import BankAccount

RIGHT = "The number is entered twice, so that a slip of the hand is seen."


class EnterAccountForm(forms.Form):
    """Where a payee is to be paid."""

    payee = forms.CharField(
        max_length=80, help_text="A municipality’s code, or county: and the county’s code."
    )
    purpose = forms.ChoiceField(choices=BankAccount.Purpose.choices, label="What is paid to it")
    bank = forms.CharField(max_length=80)
    routing = forms.RegexField(
        r"^\d{9}$",
        label="Routing number",
        help_text="The bank’s nine digits.",
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
        error_messages={"invalid": "A routing number has nine digits."},
    )
    number = forms.CharField(
        max_length=17,
        label="Account number",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    again = forms.CharField(
        max_length=17,
        label="Account number again",
        help_text=RIGHT,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    savings = forms.BooleanField(required=False, label="It is a savings account.")

    def __init__(self, *args: Any, payee: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        parts = ["purpose", "bank", "routing", abreast("number", "again"), "savings"]
        if payee:
            del self.fields["payee"]
        else:
            parts.insert(0, "payee")
        self.helper = one_column(*parts, act="Enter the account")

    def clean(self) -> dict[str, Any] | None:
        """Compare the two entries."""
        found = super().clean() or {}
        if found.get("number") and found.get("again") and found["number"] != found["again"]:
            self.add_error("again", "The two account numbers differ: enter both again.")
        return found


class _OnAccount(forms.Form):
    """A form of one account, in its panel."""

    address = ""

    def __init__(self, *args: Any, account: BankAccount, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account, self.to = account, reverse(self.address, args=[account.pk])


class ConfirmAccountForm(_OnAccount):
    """The second officer's tick."""

    address = "bank_account_confirm"
    read = forms.BooleanField(
        label="I compared bank, routing number and last four digits with our own papers.",
        error_messages={"required": "Tick the statement to go on."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = f"Confirm the account ending {self.account.last_four}"
        self.helper = in_panel("read", act=act, to=self.to)


class CallForm(_OnAccount):
    """Who was called, at which number, and when."""

    address = "bank_account_call"
    called = forms.CharField(max_length=120, label="Who was called")
    number = forms.CharField(max_length=40, label="Telephone number that was called")
    on_record_in = forms.CharField(
        max_length=120,
        label="Where that number was on record before",
        help_text="Never the number that came with the change.",
    )
    day = day_field("Day of the call")
    at = time_field("Time of the call")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(
            "called", "number", "on_record_in", abreast("day", "at"),
            act="Record the call-back", to=self.to,
        )  # fmt: skip


class RevealForm(_OnAccount):
    """Why somebody reads the whole number."""

    address = "bank_account_reveal"
    reason = words_field("Why you need the whole number", "It stays on the account’s page.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("reason", act="Show the number")
