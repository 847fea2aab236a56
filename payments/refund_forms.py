"""The only home of the questions about refunds: ask for one, confirm it, record its deposit."""

from decimal import Decimal
from typing import Any

from django import forms

from funds.forms import MoneyField, OnceForm
from funds.zone_forms import words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import one_column, second
from municipalities.models import Officer
from payments.models import Refund, Voucher


class AskRefundForm(OnceForm):
    """How much of a paid voucher is to come back, and why."""

    amount = MoneyField(label="Amount ($)", help_text="All of it, or the part that comes back.")
    reason = words_field("Reason", "A credit note, a double payment, work that was not done.")

    def __init__(self, *args: Any, voucher: Voucher, stands: Decimal, **kwargs: Any) -> None:
        kwargs["initial"] = {"amount": f"{stands:,.2f}"} | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        self.helper = one_column("token", "amount", "reason", act="Ask for the refund")


class ConfirmRefundForm(forms.Form):
    """One button to confirm; another to drop it, with a reason."""

    reason = words_field("Reason", "Needed to drop it.", required=False)

    def __init__(self, *args: Any, refund: Refund, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(
            "reason",
            act=f"Confirm ${refund.amount:,.2f}",
            beside=second("Drop it with this reason", "drop"),
        )


class RecordRefundForm(forms.Form):
    """The paper of the deposit; or why the money will not come."""

    reason = words_field("Reason", "Needed to drop it.", required=False)

    def __init__(self, *args: Any, refund: Refund, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["deposit"] = DocumentField(by=by, required=False, label="Deposit document")
        self.fields["deposit"].help_text += " Needed to record the deposit."
        self.helper = one_column(
            "deposit",
            "reason",
            act=f"Record the deposit of ${refund.amount:,.2f}",
            beside=second("Drop it with this reason", "drop"),
        )
