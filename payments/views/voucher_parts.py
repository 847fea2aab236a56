"""The only home of what a voucher's page shows after the approval: refunds, warrant, pay day."""

from django.urls import reverse

from municipalities.models import Officer
from municipalities.page_parts import Event, Link
from payments.models import Payment, Refund, Voucher
from payments.queries import vouchers as queries


def after_approval(voucher: Voucher, officer: Officer) -> list[Link]:
    """Return what the officer may do with an approved voucher: void it, or have it refunded."""
    refund = queries.open_refund(voucher)
    if refund is not None:
        return _of_refund(refund, officer)
    spent = voucher.kind == Voucher.Kind.SPENT
    if queries.is_paid(voucher) or spent:
        asks = officer.may("prepare-voucher") and (spent or voucher.kind != Voucher.Kind.ADVANCE)
        to = reverse("refund_ask", args=[voucher.pk])
        return [Link("Ask for a refund", to)] if asks else []
    if officer.may("approve-voucher"):
        return [Link("Void a part or all", reverse("voucher_void", args=[voucher.pk]))]
    return []


def what_stands(voucher: Voucher) -> str:
    """Say of an approved voucher what is still to happen to its money."""
    refund = queries.open_refund(voucher)
    if refund is None:
        return "Waits for a warrant." if queries.is_owed(voucher) else "Nothing of it is owed."
    if refund.receivable_id is None:
        return f"${refund.amount:,.2f} is asked back. The CFO confirms it."
    return f"${refund.amount:,.2f} is to come back. The Treasury records the deposit."


def _of_refund(refund: Refund, officer: Officer) -> list[Link]:
    if refund.receivable_id is not None:
        may, word, name = officer.may("record-return"), "Record the deposit", "refund_record"
    else:
        mine = officer.person_id == refund.asked_by.person_id
        may = officer.may("approve-voucher") and not mine
        word, name = "Confirm the refund", "refund_confirm"
    return [Link(word, reverse(name, args=[refund.pk]))] if may else []


def history(voucher: Voucher) -> list[Event]:
    """Return what was done about a voucher, from its entry to the money and back."""
    events = [Event(voucher.entered_on, f"Prepared by {voucher.prepared_by}")]
    if voucher.duplicate_of is not None:
        like = voucher.duplicate_of
        events.append(Event(voucher.entered_on, f"Held: it looks like {like}", like.invoice))
    if voucher.cleared_on:
        cleared = f"Let go on by {voucher.cleared_by}"
        events.append(Event(voucher.cleared_on, cleared, voucher.cleared_reason))
    if voucher.sent_back_on:
        sent = f"Sent back by {voucher.sent_back_by}"
        events.append(Event(voucher.sent_back_on, sent, voucher.sent_back_reason))
    if voucher.approved_on:
        events.append(Event(voucher.approved_on, f"Approved by {voucher.approved_by}"))
        events += sorted([*_paid(voucher), *_refunded(voucher)], key=lambda each: str(each.at))
    return events


def _paid(voucher: Voucher) -> list[Event]:
    """Say on which warrant it went, under which trace, and what the bank sent back."""
    events = []
    found = Payment.objects.filter(voucher=voucher).select_related("warrant", "bank_return")
    for each in found.order_by("pk"):
        warrant = each.warrant
        if warrant.withdrawn_on is not None:
            continue
        events.append(
            Event(
                warrant.certified_on,
                f"On warrant {warrant.number}, to pay on {warrant.pays_on:%b %-d, %Y}",
                f"Trace {each.trace}, ${each.amount:,.2f}.",
            )
        )
        if warrant.sent_on is not None:
            paid = f"Sent to the bank; pay day {warrant.pays_on:%b %-d, %Y}"
            events.append(Event(warrant.sent_on, paid, f"Trace {each.trace}."))
        if each.returned:
            back = getattr(each, "bank_return", None)
            if back is not None:
                events.append(Event(back.returned_on, f"Sent back by the bank, {back.code}"))
    return events


def _refunded(voucher: Voucher) -> list[Event]:
    events = []
    found = voucher.refunds.select_related(
        "asked_by__office", "confirmed_by__office", "recorded_by__office", "dropped_by__office"
    )
    for each in found:
        asked = f"Refund of ${each.amount:,.2f} asked for by {each.asked_by}"
        events.append(Event(each.asked_on, asked, each.reason))
        if each.confirmed_on:
            events.append(
                Event(each.confirmed_on, f"Refund confirmed by {each.confirmed_by}: it is owed")
            )
        if each.dropped_on:
            events.append(
                Event(each.dropped_on, f"Refund dropped by {each.dropped_by}", each.dropped_because)
            )
        if each.recorded_on:
            events.append(
                Event(each.recorded_on, f"Deposit of the refund recorded by {each.recorded_by}")
            )
    return events
