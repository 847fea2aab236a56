"""Sign-ins for the officers whom the tests of pages seat."""

from django.contrib.auth import get_user_model

from municipalities.models import Officer, User

PASSWORD = "an office, not a person"


def sign_in_of(officer: Officer) -> User:
    """Make (or find) the sign-in of the person who holds the office."""
    name = officer.office.name.lower().replace(" ", "-")
    found, _ = get_user_model().objects.get_or_create(
        username=name, defaults={"person": officer.person}
    )
    return found


def with_password(officer: Officer) -> User:
    """Make a sign-in that can be typed at the sign-in page."""
    user = sign_in_of(officer)
    user.set_password(PASSWORD)
    user.save()
    return user
