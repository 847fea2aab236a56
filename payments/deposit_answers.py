"""The only home of acts on deposits: a payee confirms one or asks about it, the State answers."""

from datetime import date

from django.db import transaction
from django.urls import reverse

from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer
from municipalities.notices import writing
from municipalities.notices.writing import Words
from payments.models import DepositAnswer, Payment

Kind = DepositAnswer.Kind


@transaction.atomic
def confirm(payment: Payment, *, on: date, by: Officer) -> DepositAnswer:
    """Confirm that a deposit arrived, once. Raises Refusal for another's, or an unsent one."""
    offices.require(by, "confirm-deposit", on=on)
    found = _locked(payment)
    _refuse(found, by)
    done = DepositAnswer.objects.filter(payment=found, kind=Kind.CONFIRMED).first()
    if done is not None:
        return done
    if found.returned:
        raise Refusal(f"The bank sent {found.trace} back: there is nothing to confirm.")
    return DepositAnswer.objects.create(
        payment=found, payee=found.payee, kind=Kind.CONFIRMED, said_by=by, said_on=on
    )


@transaction.atomic
def ask(payment: Payment, words: str, *, on: date, by: Officer) -> DepositAnswer:
    """Ask the Treasury about a deposit; an open question is returned.

    Raises Refusal without words, for another payee's, or an unsent one.
    """
    offices.require(by, "confirm-deposit", on=on)
    found = _locked(payment)
    _refuse(found, by)
    if not words.strip():
        raise Refusal("A question about a deposit says what is asked.")
    open_one = DepositAnswer.objects.filter(payment=found, kind=Kind.QUERY, answered_by=None)
    return open_one.first() or DepositAnswer.objects.create(
        payment=found, payee=found.payee, kind=Kind.QUERY, words=words[:300], said_by=by, said_on=on
    )


@transaction.atomic
def answer(query: DepositAnswer, words: str, *, on: date, by: Officer) -> DepositAnswer:
    """Answer a payee's question, once, and tell who asked. Raises Refusal without words."""
    offices.require(by, "answer-deposit", on=on)
    found = DepositAnswer.objects.select_for_update(of=("self",)).get(pk=query.pk)
    if found.answered_by_id is not None:
        return found
    if found.kind != Kind.QUERY or not words.strip():
        raise Refusal("Only a question is answered, and in words.")
    found.answered_by, found.answered_on, found.answer = by, on, words[:300]
    found.save(update_fields=["answered_by", "answered_on", "answer"])
    said = Words(
        f"Answer about the deposit {found.payment.trace}",
        f"You asked: {found.words}\n\n{by.office} answers: {found.answer}",
        reverse("deposit_seen", args=[found.payment_id]),
    )
    writing.write("deposit", f"deposit/{found.pk}/answered", found.said_by, said, by=by)
    return found


def _locked(payment: Payment) -> Payment:
    rows = Payment.objects.select_for_update(of=("self",)).select_related("warrant")
    return rows.get(pk=payment.pk)


def _refuse(payment: Payment, by: Officer) -> None:
    office = by.office
    own = office.municipality_id or (f"county:{office.county_id}" if office.county_id else "")
    if payment.payee != own:
        raise Refusal(f"{office} answers for the deposits of {own or 'no payee'}.")
    if payment.warrant.posting_id is None:
        raise Refusal(f"{payment.trace} was not sent yet: there is no deposit.")
