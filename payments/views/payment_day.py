"""The only home of payment day: what is due, late and payable, and who may act on it now."""

from decimal import Decimal
from typing import Any

from django.urls import reverse

from funds.rules.money import ZERO
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments.models import Warrant
from payments.queries import payment_day as queries
from payments.queries.payment_day import FundDay


class PaymentDay(Page):
    """Payment day: due, late, payable; the warrants on their way; what was sent last."""

    template_name = "payments/payment_day.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Recompute the day's totals at this moment."""
        days = queries.by_fund(self.today)
        return super().get_context_data(
            figures=_figures(days),
            totals=_totals(days),
            open_warrants=_warrants("Warrants on their way ($)", queries.open_warrants()),
            sent=_warrants("Sent last ($)", queries.sent()),
            doors=self._doors(days),
            **kwargs,
        )

    def _doors(self, days: list[FundDay]) -> list[Link]:
        if not self.officer.may("certify-warrant"):
            return []
        return [
            Link(
                f"Certify ${d.payable:,.2f} of {d.fund.name}",
                reverse("warrant_certify", args=[d.fund.code]),
            )
            for d in days
            if d.payable
        ]


def _figures(days: list[FundDay]) -> list[Figure]:
    payable = sum((d.payable for d in days), ZERO)
    due = sum((d.due_amount for d in days), ZERO)
    late = sum((d.late_amount for d in days), ZERO)
    coming = [d for d in days if d.next_on]
    first = min(coming, key=lambda d: str(d.next_on)) if coming else None
    return [
        Figure(
            "Released, not paid",
            payable,
            f"{sum(d.payees for d in days)} payees wait for a warrant.",
            f"{reverse('account_list')}?kind=PAYABLE",
        ),
        Figure("Due, not released", due, f"{sum(d.due for d in days)} installments.", "#totals"),
        Figure("Late", late, f"{sum(d.late for d in days)} installments.", "#totals"),
        Figure(
            f"Next, {first.next_on:%b %-d}" if first and first.next_on else "Next",
            first.next_amount if first else None,
            f"{first.fund.name}." if first else "No installment is planned.",
            "#totals",
        ),
    ]


def _totals(days: list[FundDay]) -> Table:
    return Table(
        caption="By fund, counted at this moment ($)",
        columns=[
            Column("Fund"),
            Column("Due", "money"),
            Column("Of these late", "money"),
            Column("Released, not paid", "money"),
            Column("Next installment", "money"),
            Column("On", "date"),
        ],
        rows=[_day_row(d) for d in days],
        totals=[
            row(
                "All funds",
                sum((d.due_amount for d in days), ZERO),
                sum((d.late_amount for d in days), ZERO),
                sum((d.payable for d in days), ZERO),
                sum((d.next_amount for d in days), Decimal(0)),
                BLANK,
            )
        ],
        on_phone="frame",
    )


def _day_row(d: FundDay) -> Row:
    accounts = f"{reverse('account_list')}?fund={d.fund.code}&kind="
    return row(
        Cell(d.fund.name, reverse("fund", args=[d.fund.code]), second=d.fund.statute),
        Cell(d.due_amount, f"{accounts}ENTITLED"),
        Cell(d.late_amount, f"{accounts}ENTITLED"),
        Cell(d.payable, f"{accounts}PAYABLE"),
        Cell(d.next_amount, f"{accounts}ENTITLED"),
        Cell(d.next_on, nothing="None"),
    )


def state_of(warrant: Warrant) -> str:
    """Say a warrant's state in words."""
    if warrant.posting_id:
        return "Sent"
    if warrant.withdrawn_on:
        return "Withdrawn"
    return "Ready to send" if warrant.warranted_by_id else "Ready to issue"


def _warrants(caption: str, found: list[Warrant]) -> Table:
    return Table(
        caption=caption,
        columns=[
            Column("Warrant"),
            Column("Pays on", "date"),
            Column("Payments", "count"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[
            row(
                Cell(w.number, reverse("warrant", args=[w.pk]), second=w.fund.name),
                w.pays_on,
                w.payments_count,
                Cell(w.total, reverse("warrant", args=[w.pk])),
                state_of(w),
            )
            for w in found
        ],
        empty="No warrant. One appears when released payments are certified.",
    )
