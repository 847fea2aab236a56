"""The only home of the page of an installment: from the deposit back to the certified amount."""

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.rules.money import ZERO, percent_of, to_cents
from municipalities.doors import Page
from municipalities.page_parts import Link, Tag, Term, Why
from municipalities.tables import BLANK, Cell, Column, Table, row
from payments.models import Installment, Payment
from payments.queries.states import state_of


class InstallmentPage(Page):
    """Why a deposit is what it is: warrant, release, percentage, certification."""

    template_name = "payments/installment.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible installment and its siblings."""
        visible = self.scope.filter(Installment.objects.all(), "municipality", "county")
        each = get_object_or_404(
            visible.select_related(
                "fund",
                "posting",
                "replaced_by",
                "certification__run",
                "certification__certified_by__office",
            ).prefetch_related("payments__warrant", "payments__bank_account"),
            pk=kwargs["pk"],
        )
        siblings = list(
            visible.filter(
                fund=each.fund_id,
                entitlement_sfy=each.entitlement_sfy,
                holder=each.holder,
                stream=each.stream,
                replaced_by=None,
            )
            .prefetch_related("payments__warrant")
            .order_by("number")
        )
        return super().get_context_data(
            installment=each,
            fund=each.fund,
            state=Tag(state_of(each)),
            chain=[*_payments(each), _release(each), _cut(each, siblings), _certified(each)],
            siblings=_siblings(each, siblings),
            **kwargs,
        )


def _payments(each: Installment) -> list[Why]:
    return [_payment(p) for p in each.payments.all() if p.warrant.withdrawn_on is None]


def _payment(payment: Payment) -> Why:
    warrant = payment.warrant
    account = payment.bank_account
    to = f"To the account ending {account.last_four}. " if account else ""
    sent = f"Sent {warrant.sent_on:%b %-d, %Y}." if warrant.sent_on else "Not sent yet."
    back = " The bank returned it." if payment.returned else ""
    return Why(
        "Deposit",
        payment.amount,
        about=f"{to}{sent}{back}",
        sources=[Link(f"Warrant {warrant.number}", reverse("warrant", args=[warrant.pk]))],
        source_note=f"trace {payment.trace}",
    )


def _release(each: Installment) -> Why:
    if each.replaced_by is not None:
        words = f"Never released: {each.replaced_by} planned it anew."
        return Why("Release", each.amount, about=words, source_note=each.authority)
    if each.posting is None:
        words = f"Not released yet: its deposit day is {each.deposit_on:%a %b %-d, %Y}."
        return Why("Release", each.amount, about=words, source_note=each.authority)
    late = " It was released late." if each.released_late else ""
    sums = [Term("Installment", each.amount)]
    if each.recovered:
        sums.append(Term("Less what was owed", -each.recovered))
        sums.append(Term("Released", each.amount - each.recovered, total=True))
    return Why(
        "Release",
        each.amount - each.recovered,
        about=f"Released on {each.posting.effective_on:%a %b %-d, %Y}.{late}",
        sums=sums if each.recovered else (),
        sources=[
            Link(f"Posting {each.posting.number}", reverse("posting", args=[each.posting.pk]))
        ],
    )


def _cut(each: Installment, siblings: list[Installment]) -> Why:
    total = sum((s.amount for s in siblings), ZERO)
    earlier = [s for s in siblings if s.number < each.number]
    before = sum((s.amount for s in earlier), ZERO)
    percent = sum((s.percent for s in [*earlier, each]), Decimal(0))
    running = to_cents(percent_of(total, percent))
    sums = [
        Term(f"{percent.normalize():f}% of {total:,.2f}", running),
        Term("Less what was scheduled before", -before),
        Term(f"Installment {each.number}", each.amount, total=True),
    ]
    exact = running - before == each.amount
    return Why(
        f"Installment {each.number} of {len(siblings)}",
        each.amount,
        about="Each installment is the running percentage, rounded, less what was scheduled "
        "before, so together they make the certified amount."
        if exact
        else "Planned anew after a later certification; what was released stays as it was.",
        sums=sums if exact else (),
        source_note=each.authority,
    )


def _certified(each: Installment) -> Why:
    made = each.certification
    run = made.run
    return Why(
        "Certified amount",
        made.number,
        about=f"Certified on {made.certified_on:%b %-d, %Y} by {made.certified_by}.",
        sources=[
            Link("How it was worked out", reverse("run_holder", args=[run.pk, each.holder])),
        ],
    )


def _siblings(each: Installment, siblings: list[Installment]) -> Table:
    return Table(
        caption="Where it fits ($)",
        columns=[Column("Deposit"), Column("Part"), Column("Amount", "money")],
        rows=[
            row(
                f"{s.deposit_on:%b %-d, %Y}",
                f"{s.percent.normalize():f}%",
                Cell(s.amount, reverse("installment", args=[s.pk])),
                lit=s.pk == each.pk,
            )
            for s in siblings
        ],
        totals=[row("All", BLANK, sum((s.amount for s in siblings), ZERO))],
        on_phone="plain",
    )
