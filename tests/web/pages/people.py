"""The officers whom the tests of pages seat, and their sign-ins."""

from decimal import Decimal

from django.contrib.auth import get_user_model

from municipalities.models import Officer, User
from tests.offices import officer

PLACES = {"0714": "Newark", "2119": "Phillipsburg", "9901": "Exampleton"}
PASSWORD = "an office, not a person"


def sign_in_of(holder: Officer) -> User:
    """Make (or find) the sign-in of the person who holds the office."""
    name = holder.office.name.lower().replace(" ", "-")
    found, _ = get_user_model().objects.get_or_create(
        username=name, defaults={"person": holder.person}
    )
    return found


def with_password(holder: Officer) -> User:
    """Make a sign-in that can be typed at the sign-in page."""
    user = sign_in_of(holder)
    user.set_password(PASSWORD)
    user.save()
    return user


def cents(amount: str) -> Decimal:
    return Decimal(amount.replace(",", ""))


def local(title: str, code: str) -> Officer:
    """An officer of a town: "Newark cfo"."""
    return officer(title, place=PLACES.get(code, code), municipality=code)


def coordinator(code: str) -> Officer:
    return officer("coordinator", place=f"{PLACES[code]} zone", zone=code)
