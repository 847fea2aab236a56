"""The only stage of the proof of signing in: made-up officers, and clients that sign in as them.

A case that could be refused because everything is refused proves nothing: a scene signs somebody in
the right way first, and stops when that fails.
"""

import secrets
import time
from collections.abc import Callable
from datetime import date
from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from allauth.mfa.utils import decrypt
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings

from municipalities import offices
from municipalities.models import County, Municipality, Officer, User

PASSWORD = secrets.token_urlsafe(18)
SINCE = date(2020, 1, 1)
INSIDE = "/office/"  # a page that every officer may open, and nobody else
SIGN_IN = "/sign-in/"
FACTOR = "/sign-in/factor/"
TOWNS = {"9981": "Proofton", "9982": "Proofville"}


REAL = settings.PASSWORD_HASHERS


class Quick(PBKDF2PasswordHasher):
    """A hash that costs nothing, where what a hash costs is not the subject."""

    algorithm = "quick"
    iterations = 1


class Scene:
    """Officers with a password and an authenticator app, in a State of two made-up towns."""

    def __init__(self) -> None:
        cache.clear()  # allauth's own limits count in it: each case begins without them
        self.hashed = make_password(PASSWORD)
        county, _ = County.objects.get_or_create(
            code="98", defaults={"name": "Proof", "made_up": True}
        )
        for code, name in TOWNS.items():
            Municipality.objects.get_or_create(
                code=code, defaults={"county": county, "name": name, "official_name": name,
                                     "kind": "City", "made_up": True},
            )  # fmt: skip

    @property
    def today(self) -> date:
        """Today in New York, by the clock of the database."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT (now() AT TIME ZONE 'America/New_York')::date")
            found: date = cursor.fetchone()[0]
        return found

    def officer(self, title: str = "auditor", name: str = "", town: str | None = None) -> Officer:
        """Seat somebody new in an office."""
        label = name or f"Proof {title} {secrets.token_hex(3)}"
        return offices.seat(title, label, label, from_on=SINCE, municipality=town)

    def user(self, title: str = "auditor", *, factor: bool = True, **where: Any) -> User:
        """Seat somebody new who can sign in."""
        seated = self.officer(title, **where)
        user = User.objects.create(
            username=seated.person.label.lower().replace(" ", "-"),
            password=self.hashed,
            person=seated.person,
            is_staff=title == "admin",
        )
        if factor:
            TOTP.activate(user, generate_totp_secret())
        return user

    def code(self, user: User, step: int = 0) -> str:
        """Return the code that the app of a person shows now, or so many half minutes from now."""
        factor = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)
        now = int(time.time()) // app_settings.TOTP_PERIOD + step
        return str(format_hotp_value(hotp_value(decrypt(factor.data["secret"]), now)))

    def recovery_code(self, user: User) -> str:
        """Return one of the recovery codes of a person."""
        return str(RecoveryCodes.activate(user).get_unused_codes()[0])

    def entered(self, user: User, step: int = -1, client: Client | None = None) -> Client:
        """Sign in the right way, and see that it opens what it should."""
        client = client or Client()
        post(client, user.username)
        client.post(FACTOR, {"code": self.code(user, step)})
        if not inside(client):
            raise AssertionError("The right way in did not open: the case proves nothing.")
        return client


def post(client: Client, name: str, password: str = PASSWORD, **more: Any) -> Any:
    """Send the sign-in page."""
    return client.post(SIGN_IN, {"username": name, "password": password}, **more)


def inside(client: Client) -> bool:
    """Say whether a client opens a page of officers."""
    return client.get(INSIDE).status_code == 200


def session_of(client: Client) -> SessionStore:
    """Return the session of a client, to be set back in time."""
    return SessionStore(client.cookies["session"].value)


def put_back(client: Client, seconds: int, *keys: str) -> None:
    """Let moments of a client's session be so much longer ago."""
    session = session_of(client)
    for key in keys:
        session[key] -= seconds
    session.save()


Case = Callable[[Scene], bool]
CASES: dict[str, Case] = {}


def case(sentence: str) -> Callable[[Case], Case]:
    """Name a case: it returns whether what it tried was refused."""

    def named(run: Case) -> Case:
        if sentence in CASES:
            raise ValueError(f"Two cases say: {sentence}")
        CASES[sentence] = run
        return run

    return named


def as_deployed() -> override_settings:
    """Let the settings be those of a deployment: no demonstration, a factor for everybody."""
    return override_settings(
        DEMONSTRATION=False,
        SECOND_FACTOR_EXCEPT="nobody",
        ALLOWED_HOSTS=["testserver"],
        PASSWORD_HASHERS=["municipalities.proofs.scene.Quick"],
    )
