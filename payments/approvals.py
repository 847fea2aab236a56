"""The only home of further approvals: how many a warrant needs by its amount, and giving one."""

from datetime import date

from django.db import transaction

from funds import ledger
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer
from payments.models import Warrant, WarrantApproval


def given(warrant: Warrant) -> int:
    """Return how many persons approved it; who certified it is the first."""
    return 1 + warrant.approvals.count()


def refuse_unapproved(warrant: Warrant) -> None:
    """Refuse to go on with a warrant that needs further approvals for its amount."""
    have = given(warrant)
    if have < warrant.approvals_needed:
        raise Refusal(
            f"{warrant}: ${warrant.total:,.2f} needs {warrant.approvals_needed} approvals; "
            f"{have} given. Another certifier approves it first."
        )


@transaction.atomic
def approve(warrant: Warrant, *, on: date, by: Officer) -> WarrantApproval:
    """Approve a certified warrant as another person than those who signed it.

    Asked again by the same officer, the approval stands. Raises Refusal once it is issued or
    withdrawn, for who certified it, and when it needs no further approval.
    """
    offices.require(by, "certify-warrant", on=on)
    ledger.hold(warrant.fund_id)
    found = Warrant.objects.select_for_update(of=("self",)).get(pk=warrant.pk)
    done = WarrantApproval.objects.filter(warrant=found, approved_by=by).first()
    if done is not None:
        return done
    if found.withdrawn_on is not None or found.warranted_by_id is not None:
        raise Refusal(f"{found} is {'issued' if found.warranted_by_id else 'withdrawn'} already.")
    signed = {found.certified_by.person_id}
    signed |= set(found.approvals.values_list("approved_by__person", flat=True))
    if by.person_id in signed:
        raise Refusal(f"{found} bears the signature of {by.person}: another person approves it.")
    if given(found) >= found.approvals_needed:
        raise Refusal(f"{found} has the {found.approvals_needed} approvals that it needs.")
    return WarrantApproval.objects.create(warrant=found, approved_by=by, approved_on=on)
