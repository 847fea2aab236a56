"""The only home of the first two administrators: who seats others has to be seated by somebody."""

from datetime import date

from django.db import connection, transaction

from municipalities import invitations, offices
from municipalities.models import Person, User
from municipalities.refusal import Refusal

OFFICES = ("Administrator", "Second administrator")


@transaction.atomic
def seat(person: str, username: str, email: str, *, on: date) -> User:
    """Seat one of the first two administrators. Raises Refusal once two serve.

    The demonstration's administrators do not count: its setting turns them off.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('first administrators'))")
    there = [each for each in offices.serving(on).filter(office__title="admin")
             if not each.person.users.filter(demonstration=True).exists()]  # fmt: skip
    if len(there) >= len(OFFICES):
        raise Refusal("Two administrators serve: they propose and confirm others.")
    if any(each.person.label == person for each in there):
        raise Refusal(f"{person} serves already: the second administrator is another person.")
    holder, _ = Person.objects.get_or_create(label=person)
    user = invitations.invite(holder, username=username, email=email, is_staff=True)
    free = next(name for name in OFFICES if name not in {each.office.name for each in there})
    offices.seat("admin", free, person, from_on=on)
    return user
