"""The only home of forfeiting due vouchers for what a zone owes by findings. 52:27H-88 j.

And of giving back, on appeal, what was forfeited of them.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import appeals, compliance, ledger
from funds.models import Account, Appeal, Entry, FindingExpenditure, Kind, Posting, Receivable
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities.models import EnterpriseZone, Officer
from payments import reductions
from payments.models import Payment, Voucher, VoucherReduction


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


def forfeit_all(*, on: date, by: Officer) -> list[Posting]:
    """Forfeit what each zone owes by findings, as far as there is money; once a day's worth.

    A zone that owes nothing, or whose appeal is open, is passed over.
    """
    open_ones = Receivable.objects.filter(
        fund=FUND, kind=Receivable.Kind.FINDING, cancelled_on=None
    )
    zones = EnterpriseZone.objects.filter(pk__in=open_ones.values("zone")).order_by("pk")
    owing = [zone for zone in zones if compliance.findings_owed(zone, on)]
    return [posting for zone in owing for posting in forfeit(zone, on=on, by=by)]


@transaction.atomic
def decide_appeal(
    appeal: Appeal,
    reversed_: Mapping[FindingExpenditure, Decimal],
    reason: str,
    *,
    on: date,
    by: Officer,
) -> list[Posting]:
    """Decide an appeal; a voucher that was forfeited and never paid is due again for its part.

    Raises what `funds.appeals.decide` raises.
    """
    known = {each.pk for each in appeals.given_back(appeal.finding)}
    made = appeals.decide(appeal, reversed_, reason, on=on, by=by, back=_home)
    for posting in made:
        if posting.pk not in known:
            _due_again(posting)
    return made


def _home(zone: EnterpriseZone, taken: Entry, on: date) -> Account:
    """A voucher without a live payment is due again; else the zone's account has the money."""
    if taken.debit.kind == Kind.PAYABLE and not _is_paid(taken.posting):
        return taken.debit
    return appeals.home(zone, taken, on)


def _is_paid(forfeiture: Posting) -> bool:
    voucher = forfeiture.voucher_reduction.voucher
    return Payment.objects.filter(voucher=voucher, returned=False).exists()


def _due_again(posting: Posting) -> None:
    recovery = posting.recoveries.select_related("gives_back__posting").get()
    taken = recovery.gives_back.posting if recovery.gives_back else posting
    back = posting.entries.filter(credit__kind=Kind.PAYABLE).values_list("amount", flat=True)
    amount = sum(back, ZERO)
    if amount:
        voucher, kind = taken.voucher_reduction.voucher, VoucherReduction.Kind.BACK
        reductions.record(voucher, posting, kind, -amount, posting.note)
