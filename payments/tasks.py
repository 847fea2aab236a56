"""The payments' tasks: each is woken by a message that only says "look"."""

from celery import shared_task
from django.utils.timezone import localdate

from funds.one_at_a_time import alone
from municipalities import offices
from payments import forfeitures, identity_checks, installments, payment_days_owed
from payments.reconciling import daily


@shared_task
def release_due_installments() -> None:
    """Release what is due by today's date in New York, oldest first, once each.

    Two thousand messages a minute are one run after another, not two thousand at once. Who looks
    for another day than the run at work, as at midnight, has something else to do.
    """
    on = localdate()
    with alone(f"release/{on}") as ours:
        if ours:
            installments.release_due(on=on, by=offices.system())


@shared_task
def reconcile_payments() -> None:
    """Compare what is certified, posted, warranted and in the bank's files, once a day."""
    daily.reconcile(on=localdate(), by=offices.system())


@shared_task
def forfeit_what_is_owed() -> None:
    """Forfeit what zones owe by findings, as far as they have money or get some."""
    forfeitures.forfeit_all(on=localdate(), by=offices.system())


@shared_task
def remind_of_payment_days() -> None:
    """Remind the Treasury of what must be released, by the ladder."""
    payment_days_owed.remind(on=localdate())


@shared_task
def ask_identities() -> None:
    """Offer that every identity be asked of the whole database."""
    identity_checks.offer(on=localdate(), by=offices.system())
