"""The only home of acts on refunds of paid vouchers: ask, confirm, drop, and record the deposit.

A void takes back what was never paid. What was paid comes back only as money: until the State's
deposit is on record, the municipality owes it and neither encumbrance nor ceiling has it again.
"""

from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import ledger, receivables
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.models import Kind, Receivable
from funds.refusal import Refusal
from funds.splits import FUND
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer
from payments import reductions
from payments.models import Refund, Voucher

CITE = "52:27H-88 i."
RECORD = "record-return"


@transaction.atomic
def ask(
    voucher: Voucher, amount: Decimal, reason: str, key: str, *, on: date, by: Officer
) -> Refund:
    """Ask that an amount of a paid voucher come back, once by its key.

    Raises Refusal for a voucher that was not paid (void it), for an advance, for more than
    stands, for an expenditure in a standing finding, without a reason, and while another refund
    of it is open.
    """
    offices.require(by, "prepare-voucher", on=on)
    refuse_elsewhere(by, voucher.encumbrance.zone, on, voucher.municipality_id)
    ledger.hold(FUND)
    done = Refund.objects.filter(key=key).first()
    if done is not None:
        if (done.voucher_id, done.amount) != (voucher.pk, amount):
            raise Refusal(f"{key} was already used for another refund: {done}.", CITE)
        return done
    voucher.refresh_from_db()
    waiting = voucher.refunds.filter(posting=None, dropped_on=None).first()
    if waiting is not None:
        raise Refusal(f"{voucher}: a refund of ${waiting.amount:,.2f} is open already.", CITE)
    if not reason.strip():
        raise Refusal(f"{voucher}: a refund says why.", CITE)
    _refuse_unpaid(voucher)
    reductions.parts(voucher, amount)
    return Refund.objects.create(
        voucher=voucher, key=key, amount=amount, reason=reason.strip(), asked_by=by, asked_on=on
    )


def _refuse_unpaid(voucher: Voucher) -> None:
    if reductions.standing_kind(voucher) != Kind.PAID:
        raise Refusal(f"{voucher} was not paid: void it, nothing comes back.", CITE)
    reductions.refuse_found(voucher)


@transaction.atomic
def confirm(refund: Refund, *, on: date, by: Officer) -> Refund:
    """Confirm a refund as another person than who asked: the municipality owes it, once.

    Raises Refusal for who asked, for one that was dropped, and as asking does.
    """
    offices.require(by, "approve-voucher", on=on)
    refund = _locked(refund)
    voucher = refund.voucher
    refuse_elsewhere(by, voucher.encumbrance.zone, on, voucher.municipality_id)
    if refund.receivable_id is not None:
        return refund
    refuse_same_person(f"{refund}, confirmation", refund.asked_by, by)
    _refuse_dropped(refund)
    _refuse_unpaid(voucher)
    reductions.parts(voucher, refund.amount)
    refund.receivable = receivables.open(
        FUND,
        Receivable.Kind.REFUND,
        voucher.municipality_id,
        refund.amount,
        f"refund/{refund.pk}",
        CITE,
        f"Refund of voucher {voucher}: {refund.reason}",
        on=on,
        by=by,
    )
    refund.confirmed_by, refund.confirmed_on = by, on
    refund.save()
    return refund


@transaction.atomic
def record(refund: Refund, deposit: store.Checked, *, on: date, by: Officer) -> Refund:
    """Record for the State that the money came back: the encumbrance has it again, once.

    In the voucher's vintages, newest first; to the Authority when the encumbrance's last usable
    day is over. Raises Refusal before it is confirmed, for who asked or confirmed it, and when
    the payment or the expenditure no longer stands: the refund is dropped then.
    """
    offices.require(by, RECORD, on=on)
    refund = _locked(refund)
    if refund.posting_id is not None:
        return refund
    _refuse_dropped(refund)
    if refund.confirmed_by is None or refund.receivable is None:
        raise Refusal(f"{refund}: another municipal officer confirms it first.", CITE)
    for earlier in (refund.asked_by, refund.confirmed_by):
        refuse_same_person(f"{refund}, deposit", earlier, by)
    voucher = refund.voucher
    _refuse_unpaid(voucher)
    posting = reductions.take_off(
        voucher, Kind.PAID, refund.amount, refund.reason, f"refund/{refund.pk}", on=on, by=by
    )
    receivables.meet({refund.receivable: refund.amount}, posting)
    whose = store.Whose(municipality=voucher.municipality_id, zone=voucher.encumbrance.zone_id)
    refund.deposit = store.keep(deposit, whose, by=by)
    refund.recorded_by, refund.recorded_on, refund.posting = by, on, posting
    refund.save()
    return refund


@transaction.atomic
def drop(refund: Refund, reason: str, *, on: date, by: Officer) -> Refund:
    """Drop a refund that will not come, with a reason: nothing of it is owed any more, once.

    Before it is confirmed another municipal officer drops it, afterwards the State, whose money
    it is. Raises Refusal without a reason and for one whose deposit is on record.
    """
    refund = _locked(refund)
    owed = refund.receivable_id is not None
    offices.require(by, RECORD if owed else "approve-voucher", on=on)
    if not owed:
        of = refund.voucher
        refuse_elsewhere(by, of.encumbrance.zone, on, of.municipality_id)
    if refund.dropped_on is not None:
        return refund
    refuse_same_person(f"{refund}, dropping it", refund.asked_by, by)
    if refund.posting_id is not None:
        raise Refusal(f"{refund}: its deposit is on record.", CITE)
    if not reason.strip():
        raise Refusal(f"{refund}: to drop it needs a reason.", CITE)
    return _dropped(refund, reason.strip(), on, by)


def drop_for_return(voucher: Voucher, *, on: date, by: Officer) -> None:
    """Drop what was to come back of a voucher whose payment the bank sent back."""
    for refund in voucher.refunds.filter(posting=None, dropped_on=None):
        _dropped(_locked(refund), "The bank sent the payment back.", on, by)


def _dropped(refund: Refund, reason: str, on: date, by: Officer) -> Refund:
    refund.dropped_by, refund.dropped_on, refund.dropped_because = by, on, reason[:300]
    refund.save()
    if refund.receivable is not None:
        refund.receivable.cancelled_on = on
        refund.receivable.save(update_fields=["cancelled_on"])
    return refund


def _refuse_dropped(refund: Refund) -> None:
    if refund.dropped_on is not None:
        raise Refusal(f"{refund} was dropped: {refund.dropped_because}", CITE)


def _locked(refund: Refund) -> Refund:
    ledger.hold(FUND)
    rows = Refund.objects.select_related(
        "voucher__encumbrance__zone", "asked_by", "confirmed_by", "receivable"
    )
    return rows.select_for_update(of=("self",)).get(pk=refund.pk)
