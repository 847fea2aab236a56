"""The only writer of the tokens with which programs read: granted, revoked, found by what is sent.

A program reads what its officer may see, and stops when the token expires or is revoked, or when
the officer's term ends.
"""

import hashlib
import secrets
from datetime import date, timedelta

from django.db import transaction

from municipalities.models import ApiToken, Officer
from municipalities.offices import serving
from municipalities.refusal import Refusal

BYTES = 32
LONGEST = timedelta(days=366)
BEGINS = "apportion_"  # so that a token that got into a file is found there


@transaction.atomic
def grant(officer: Officer, program: str, *, until: date, on: date, by: Officer) -> str:
    """Let a program read as an officer before the day `until`; return the token, told once.

    Raises Refusal for oneself, for a term that has ended, and for more than a year.
    """
    if officer.person_id == by.person_id:
        raise Refusal("Nobody grants a token to themselves: another administrator does.")
    if not serving(on).filter(pk=officer.pk).exists():
        raise Refusal(f"{officer} does not hold the office today: a token needs an open term.")
    if not on < until <= on + LONGEST:
        raise Refusal(
            f"The token would expire on {until:%B} {until.day}, {until.year}; a day after today"
            " and at most a year from now is needed."
        )
    token = BEGINS + secrets.token_urlsafe(BYTES)
    ApiToken.objects.create(
        officer=officer, program=program, digest=_digest(token), granted_by=by, expires_on=until
    )
    return token


@transaction.atomic
def revoke(token: ApiToken, *, on: date, by: Officer) -> None:
    """End a token now. Raises Refusal when it is revoked already."""
    changed = ApiToken.objects.filter(pk=token.pk, revoked_on=None).update(
        revoked_by=by, revoked_on=on
    )
    if not changed:
        raise Refusal(f"The token of {token.program} is revoked already.")


def found(token: str, on: date) -> ApiToken | None:
    """Return the token that reads on a day by what was sent; None when it doesn't, or isn't one."""
    of = ApiToken.objects.filter(digest=_digest(token), revoked_on=None, expires_on__gt=on)
    held = of.filter(officer__in=serving(on)).exclude(officer__office__title="system")
    return held.select_related("officer__office", "officer__person").first()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
