"""The only home of the questions the doors to warrants ask."""

from decimal import Decimal
from typing import Any

from django import forms
from django.urls import reverse

from municipalities.layouts import in_panel, one_column
from payments.models import Warrant


class CertifyWarrantForm(forms.Form):
    """On which banking day the warrant pays."""

    pays_on = forms.DateField(
        label="Pays on",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="A banking day, today or later.",
    )

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, to_pay: Decimal | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = f"Certify ${to_pay:,.2f}" if to_pay is not None else "Certify what is payable"
        self.helper = one_column("pays_on", "seen", act=act)


class OnWarrant(forms.Form):
    """One tick and a button that names the amount."""

    read = forms.BooleanField(
        label="I have read the payments and what is left out.",
        error_messages={"required": "Tick the statement to go on."},
    )
    word = ""
    address = ""

    def __init__(self, *args: Any, warrant: Warrant, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        to = reverse(self.address, args=[warrant.pk])
        self.helper = in_panel("read", act=f"{self.word} ${warrant.total:,.2f}", to=to)


class ApproveForm(OnWarrant):
    """The signature of a further certifier."""

    word, address = "Approve", "warrant_approve"


class IssueForm(OnWarrant):
    """The signature of Budget and Accounting."""

    word, address = "Issue", "warrant_issue"


class SendForm(OnWarrant):
    """The signature of who sends the money."""

    word, address = "Send", "warrant_send"


class TakeForm(OnWarrant):
    """That the file goes to the bank and nowhere else: it holds account numbers."""

    word, address = "Take the bank file of", "bank_file"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["read"].label = "It goes to the bank, and no copy is kept."


class ReturnForm(forms.Form):
    """The bank's reason, by its code."""

    code = forms.RegexField(
        r"^R\d{2}$",
        label="Return code",
        help_text="As the bank gives it, for example R03: no account.",
        error_messages={"invalid": "A return code is R and two digits, such as R03."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("code", act="Record the return")
