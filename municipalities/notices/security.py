"""The only home of what a person is told of their own sign-in, whatever becomes of the request."""

import time
from datetime import date
from typing import Any

from axes.signals import user_locked_out
from django.conf import settings

from municipalities import offices
from municipalities.models import Officer, User
from municipalities.notices import writing
from municipalities.notices.writing import SECURITY, Words

LOCKED = Words(
    "Your sign-in was locked for a while",
    "Too many sign-ins in your name failed. If that was you, wait and try again. If it was not,"
    " tell an administrator: somebody else tries your name.",
)

CLOSED = Words(
    "Your sign-in was closed",
    "It was not used for ninety days. If you still serve, ask an administrator: one asks for its"
    " renewal, a second renews it.",
)


def tell_locked(sender: Any, username: str = "", **_: Any) -> None:
    """Tell the person that their sign-in was locked, once a lock."""
    user = User.objects.filter(username=username, is_active=True).first()
    holder = user and Officer.objects.filter(person=user.person_id, until_on=None).first()
    if not holder:
        return
    lasts = int(settings.AXES_COOLOFF_TIME.total_seconds())
    key = f"{SECURITY}/locked/{holder.person_id}/{int(time.time()) // lasts}"
    writing.write_apart(SECURITY, key, holder, LOCKED, by=offices.system())


def tell_closed(user: User, *, on: date) -> None:
    """Tell the person that their sign-in was closed, because nobody used it."""
    holder = offices.serving(on).filter(person=user.person_id).first()
    if holder is not None:
        key = f"{SECURITY}/closed/{user.pk}/{on}"
        writing.write(SECURITY, key, holder, CLOSED, by=offices.system())


def connect() -> None:
    """Hear of every lock."""
    user_locked_out.connect(tell_locked, dispatch_uid="municipalities.notices.security")
