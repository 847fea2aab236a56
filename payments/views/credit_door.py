"""The only home of the door that credits a run and plans what comes of it."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from funds import allocation
from funds.forms import CreditForm
from funds.refusal import Refusal
from funds.views.allocation_doors import ActOnRun
from municipalities.models import Officer
from payments import installments


class CreditDoor(ActOnRun):
    """Credit the certified amounts to the accounts; formula aid gets its installments at once."""

    permission = "credit"
    form_class = CreditForm
    heading = "Credit"

    @transaction.atomic
    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the credit and plan."""
        certification = getattr(self.run, "certification", None)
        if certification is None:
            raise Refusal("Nothing is credited of a run that is not certified yet: certify it.")
        posting = allocation.credit(certification, on=self.today, by=by)
        planned = installments.plan(certification, on=self.today)
        then = f" {len(planned)} installments are planned." if planned else ""
        if posting is None:
            return f"Nothing is left to credit: the difference is owed.{then}"
        return f"Credited ${posting.total:,.2f} by posting {posting.number}.{then}"
