"""The only home of what is taken off an approved voucher.

What was paid comes back as a refund, which has its acts in `payments/refunds.py`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import F

from funds import accounts, encumbrances, ledger
from funds.duties import refuse_elsewhere
from funds.ledger import Move
from funds.models import (
    Account,
    Encumbrance,
    Entry,
    FindingExpenditure,
    Kind,
    Posting,
)
from funds.refusal import Refusal
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities import offices
from municipalities.models import Officer
from payments import expenditures, holds
from payments.models import Payment, Voucher, VoucherReduction

CITE = "52:27H-88 i."


def owed(voucher: Voucher) -> dict[Account, Decimal]:
    """Return what is still payable of an approved voucher, in dollars by PAYABLE account.

    What was voided or forfeited before payment is off; a voucher that was paid owes nothing.
    """
    return {} if _payment(voucher) else standing(voucher)


def standing(voucher: Voucher) -> dict[Account, Decimal]:
    """Return what stands of an approved voucher, paid or not, in dollars by PAYABLE account."""
    return standing_of([voucher])[voucher.pk]


def standing_of(vouchers: Sequence[Voucher]) -> dict[int, dict[Account, Decimal]]:
    """Return what stands of each voucher by its number, all in three statements."""
    taken: dict[int, list[int]] = defaultdict(list)
    reduced = VoucherReduction.objects.filter(voucher__in=[0, *(each.pk for each in vouchers)])
    for voucher, posting in reduced.order_by("pk").values_list("voucher", "posting"):
        taken[voucher].append(posting)
    postings = {each.posting_id for each in vouchers} | {pk for of in taken.values() for pk in of}
    entries: dict[int, list[Entry]] = defaultdict(list)
    rows = Entry.objects.filter(posting__in={0, *postings} - {None}).select_related(
        "debit", "credit"
    )
    for entry in rows.order_by("seq"):
        entries[entry.posting_id].append(entry)
    found: dict[int, dict[Account, Decimal]] = {}
    for each in vouchers:
        approved = [] if each.kind == Voucher.Kind.SPENT else entries[each.posting_id or 0]
        left = _left_of(approved, [e for pk in taken[each.pk] for e in entries[pk]])
        accounts_of = {e.credit.sfy or 0: e.credit for e in approved}
        found[each.pk] = {accounts_of[sfy]: left[sfy] for sfy in accounts_of if left[sfy] > 0}
    return found


def _payment(voucher: Voucher) -> Payment | None:
    """The payment that stands for the voucher: on a warrant, and not sent back by the bank."""
    return Payment.objects.filter(voucher=voucher, returned=False).select_related("warrant").first()


def _entries(voucher: Voucher) -> list[Entry]:
    if voucher.posting is None:
        return []
    return list(voucher.posting.entries.select_related("debit", "credit").order_by("seq"))


def _left(voucher: Voucher) -> dict[int, Decimal]:
    """What stands of the voucher by vintage: approved, less every reduction."""
    postings = voucher.reductions.values_list("posting", flat=True)
    taken = Entry.objects.filter(posting__in=postings).select_related("debit", "credit")
    return _left_of(_entries(voucher), taken)


def _left_of(approved: Iterable[Entry], taken: Iterable[Entry]) -> dict[int, Decimal]:
    """What was approved by vintage, less what was taken off."""
    left: dict[int, Decimal] = defaultdict(Decimal)
    for entry in approved:
        left[entry.credit.sfy or 0] += entry.amount
    for entry in taken:
        if entry.debit.kind in (Kind.PAYABLE, Kind.PAID):
            left[entry.debit.sfy or 0] -= entry.amount
        elif entry.credit.kind == Kind.PAYABLE:  # given back on appeal
            left[entry.credit.sfy or 0] += entry.amount
    return dict(left)


@transaction.atomic
def void(
    voucher: Voucher, amount: Decimal, reason: str, key: str, *, on: date, by: Officer
) -> Posting:
    """Void a part or all of an approved voucher before it is paid: its encumbrance has it again.

    In the same vintage, newest first, dated today; to the Authority when the encumbrance's last
    usable day is over. Raises Refusal when it was voided already, when it was paid (a refund is
    asked for) or its payment is on its way, for an advance that reached the trust (give it back),
    for an expenditure in a standing finding, and without a reason.
    """
    offices.require(by, "approve-voucher", on=on)
    refuse_elsewhere(by, voucher.encumbrance.zone, on, voucher.municipality_id)
    ledger.hold(FUND)
    done = Posting.objects.filter(key=key).first()
    if done is not None:
        return done
    voucher.refresh_from_db()
    kind = standing_kind(voucher)
    if kind == Kind.PAID:
        raise Refusal(
            f"{voucher} was paid: nothing is voided. The preparer asks for a refund, the CFO "
            "confirms it, and the encumbrance has it again when the deposit is on record.",
            CITE,
        )
    refuse_found(voucher)
    if not reason.strip():
        raise Refusal(f"{voucher}: a void says why.", CITE)
    return take_off(voucher, kind, amount, reason, key, on=on, by=by)


def take_off(
    voucher: Voucher, kind: Kind, amount: Decimal, reason: str, key: str, *, on: date, by: Officer
) -> Posting:
    """Post what is taken off a voucher, still payable or paid; the acts have asked who may."""
    taken = parts(voucher, amount)
    posting = ledger.post(
        "refund" if kind == Kind.PAID else "void",
        list(_void_moves(voucher, kind, taken, on)),
        fund=FUND,
        key=key,
        on=on,
        by=by,
        clause=CITE,
        note=f"{voucher}: {reason}"[:500],
    )
    record(voucher, posting, VoucherReduction.Kind.VOID, amount, reason)
    if voucher.kind != Voucher.Kind.ADVANCE:
        expenditures.take_back(voucher, posting, taken)
    return posting


def standing_kind(voucher: Voucher) -> Kind:
    """Return where the voucher's money stands: still payable, or paid.

    Raises Refusal when it is not approved, on its way, or an advance that reached the trust.
    """
    if voucher.posting is None:
        raise Refusal(f"{voucher} is not approved: there is nothing to void.", CITE)
    if voucher.kind == Voucher.Kind.SPENT:
        return Kind.PAID
    payment = _payment(voucher)
    if payment is None:
        return Kind.PAYABLE
    if payment.warrant.posting_id is None:
        raise Refusal(f"{voucher} is on {payment.warrant}, on its way: wait until it is paid.")
    if voucher.kind == Voucher.Kind.ADVANCE:
        raise Refusal(f"{voucher} reached the trust: give back what is not spent of it.", CITE)
    return Kind.PAID


def refuse_found(voucher: Voucher) -> None:
    """Refuse to take back an expenditure that a finding names and no appeal reversed. j."""
    named = FindingExpenditure.objects.filter(
        posting=voucher.posting, amount__gt=F("reversed_amount")
    )
    found = named.select_related("finding").order_by("pk").first()
    if found is not None:
        raise Refusal(
            f"{voucher} is in finding {found.finding}: ${found.amount - found.reversed_amount:,.2f}"
            " of it is owed by that finding, and is met there.",
            "52:27H-88 j.",
        )


def parts(voucher: Voucher, amount: Decimal) -> dict[int, Decimal]:
    """Return the amount by vintage, newest first, out of what stands of the voucher.

    Raises Refusal when less stands.
    """
    left = _left(voucher)
    stands = sum(left.values(), ZERO)
    if not ZERO < amount <= stands:
        last = voucher.reductions.order_by("-pk").first()
        before = f" Already voided by #{last.posting.number}." if last else ""
        raise Refusal(
            f"{voucher}: ${amount:,.2f} of ${stands:,.2f} cannot be voided.{before}", CITE
        )
    taken = {}
    for sfy in sorted(left, reverse=True):
        part = min(left[sfy], amount)
        if part > 0:
            taken[sfy] = part
            amount -= part
    return taken


def _void_moves(
    voucher: Voucher, kind: Kind, taken: dict[int, Decimal], on: date
) -> Iterator[Move]:
    """Back to the encumbrance; when it is too late for that, through it to the Authority."""
    encumbrance = voucher.encumbrance
    late = on > encumbrance.last_usable_on
    for sfy, part in taken.items():
        bound = bound_account(encumbrance, sfy)
        yield Move(accounts.find(FUND, kind, voucher.municipality_id, sfy), bound, part)
        if late:
            yield Move(bound, encumbrances.authority(), part)


def bound_account(encumbrance: Encumbrance, sfy: int) -> Account:
    """Return the account of what is encumbered of a vintage."""
    return accounts.find(FUND, Kind.ENCUMBERED, encumbrance.zone.holder, sfy, encumbrance)


def record(
    voucher: Voucher, posting: Posting, kind: VoucherReduction.Kind, amount: Decimal, reason: str
) -> VoucherReduction:
    """Link what was taken off a voucher to it; what is still payable of it is held by itself."""
    made = VoucherReduction.objects.create(
        voucher=voucher, posting=posting, kind=kind, amount=amount, reason=reason[:300]
    )
    left = sum(owed(voucher).values(), ZERO) if amount > 0 else ZERO
    if left:
        why = f"{voucher} was lowered: {reason}"
        holds.hold_lowered(
            voucher.municipality_id, FUND, left + amount, left, why, posting.effective_on
        )
    return made
