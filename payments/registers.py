"""The only home of a warrant's register as a paper: what it pays, to whom, from which account."""

from datetime import date

from funds.refusal import Refusal
from municipalities.documents.store import Whose
from municipalities.letters import papers
from municipalities.letters.papers import Addressed
from municipalities.letters.words import Letter, LetterColumn, LetterTable, on_paper
from municipalities.models import Officer, Paper
from payments import accounting
from payments.models import Payment, Warrant
from payments.queries.bank_accounts import names_of

KIND = "warrant register"
AMOUNT = LetterColumn("Amount ($)", "money")


def key(warrant: Warrant) -> str:
    """Return the key under which a warrant's register is issued once."""
    return f"warrant/{warrant.number}/register"


def issue(warrant: Warrant, *, on: date, by: Officer) -> Paper:
    """Issue the register of an issued warrant, once. Raises Refusal before it is issued."""
    if warrant.warranted_by is None or warrant.warranted_on is None:
        raise Refusal(f"{warrant} is not issued: its register is set once it is.")
    related = ("installment", "voucher", "bank_account")
    payments = list(warrant.payments.select_related(*related).order_by("trace"))
    to = Addressed(
        number=f"{warrant.number}-REG",
        kind=KIND,
        key=key(warrant),
        subject=f"{KIND}/{warrant.number}",
        whose=Whose(),
    )
    return papers.issue(_letter(warrant, payments), to, on=on, by=by)


def _letter(warrant: Warrant, payments: list[Payment]) -> Letter:
    issued_by = warrant.warranted_by
    total = f"{warrant.total:.2f}"
    return Letter(
        title=f"Register of warrant {warrant.number}",
        to=("Office of the State Treasurer",),
        paragraphs=(
            (
                f"Warrant {warrant.number} of the Director of the Division of Budget and "
                f"Accounting orders {warrant.payments_count} payments from the fund "
                f"{warrant.fund.name}, {warrant.fund.statute}, on {on_paper(warrant.pays_on)}."
            ),
        ),
        facts=(
            ("Certified", f"{warrant.certified_by}, {on_paper(warrant.certified_on)}"),
            ("Issued", f"{issued_by}, {on_paper(warrant.warranted_on or warrant.pays_on)}"),
            ("Payments", f"{warrant.payments_count}"),
            ("Left out", f"{len(warrant.left_out)}"),
        ),
        tables=(
            LetterTable(
                "Accounting strings",
                (LetterColumn("String"), LetterColumn("What it pays"), AMOUNT),
                [
                    (each.string, each.what, f"{each.amount:.2f}")
                    for each in accounting.lines(warrant, payments)
                ],
                ("Total", "", total),
            ),
            LetterTable(
                "Payments",
                (LetterColumn("Payee"), LetterColumn("Trace"), LetterColumn("Account"), AMOUNT),
                _payments(payments),
                ("Total", "", "", total),
            ),
        ),
        signed=(str(issued_by),),
    )


def _payments(payments: list[Payment]) -> list[tuple[str, str, str, str]]:
    names = names_of({each.payee for each in payments})
    return [
        (
            f"{names.get(each.payee, each.payee)} ({each.payee})",
            each.trace,
            f"ending {each.bank_account.last_four}" if each.bank_account else "none",
            f"{each.amount:.2f}",
        )
        for each in payments
    ]
