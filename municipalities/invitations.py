"""The only home of the link that lets a person set the first password of a sign-in, once.

The link is signed by the server and holds for three days; it opens nothing once the password or
the last sign-in is another. Whoever makes it hands it over themselves.
"""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.http import urlsafe_base64_encode

from municipalities.models import Person, User
from municipalities.refusal import Refusal


def invite(person: Person, *, username: str, email: str = "", is_staff: bool = False) -> User:
    """Give a person a sign-in without a password, or return the one they have.

    Raises Refusal when the name is another's.
    """
    mine = person.users.filter(is_active=True).first()
    if mine is not None:
        return mine
    name = username.strip().lower()
    if User.objects.filter(username__iexact=name).exists():
        raise Refusal(f"The sign-in name “{name}” is taken. Another is needed.")
    user = User(username=name, person=person, email=email, is_staff=is_staff)
    user.set_unusable_password()
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as wrong:
        raise Refusal(" ".join(wrong.messages)) from wrong
    user.save()
    return user


def waiting() -> QuerySet[User]:
    """Return the open sign-ins that have no password yet."""
    return User.objects.filter(
        is_active=True,
        password__startswith=UNUSABLE_PASSWORD_PREFIX,
    )


def path_for(user: User) -> str:
    """Return the path of the link that sets the password of a sign-in."""
    who = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("first_password", args=[who, default_token_generator.make_token(user)])
