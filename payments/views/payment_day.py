"""The only home of payment day: what is due, late and payable, and who may act on it now."""

from decimal import Decimal
from typing import Any
from urllib.parse import quote

from django.urls import reverse

from funds.rules.money import ZERO
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments import approvals
from payments.collecting import Why
from payments.models import Warrant
from payments.queries import payment_day as queries
from payments.queries.bank_accounts import names_of
from payments.queries.payment_day import FundDay

SHOWN = 20
STATES: dict[str, str] = {
    Why.HELD: "Held",
    Why.WITHHELD: "Withheld",
    Why.TRUST: "Needs a trust account",
    Why.ACCOUNT: "Needs an account",
    Why.WIRE: "Needs a wire",
}


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
            exceptions=_exceptions(days),
            left_out=sum(queries.reasons(days).values()),
            in_order=sum(d.to_pay_count for d in days),
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
                f"Certify ${d.to_pay:,.2f} of {d.fund.name}",
                reverse("warrant_certify", args=[d.fund.code]),
            )
            for d in days
            if d.to_pay
        ]


def _figures(days: list[FundDay]) -> list[Figure]:
    held, held_amount = _left_out(days, *queries.HELD)
    without, without_amount = _left_out(days, *queries.NO_ACCOUNT)
    late = sum((d.late_amount for d in days), ZERO)
    many, payees = sum(d.to_pay_count for d in days), sum(d.towns for d in days)
    return [
        Figure(
            "To pay",
            sum((d.to_pay for d in days), ZERO),
            f"{many:,} payment{'' if many == 1 else 's'} to {payees:,} "
            f"payee{'' if payees == 1 else 's'}, one for each obligation.",
            f"{reverse('account_list')}?kind=PAYABLE",
        ),
        Figure("Late", late, f"{sum(d.late for d in days)} installments not released.", "#totals"),
        Figure("Held", held_amount, counted(held), reverse("holds")),
        Figure(
            "Without a verified account",
            without_amount,
            counted(without),
            reverse("bank_accounts"),
        ),
    ]


def counted(many: int) -> str:
    """Say how many payments are left out."""
    return f"{many} payment{'' if many == 1 else 's'}, left out."


def _left_out(days: list[FundDay], *whys: str) -> tuple[int, Decimal]:
    found = [d.left_out(*whys) for d in days]
    return sum(count for count, _ in found), sum((amount for _, amount in found), ZERO)


def _exceptions(days: list[FundDay]) -> Table:
    """What is left out and why, the largest first."""
    found = queries.exceptions(days)
    names = names_of({each["payee"] for _, each in found[:SHOWN]})
    return Table(
        caption=f"Left out, the largest first ($); {len(found)} in all",
        columns=[
            Column("Payee"),
            Column("Why", "words"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[
            row(
                Cell(names.get(each["payee"], each["payee"]), second=f"{each['payee']}, {fund}"),
                each["why"][:1].upper() + each["why"][1:],
                Cell(Decimal(each["amount"]), _why_url(each)),
                Cell(STATES[each["kind"]]),
                lit=True,
            )
            for fund, each in found[:SHOWN]
        ],
        caption_unseen=True,
        empty="Nothing is left out.",
    )


def _why_url(each: dict[str, str]) -> str:
    if each["kind"] in queries.NO_ACCOUNT:
        return f"{reverse('bank_accounts')}?payee={quote(each['payee'])}"
    return reverse("holds")


def _totals(days: list[FundDay]) -> Table:
    def total(name: str) -> Decimal:
        return sum((getattr(d, name) for d in days), ZERO)

    return Table(
        caption="By fund, counted at this moment ($). Released = to pay + left out",
        columns=[
            Column("Fund"),
            Column("Payees", "count"),
            Column("Released", "money"),
            Column("Left out", "money"),
            Column("To pay", "money"),
            Column("Due, not released", "money"),
            Column("Next installment", "money"),
            Column("On", "date"),
        ],
        rows=[_day_row(d) for d in days],
        totals=[
            row(
                "All funds",
                sum(d.towns for d in days),
                total("to_pay") + _left_out(days, *Why)[1],
                _left_out(days, *Why)[1],
                total("to_pay"),
                total("due_amount"),
                total("next_amount"),
                BLANK,
            )
        ],
        on_phone="frame",
        caption_unseen=False,
    )


def _day_row(d: FundDay) -> Row:
    accounts = f"{reverse('account_list')}?fund={d.fund.code}&kind="
    left = d.left_out(*Why)[1]
    return row(
        Cell(d.fund.name, reverse("fund", args=[d.fund.code]), second=d.fund.statute),
        d.towns,
        Cell(d.to_pay + left, f"{accounts}PAYABLE"),
        Cell(left, "#exceptions"),
        Cell(d.to_pay, f"{accounts}PAYABLE"),
        Cell(d.due_amount, f"{accounts}ENTITLED"),
        Cell(d.next_amount, f"{accounts}ENTITLED"),
        Cell(d.next_on, nothing="None"),
    )


def state_of(warrant: Warrant) -> str:
    """Say a warrant's state in words."""
    if warrant.posting_id:
        return "Sent"
    if warrant.withdrawn_on:
        return "Withdrawn"
    if warrant.warranted_by_id:
        return "Ready to send"
    if warrant.approvals_needed == 1:
        return "Ready to issue"
    counted: int | None = getattr(warrant, "approved", None)
    given = approvals.given(warrant) if counted is None else 1 + counted
    missing = warrant.approvals_needed - given
    return f"Needs {missing} more approval" if missing > 0 else "Ready to issue"


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
