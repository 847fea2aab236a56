"""The only home of the page of returns: what waits, what was paid again, the bank's files."""

from typing import Any

from django.urls import reverse

from funds.rules.money import ZERO
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Figure, Tag
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row
from payments import return_codes, returns
from payments.models import BankReturn, ReturnFile, ReturnLine
from payments.queries import returns as queries
from payments.queries.bank_accounts import names_of


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
                return_codes.sentence(each.code),
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
            second=return_codes.sentence(each.code),
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
