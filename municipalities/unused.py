"""The only home of sign-ins that nobody uses: after ninety days they are closed.

The demonstration's stay: its setting opens and closes them. A closed one is opened by a renewal,
which two administrators make.
"""

from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.timezone import make_aware

from municipalities import offices
from municipalities.models import User
from municipalities.notices import security
from municipalities.walls import journal

UNUSED = timedelta(days=90)


def unused(on: date) -> QuerySet[User]:
    """Return the open sign-ins that were neither used nor made in the ninety days before."""
    since = make_aware(datetime.combine(on - UNUSED, time.min))
    idle = Q(last_login__lt=since) | Q(last_login=None, date_joined__lt=since)
    return User.objects.filter(idle, is_active=True, demonstration=False).order_by("username")


@transaction.atomic
def disable(*, on: date) -> list[User]:
    """Close the unused sign-ins and tell their persons; done twice it does nothing more."""
    journal.sign(offices.system())
    found = list(unused(on))
    for user in found:
        security.tell_closed(user, on=on)  # while the address still is that of an open sign-in
    User.objects.filter(pk__in=[user.pk for user in found]).update(is_active=False)
    return found
