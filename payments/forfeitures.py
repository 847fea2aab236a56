"""The only home of forfeiting due vouchers for what a zone owes by findings. 52:27H-88 j."""

from datetime import date

from django.db import transaction

from funds import compliance, ledger
from funds.models import Posting
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities.models import EnterpriseZone, Officer
from payments import reductions
from payments.models import Voucher, VoucherReduction


@transaction.atomic
def forfeit(zone: EnterpriseZone, *, on: date, by: Officer) -> list[Posting]:
    """Forfeit what the zone owes by findings: unencumbered money first, then due vouchers.

    Oldest finding and oldest voucher first, never more than is owed or due. A voucher whose
    payment is on its way is left alone.
    """
    compliance.require_recovery(by, on)
    ledger.hold(FUND)
    from_credit = compliance.forfeit(zone, on=on, by=by)
    made = [from_credit] if from_credit else []
    due = Voucher.objects.filter(encumbrance__zone=zone, posting__isnull=False)
    for voucher in due.order_by("approved_on", "pk"):
        posting = _forfeit_voucher(zone, voucher, on, by)
        made += [posting] if posting else []
    return made


def _forfeit_voucher(
    zone: EnterpriseZone, voucher: Voucher, on: date, by: Officer
) -> Posting | None:
    offered = reductions.owed(voucher)
    if not sum(offered.values(), ZERO):
        return None
    posting = compliance.take(zone, offered, on=on, by=by)
    if posting is not None:
        kind = VoucherReduction.Kind.FORFEIT
        reductions.record(voucher, posting, kind, posting.total, posting.note)
    return posting
