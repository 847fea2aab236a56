"""The only home of an installment's state in words."""

from payments.models import Installment


def state_of(each: Installment) -> str:
    """Say an installment's state from its evidence; its payments are to be prefetched."""
    live = [p for p in each.payments.all() if not p.returned]
    if any(p.warrant.posting_id for p in live):
        return "Paid"
    if each.replaced_by_id is not None:
        return "Planned anew"
    if each.posting_id is None:
        return "Waits for its day"
    returned = any(p.returned and p.warrant.posting_id for p in each.payments.all())
    return "Returned" if returned and not live else "Released"
