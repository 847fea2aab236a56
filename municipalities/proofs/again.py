"""Cases of the proof of signing in: showing the factor again, and giving it up."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from municipalities.proofs.scene import (
    PASSWORD,
    Scene,
    case,
    session_of,
)
from municipalities.second_factor import FRESH

RECORDS = "account_authentication_methods"
DOOR = "/offices/proposals/1/"  # asks for the factor again before it looks for anything


def grow_stale(client: Client) -> None:
    """Let what the session showed be longer ago than it counts."""
    session = session_of(client)
    session[RECORDS] = [{**each, "at": each["at"] - FRESH - 1} for each in session[RECORDS]]
    session.save()


def asks_again(answer: Any) -> bool:
    """Say whether an answer leads to showing the factor again."""
    return bool(answer.status_code == 302 and answer["Location"].startswith("/again/"))


@case("an act that asks for the factor again, five minutes after it was shown")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user("admin"))
    if client.get(DOOR).status_code != 404:
        raise AssertionError("A fresh factor did not count: the case proves nothing.")
    grow_stale(client)
    return asks_again(client.get(DOOR)) and asks_again(client.post(DOOR))


@case("the password in place of the factor that is asked for again")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user("admin"))
    grow_stale(client)
    client.post("/again/", {"password": PASSWORD})
    return asks_again(client.get(DOOR))


@case("a code that was taken at sign-in, shown again for an act")
def _(scene: Scene) -> bool:
    user = scene.user("admin")
    client = scene.entered(user, step=0)
    grow_stale(client)
    client.post("/again/code/", {"code": scene.code(user)})
    return asks_again(client.get(DOOR))


@case("a new factor, five minutes after one was shown")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user())
    grow_stale(client)
    pages = [reverse("mfa_add_webauthn"), reverse("mfa_generate_recovery_codes")]
    return all(asks_again(client.get(page)) for page in pages)


@case("giving up the last factor")
def _(scene: Scene) -> bool:
    user = scene.user()
    scene.entered(user).post(reverse("mfa_deactivate_totp"))
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


@case("giving up the factor of another")
def _(scene: Scene) -> bool:
    user, other = scene.user(), scene.user()
    key = Authenticator.objects.create(user=other, type="webauthn", data={"name": "theirs"})
    scene.entered(user).post(reverse("mfa_remove_webauthn", args=[key.pk]))
    return bool(Authenticator.objects.filter(pk=key.pk).exists())
