"""The only home of acts on vouchers: prepare, clear a likely duplicate, approve.

What is taken off an approved voucher afterwards has its home in `payments/reductions.py`.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.urls import reverse

from funds import accounts, caps, compliance, encumbrances, ledger, repeats
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.ledger import Move
from funds.models import Account, Encumbrance, Expenditure, Kind, Posting
from funds.refusal import Refusal
from funds.rules.expenses import category_named
from funds.splits import FUND
from funds.vintages import day
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer
from municipalities.notices import writing
from municipalities.notices.writing import Words
from payments import invoices, service_days
from payments.giving_back import give_back
from payments.models import Voucher
from payments.reductions import owed, void

__all__ = ["approve", "clear_duplicate", "give_back", "owed", "prepare", "send_back", "void"]

CARRIED = "52:27H-88 i."
ACTS = {
    Voucher.Kind.REIMBURSEMENT: "voucher",
    Voucher.Kind.ADVANCE: "advance",
    Voucher.Kind.SPENT: "spend",
}


@transaction.atomic
def prepare(
    encumbrance: Encumbrance,
    number: str,
    amount: Decimal,
    vendor: str,
    invoice: str,
    service_on: date,
    category: str,
    kind: str,
    *,
    on: date,
    by: Officer,
    scan: store.Checked | None = None,
) -> Voucher:
    """Prepare a voucher against an encumbrance, once by its number, and keep its scan.

    A number is one voucher of the municipality; one that looks like another is recorded as held.
    Raises Refusal without vendor, invoice or amount, for a service on a day that cannot count, and
    as the approval would when money or a ceiling is short already.
    """
    offices.require(by, "prepare-voucher", on=on)
    refuse_elsewhere(by, encumbrance.zone, on, encumbrance.municipality_id)
    ledger.hold(FUND)
    asked = Voucher(
        encumbrance=encumbrance,
        municipality=encumbrance.municipality,
        number=number,
        kind=Voucher.Kind(kind),
        category=category_named(category).value,
        vendor=vendor.strip(),
        invoice=invoice.strip(),
        service_on=service_on,
        entered_on=on,
        amount=amount,
        prepared_by=by,
    )
    return _entered(asked, on, scan)


def _entered(asked: Voucher, on: date, scan: store.Checked | None) -> Voucher:
    """Save a voucher that may be; the one that has its number is returned when it is the same."""
    if done := Voucher.objects.filter(municipality=asked.municipality, number=asked.number).first():
        return _same(done, asked)
    _refuse_invoice(asked, on)
    _refuse_short(asked, on)
    return _saved(asked, scan)


def _same(done: Voucher, asked: Voucher) -> Voucher:
    names = ("encumbrance", "amount", "kind", "vendor", "invoice", "service_on", "category")
    content = {name: (getattr(done, name), getattr(asked, name)) for name in names}
    content["day of service"] = content.pop("service_on")
    repeats.refuse_other(done.number, "voucher", content, CARRIED)
    return done


def _saved(voucher: Voucher, scan: store.Checked | None) -> Voucher:
    if scan is not None:
        whose = store.Whose(municipality=voucher.municipality_id)
        voucher.scan = store.keep(scan, whose, by=voucher.prepared_by)
    voucher.vendor_key = invoices.vendor_key(voucher.vendor)
    voucher.invoice_key = invoices.normalised(voucher.invoice)
    voucher.duplicate_of = invoices.likely_duplicate(voucher)
    voucher.save()
    return voucher


def _refuse_invoice(voucher: Voucher, on: date) -> None:
    if voucher.amount <= 0 or not voucher.vendor or not voucher.invoice:
        raise Refusal(f"{voucher}: a vendor, an invoice and an amount are needed.", CARRIED)
    service_days.refuse_unusable(voucher)
    service_days.refuse_too_early(voucher)
    if voucher.service_on > on and voucher.kind != Voucher.Kind.ADVANCE:
        raise Refusal(f"{voucher}: the service of {day(voucher.service_on)} is still to come.")


def _refuse_short(voucher: Voucher, on: date) -> dict[Account, Decimal]:
    """Return what the voucher takes, oldest vintage first; refuse without the money or the room."""
    kind = Kind.TRUST if voucher.kind == Voucher.Kind.SPENT else Kind.ENCUMBERED
    parts = encumbrances.take(voucher.encumbrance, kind, voucher.amount)
    caps.refuse_expenditure(voucher.encumbrance, voucher.category, _by_year(parts), on)
    return parts


def _by_year(parts: Mapping[Account, Decimal]) -> dict[int, Decimal]:
    return {account.sfy or 0: part for account, part in parts.items()}


@transaction.atomic
def clear_duplicate(voucher: Voucher, reason: str, *, on: date, by: Officer) -> Voucher:
    """Let a held voucher go on, as another person than its preparer and with a reason.

    Raises Refusal for the preparer and without a reason. Both vouchers stay in the exception
    report.
    """
    offices.require(by, "approve-voucher", on=on)
    refuse_elsewhere(by, voucher.encumbrance.zone, on, voucher.municipality_id)
    refuse_same_person(f"{voucher}, clearing", voucher.prepared_by, by)
    if not reason.strip():
        raise Refusal(f"{voucher}: going on needs a reason.")
    ledger.hold(FUND)
    voucher.refresh_from_db()
    if voucher.held:
        voucher.cleared_by, voucher.cleared_on, voucher.cleared_reason = by, on, reason
        voucher.save(update_fields=["cleared_by", "cleared_on", "cleared_reason"])
    return voucher


@transaction.atomic
def send_back(voucher: Voucher, reason: str, *, on: date, by: Officer) -> Voucher:
    """Send back a voucher that is not approved: by the CFO, or by who prepared it, with a reason.

    It stays on record and binds nothing; its invoice may be entered anew under another number.
    Raises Refusal for an approved one (void it) and for any other officer.
    """
    own = by.person_id == voucher.prepared_by.person_id
    offices.require(by, "prepare-voucher" if own else "approve-voucher", on=on)
    refuse_elsewhere(by, voucher.encumbrance.zone, on, voucher.municipality_id)
    ledger.hold(FUND)
    voucher.refresh_from_db()
    if voucher.sent_back_by is not None:
        return voucher
    if voucher.posting is not None:
        raise Refusal(f"{voucher} is approved: it is voided, not sent back.", CARRIED)
    if not reason.strip():
        raise Refusal(f"{voucher}: what is sent back says why.")
    voucher.sent_back_by, voucher.sent_back_on, voucher.sent_back_reason = by, on, reason
    voucher.save(update_fields=["sent_back_by", "sent_back_on", "sent_back_reason"])
    if not own:
        words = Words(
            f"Voucher {voucher} was sent back",
            f"{by} sent it back: {reason}",
            reverse("voucher", args=[voucher.pk]),
        )
        key = f"voucher/{voucher.pk}/sent-back"
        writing.write("voucher sent back", key, voucher.prepared_by, words, by=by)
    return voucher


@transaction.atomic
def approve(voucher: Voucher, *, on: date, by: Officer) -> Voucher:
    """Approve a voucher as another person than its preparer: oldest vintage first, once.

    A reimbursement or an advance becomes payable; what a trust spent is paid. It counts in the
    year of its service while that year is open, else in the open one, marked prior-year. Raises
    Refusal for the preparer, a held voucher, a withheld zone (except for what a trust has spent
    already), and when money or a ceiling is short.
    """
    offices.require(by, "approve-voucher", on=on)
    refuse_elsewhere(by, voucher.encumbrance.zone, on, voucher.municipality_id)
    head = ledger.hold(FUND)
    voucher.refresh_from_db()
    if voucher.posting is not None:
        return voucher
    _refuse_approval(voucher, on, by)
    parts = _refuse_short(voucher, on)
    closed = ledger.closed_through(head)
    counts_on = service_days.counts_on(voucher, parts, closed, on)
    voucher.posting = _post(voucher, parts, counts_on, by)
    voucher.prior_year = service_days.is_prior_year(voucher, closed)
    voucher.approved_by, voucher.approved_on = by, on
    voucher.save(update_fields=["posting", "approved_by", "approved_on", "prior_year"])
    if voucher.kind != Voucher.Kind.ADVANCE:
        record_expenditure(voucher, voucher.posting, _by_year(parts))
    return voucher


def _refuse_approval(voucher: Voucher, on: date, by: Officer) -> None:
    refuse_same_person(f"{voucher}, approval", voucher.prepared_by, by)
    if voucher.sent_back_by is not None:
        raise Refusal(f"{voucher} was sent back: {voucher.sent_back_reason}. Enter it anew.")
    if voucher.held:
        raise Refusal(
            f"{voucher} is held: it looks like {voucher.duplicate_of} (invoice "
            f"{voucher.duplicate_of.invoice if voucher.duplicate_of else ''}). Going on needs a "
            "second person's reason."
        )
    if voucher.kind != Voucher.Kind.SPENT:
        compliance.refuse_withheld(voucher.encumbrance.zone, on)
    service_days.refuse_unusable(voucher)


def _post(
    voucher: Voucher, parts: Mapping[Account, Decimal], counts_on: date, by: Officer
) -> Posting:
    kind = Kind.PAID if voucher.kind == Voucher.Kind.SPENT else Kind.PAYABLE
    moves = [
        Move(account, accounts.find(FUND, kind, voucher.municipality_id, account.sfy), part)
        for account, part in parts.items()
    ]
    return ledger.post(
        ACTS[Voucher.Kind(voucher.kind)],
        moves,
        fund=FUND,
        key=f"voucher/{voucher.municipality_id}/{voucher.number}/approve",
        on=counts_on,
        by=by,
        clause="52:27H-88 b.",
        note=f"{voucher.vendor}, invoice {voucher.invoice}"[:500],
    )


def record_expenditure(voucher: Voucher, posting: Posting, amounts: Mapping[int, Decimal]) -> None:
    """Record what counts as expenditure, by vintage."""
    of = {"posting": posting, "encumbrance": voucher.encumbrance, "category": voucher.category}
    Expenditure.objects.bulk_create(
        Expenditure(sfy=sfy, amount=amount, **of) for sfy, amount in amounts.items()
    )
