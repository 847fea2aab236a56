"""The only home of the renewal of a lost password or factor: asked for by one, done by another."""

from datetime import date

from allauth.mfa.models import Authenticator
from django.db import transaction

from municipalities import sessions, throttle
from municipalities.models import Officer, Renewal, User
from municipalities.offices import require
from municipalities.refusal import Refusal


def ask(user: User, reason: str, *, on: date, by: Officer) -> Renewal:
    """Ask that a sign-in begins anew. Raises Refusal for one's own, and twice."""
    require(by, "manage-offices", on=on)
    if user.person_id == by.person_id:
        raise Refusal("Another administrator asks for yours.")
    if user.demonstration:
        raise Refusal("The demonstration has one password for all of its offices.")
    if Renewal.objects.filter(user=user, done_by=None).exists():
        raise Refusal(f"A renewal of {user} is asked for already.")
    return Renewal.objects.create(user=user, reason=reason, asked_by=by, asked_on=on)


@transaction.atomic
def do(renewal: Renewal, *, on: date, by: Officer) -> User:
    """Take password and factors away, end every session, and open the sign-in for a new link.

    Raises Refusal for what oneself asked for, for one's own sign-in, and twice.
    """
    require(by, "manage-offices", on=on)
    renewal = Renewal.objects.select_for_update(of=("self",)).get(pk=renewal.pk)
    user = renewal.user
    if renewal.done_by_id is not None:
        raise Refusal("It is done already.")
    if by.person_id in {renewal.asked_by.person_id, user.person_id}:
        raise Refusal("Another administrator than who asked does it, and never the person.")
    Authenticator.objects.filter(user=user).delete()
    user.set_unusable_password()
    user.is_active = True
    user.save(update_fields=["password", "is_active"])
    sessions.end_sessions(user)
    throttle.forget(user.username)
    renewal.done_by, renewal.done_on = by, on
    renewal.save(update_fields=["done_by", "done_on"])
    return user
