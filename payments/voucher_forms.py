"""The only home of the questions about vouchers: prepare, approve, void, go on, give back."""

from decimal import Decimal
from typing import Any

from django import forms
from django.urls import reverse

from funds.forms import MoneyField, OnceForm
from funds.models import Category, Encumbrance
from funds.zone_forms import day_field, number_field, words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, group, in_panel, one_column
from municipalities.models import Officer
from payments.models import Voucher


class VoucherForm(forms.Form):
    """An invoice against an encumbrance, or money for the trust that will pay one."""

    number = number_field("Voucher number")
    kind = forms.ChoiceField(choices=Voucher.Kind.choices, label="How it is paid")
    amount = MoneyField(label="Amount ($)")
    vendor = forms.CharField(max_length=120)
    invoice = forms.CharField(max_length=60, label="Invoice number")
    service_on = day_field("Day of the service", "It decides the year in which it counts.")
    category = forms.ChoiceField(
        choices=Category.choices,
        label="Kind of expense",
        help_text="A percentage is a ceiling on the year’s credit. 52:27H-88 b.",
    )

    def __init__(self, *args: Any, encumbrance: Encumbrance, by: Officer, **kwargs: Any) -> None:
        kwargs["initial"] = {"category": encumbrance.category} | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        self.fields["scan"] = DocumentField(by=by, required=False, label="Scan of the invoice")
        self.helper = one_column(
            abreast("number", "kind"),
            "amount",
            group("The invoice", "vendor", abreast("invoice", "service_on"), "category", "scan"),
            act="Send the voucher to the CFO",
        )


class ApproveForm(forms.Form):
    """One button: the CFO approves the amount."""

    def __init__(self, *args: Any, voucher: Voucher, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = f"Approve ${voucher.amount:,.2f}"
        self.helper = in_panel(act=act, to=reverse("voucher_approve", args=[voucher.pk]))


class ClearForm(forms.Form):
    """Why a voucher that looks like another one goes on."""

    reason = words_field("Why it is another expense", "Both stay in the exception report.")

    def __init__(self, *args: Any, voucher: Voucher, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        to = reverse("voucher_clear", args=[voucher.pk])
        self.helper = in_panel("reason", act="Let it go on", to=to)


class SendBackForm(forms.Form):
    """Why a voucher that is not approved goes back."""

    reason = words_field("Reason", "What is to be entered otherwise.")

    def __init__(self, *args: Any, voucher: Voucher, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("reason", act=f"Send back {voucher.number}")


class VoidForm(OnceForm):
    """How much of an approved voucher is taken back, and why."""

    amount = MoneyField(label="Amount ($)", help_text="All of it, or the part refunded.")
    reason = words_field("Reason")

    def __init__(self, *args: Any, voucher: Voucher, stands: Decimal, **kwargs: Any) -> None:
        kwargs["initial"] = {"amount": f"{stands:,.2f}"} | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        self.helper = one_column("token", "amount", "reason", act=f"Void from {voucher.number}")


class GiveBackForm(OnceForm):
    """How much the trust gives back to its encumbrance."""

    amount = MoneyField(label="Amount ($)", help_text="What the trust did not spend.")

    def __init__(self, *args: Any, encumbrance: Encumbrance, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = f"Give back to {encumbrance.number}"
        self.helper = one_column("token", "amount", act=act)
