"""The only home of remittance advice: a paper that tells a payee what one payment is."""

from datetime import date
from decimal import Decimal

from municipalities.documents.store import Whose
from municipalities.letters import papers
from municipalities.letters.papers import Addressed
from municipalities.letters.words import Letter, LetterColumn, LetterTable, on_paper
from municipalities.models import Officer, Paper
from payments.models import Payment
from payments.queries.bank_accounts import names_of
from payments.queries.deposits import explain

KIND = "remittance advice"


def key(payment: Payment) -> str:
    """Return the key under which a payment's advice is issued once."""
    return f"payment/{payment.trace}/advice"


def issue(payment: Payment, *, on: date, by: Officer) -> Paper:
    """Issue the advice of a sent payment, once, to its payee."""
    payee = payment.payee
    county = payee.removeprefix("county:") if payee.startswith("county:") else None
    to = Addressed(
        number=f"{payment.warrant.number}-{payment.trace[-7:]}",
        kind=KIND,
        key=key(payment),
        subject=f"{KIND}/{payment.trace}",
        whose=Whose(municipality=payee if payee.isdigit() else None, county=county),
    )
    return papers.issue(_letter(payment), to, on=on, by=by)


def _letter(payment: Payment) -> Letter:
    found, warrant, account = explain(payment), payment.warrant, payment.bank_account
    name = names_of({payment.payee}).get(payment.payee, payment.payee)
    rows = [
        (each.label, f"{each.value:.2f}") for each in found.terms if isinstance(each.value, Decimal)
    ]
    return Letter(
        title=f"Remittance advice, {on_paper(warrant.pays_on)}",
        to=(name,),
        paragraphs=(
            f"The State paid ${payment.amount:,.2f} from {warrant.fund.name} under {found.clause}.",
        ),
        facts=(
            ("What it is", found.what),
            ("Warrant", warrant.number),
            ("Identification on the statement", payment.trace),
            ("Account", f"ending {account.last_four}" if account else "none"),
        ),
        tables=(
            LetterTable(
                "What it is made up of",
                (LetterColumn("Part"), LetterColumn("Amount ($)", "money")),
                rows,
            ),
        ),
        signed=("Department of the Treasury",),
    )
