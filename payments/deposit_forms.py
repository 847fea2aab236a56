"""The only home of the questions about deposits: which one, and what a payee or the State says."""

from typing import Any

from django import forms
from django.urls import reverse

from funds.zone_forms import words_field
from municipalities.layouts import in_panel, one_column
from payments.models import Payment


class ConfirmDepositForm(forms.Form):
    """One button: the deposit arrived."""

    def __init__(self, *args: Any, payment: Payment, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        to = reverse("deposit_confirm", args=[payment.pk])
        self.helper = in_panel(act=f"Confirm ${payment.amount:,.2f}", to=to)


class AskForm(forms.Form):
    """What a payee asks."""

    words = words_field("What you ask", "The Treasury answers here; you are told.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("words", act="Send the question")


class AnswerForm(forms.Form):
    """What the Treasury answers."""

    words = words_field("The answer")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("words", act="Send the answer")
