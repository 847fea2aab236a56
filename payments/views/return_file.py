"""The only home of the page of one file of the bank's returns: its lines, its steps, its button."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.rules.money import ZERO
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Figure, Panel, Step, Term
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments import return_codes
from payments.models import ReturnFile, ReturnLine
from payments.queries import returns as queries
from payments.queries.bank_accounts import names_of
from payments.return_forms import ConfirmReturnsForm
from payments.views.returns import state_of

LABELS = {"matched": "Matched", "known": "Recorded before", "exception": "Exceptions"}
STATES = {"matched": "Ready to record", "known": "Same as before", "exception": "Refused"}


class ReturnFilePage(Page):
    """One file: what of it matches, what was recorded before, what is an exception."""

    template_name = "payments/return_file.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the file's lines, exceptions first."""
        file = get_object_or_404(
            ReturnFile.objects.select_related("sent_by__office", "confirmed_by__office"),
            pk=kwargs["pk"],
        )
        sums = queries.sums(file)
        lines = file.lines.select_related("payment__warrant").order_by("state", "number")
        page = page_of(self.request, lines)
        names = names_of({each.payee for each in page})
        return super().get_context_data(
            file=file,
            state=state_of(file),
            steps=_steps(file),
            figures=[_figure(label, sums[state]) for state, label in LABELS.items()],
            page=page,
            lines=_lines(list(page), names, sums),
            panel=_panel(file, sums, self.officer),
            **kwargs,
        )  # fmt: skip


def _figure(label: str, found: queries.Summed) -> Figure:
    return Figure(label, found.amount, f"{found.count} returns.", "#lines")


def _steps(file: ReturnFile) -> list[Step]:
    done = file.confirmed_by is not None
    by = f"{file.confirmed_by}, {file.confirmed_on:%b %-d}" if done else ""
    if file.quarantined_because:
        return [
            Step("Loaded", "Done", f"{file.sent_by}, {file.sent_on:%b %-d}", "done"),
            Step("Quarantine", "Waits", "Nothing of it was read.", "current"),
        ]
    return [
        Step("Loaded and matched", "Done", f"{file.sent_by}, {file.sent_on:%b %-d}", "done"),
        Step("Recorded", "Done" if done else "Next", by, "done" if done else "current"),
    ]


def _lines(found: list[ReturnLine], names: Any, sums: dict[str, queries.Summed]) -> Table:
    total = sum((each.amount for each in sums.values()), ZERO)
    return Table(
        caption="Lines of the file, exceptions first ($)",
        columns=[
            Column("Payment"),
            Column("Payee"),
            Column("Why it came back", "words"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[_line(each, names) for each in found],
        totals=[row("All lines", BLANK, BLANK, total, BLANK)],
        caption_unseen=True,
        empty="Nothing was read of it.",
    )


def _line(each: ReturnLine, names: Any) -> Row:
    known = each.code in return_codes.WORDS
    why = return_codes.sentence(each.code) if known else each.code
    to = reverse("warrant", args=[each.payment.warrant_id]) if each.payment else ""
    state = "Settled" if each.settled_by_id else STATES[each.state]
    if each.recorded_id:
        state = "Done"
    second = each.settled_because or each.finding
    return row(
        Cell(each.trace, to, second=f"line {each.number}"),
        names.get(each.payee, each.payee or None),
        Cell(why, second=second),
        Cell(each.amount, to),
        state,
        lit=each.state == "exception" and not each.settled_by_id,
    )


def _panel(file: ReturnFile, sums: dict[str, queries.Summed], officer: Officer) -> Panel | None:
    if file.confirmed_by_id is not None or file.quarantined_because:
        return None
    matched = sums["matched"]
    amount = f"{matched.amount:,.2f}"
    may = officer.may("record-return")
    form = ConfirmReturnsForm(file=file, count=matched.count, amount=amount)
    return Panel(
        title="Record the returns",
        totals=[
            Term("Exceptions, not recorded", str(sums["exception"].count)),
            Term("Recorded before", str(sums["known"].count)),
            Term("To record", matched.amount, total=True, in_dollars=True),
        ],
        form=form if may else None,
        blocked="" if may else "An officer of the Treasury records them.",
        after="Each is payable again, once. An account that is closed or unknown closes here too.",
    )
