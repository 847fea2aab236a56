"""The only home of the pages of returns: the bank's files, one with its lines, what waits."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.rules.money import ZERO
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Figure, Panel, Step, Tag, Term
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments import return_codes, returns
from payments.models import BankReturn, ReturnFile, ReturnLine
from payments.queries import returns as queries
from payments.queries.bank_accounts import names_of
from payments.return_forms import ConfirmReturnsForm

LABELS = {"matched": "Matched", "known": "Recorded before", "exception": "Exceptions"}
STATES = {"matched": "Ready to record", "known": "Same as before", "exception": "Refused"}


class ReturnList(Page):
    """What came back and waits to be paid again, exceptions, and the bank's files."""

    template_name = "payments/returns.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List them."""
        waiting = queries.to_pay_again(self.today)
        again = queries.paid_again()
        names = names_of({each.payment.payee for each in (*waiting, *again)})
        exceptions = list(queries.open_exceptions()[:50])
        page = page_of(self.request, queries.files())
        return super().get_context_data(
            figures=[
                Figure(
                    "To pay again",
                    sum((each.payment.amount for each in waiting), ZERO),
                    f"{len(waiting)} payments came back.",
                    "#waiting",
                ),
                Figure("Exceptions", str(len(exceptions)), "To be settled.", "#exceptions"),
                Figure("Files", str(page.paginator.count), "Each is read once."),
            ],
            waiting=_waiting(waiting, names),
            again=_again(again, names) if again else None,
            exceptions=_exceptions(exceptions, self.officer),
            page=page,
            files=_files(list(page)),
            load=self.officer.may("record-return"),
            **kwargs,
        )


def _waiting(found: list[BankReturn], names: Any) -> Table:
    return Table(
        caption="Came back and not paid again ($)",
        columns=[
            Column("Payee"),
            Column("Why", "words"),
            Column("Came back", "date"),
            Column("Amount", "money"),
        ],
        rows=[
            row(
                Cell(
                    names.get(each.payment.payee, each.payment.payee),
                    reverse("warrant", args=[each.payment.warrant_id]),
                    second=f"trace {each.payment.trace}",
                ),
                return_codes.words(each.code).capitalize(),
                each.returned_on,
                Cell(each.payment.amount, reverse("posting", args=[each.posting_id])),
                lit=True,
            )
            for each in found
        ],
        caption_unseen=True,
        empty="Nothing waits: what came back was paid again.",
    )


def _again(found: list[BankReturn], names: Any) -> Table:
    return Table(
        caption="Came back and paid again, the latest first ($)",
        columns=[
            Column("Payee"),
            Column("Came back", "date"),
            Column("In time", "state"),
            Column("Paid again", "date"),
            Column("Amount", "money"),
        ],
        rows=[_settled(each, names) for each in found],
        caption_unseen=True,
    )


def _settled(each: BankReturn, names: Any) -> Row:
    payment = each.payment
    late = each.returned_on > returns.last_day_back(payment.warrant.pays_on)
    return row(
        Cell(
            names.get(payment.payee, payment.payee),
            reverse("warrant", args=[payment.warrant_id]),
            second=f"{each.code}: {return_codes.words(each.code)}",
        ),
        each.returned_on,
        Tag("Late", "warn") if late else Tag("In time", "good"),
        Cell(
            payment.reissued_by.warrant.sent_on,
            reverse("warrant", args=[payment.reissued_by.warrant_id]),
        ),
        Cell(payment.amount, reverse("posting", args=[each.posting_id])),
    )


def _exceptions(found: list[ReturnLine], officer: Officer) -> Table:
    return Table(
        caption="Exceptions, the oldest first ($)",
        columns=[
            Column("File and line"),
            Column("What is wrong", "words"),
            Column("Amount", "money"),
            Column("What you can do"),
        ],
        rows=[_exception(each, officer) for each in found],
        caption_unseen=True,
        empty="No exception. A line that can't be matched would stand here.",
    )


def _exception(each: ReturnLine, officer: Officer) -> Row:
    act = Cell("Settle it", reverse("return_line_settle", args=[each.pk]))
    return row(
        Cell(each.file.filename, reverse("return_file", args=[each.file_id]),
             second=f"line {each.number}, {each.code}"),
        each.finding,
        Cell(each.amount, reverse("return_file", args=[each.file_id])),
        act if officer.may("record-return") else Cell("Waits for the Treasury"),
        lit=True,
    )  # fmt: skip


def _files(found: list[ReturnFile]) -> Table:
    return Table(
        caption="The bank’s files, the latest first",
        columns=[
            Column("File"),
            Column("Lines", "count"),
            Column("Exceptions", "count"),
            Column("State", "state"),
        ],
        rows=[
            row(
                Cell(
                    each.filename,
                    reverse("return_file", args=[each.pk]),
                    second=f"{each.sent_on:%b %-d, %Y}",
                ),
                getattr(each, "many", 0),
                getattr(each, "exceptions", 0),
                state_of(each),
            )
            for each in found
        ],
        caption_unseen=True,
        empty="No file. One appears when an officer of the Treasury loads it.",
    )


def state_of(file: ReturnFile) -> Tag:
    """Say where a file stands."""
    if file.quarantined_because:
        return Tag("Quarantine", "bad")
    if file.confirmed_by_id is None:
        return Tag("Needs confirmation")
    return Tag("Done")


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
    why = return_codes.words(each.code).capitalize() if known else each.code
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
