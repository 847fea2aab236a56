"""Cases of the proof of signing in: the second factor."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from municipalities.models import User
from municipalities.proofs.scene import (
    FACTOR,
    INSIDE,
    PASSWORD,
    Scene,
    case,
    inside,
    post,
    put_back,
    session_of,
)
from municipalities.throttle import BY_NAME

PENDING = "account_login"


def begun(user: User) -> Client:
    """Give the right password, and no factor yet."""
    client = Client()
    post(client, user.username)
    return client


def show(client: Client, code: str) -> Any:
    """Show a factor at sign-in."""
    return client.post(FACTOR, {"code": code})


@case("a password alone")
def _(scene: Scene) -> bool:
    return not inside(begun(scene.user()))


@case("a password alone, at the pages of one's own sign-in")
def _(scene: Scene) -> bool:
    client = begun(scene.user())
    pages = [reverse(name) for name in ("mfa_index", "mfa_activate_totp", "change_password")]
    return all(client.get(page).status_code == 302 for page in pages)


@case("a wrong code")
def _(scene: Scene) -> bool:
    user = scene.user()
    client = begun(user)
    show(client, f"{(int(scene.code(user)) + 1) % 1_000_000:06}")
    return not inside(client)


@case("no code")
def _(scene: Scene) -> bool:
    client = begun(scene.user())
    show(client, "")
    client.post(FACTOR, {})
    return not inside(client)


@case("a code that was taken before, in another session")
def _(scene: Scene) -> bool:
    user = scene.user()
    scene.entered(user, step=0)
    client = begun(user)
    show(client, scene.code(user))
    return not inside(client)


@case("a code that was taken before, by another process")
def _(scene: Scene) -> bool:
    from django.core.cache import cache

    user = scene.user()
    scene.entered(user, step=0)
    cache.clear()  # another process has a cache of its own
    client = begun(user)
    show(client, scene.code(user))
    return not inside(client)


@case("an earlier code than the one taken last")
def _(scene: Scene) -> bool:
    user = scene.user()
    scene.entered(user, step=1)
    client = begun(user)
    show(client, scene.code(user, -1))
    return not inside(client)


@case("a code of two minutes ago")
def _(scene: Scene) -> bool:
    user = scene.user()
    client = begun(user)
    show(client, scene.code(user, -4))
    return not inside(client)


@case("a recovery code for the second time")
def _(scene: Scene) -> bool:
    user = scene.user()
    code = scene.recovery_code(user)
    first, second = begun(user), begun(user)
    show(first, code)
    show(second, code)
    return inside(first) and not inside(second)


@case("the right code while the name rests from wrong ones")
def _(scene: Scene) -> bool:
    user = scene.user()
    client = begun(user)
    for _round in range(BY_NAME):
        show(client, "000000")
    show(client, scene.code(user))
    return not inside(client)


@case("wrong codes over many sessions")
def _(scene: Scene) -> bool:
    user = scene.user()
    for _round in range(BY_NAME):
        show(begun(user), "000000")
    client = begun(user)
    show(client, scene.code(user))
    return not inside(client)


@case("the password of one and the code of another")
def _(scene: Scene) -> bool:
    one, other = scene.user(), scene.user()
    client = begun(one)
    show(client, scene.code(other))
    return not inside(client)


@case("a code without a password before")
def _(scene: Scene) -> bool:
    client = Client()
    show(client, scene.code(scene.user()))
    return not inside(client)


@case("a code a quarter of an hour after the password")
def _(scene: Scene) -> bool:
    user = scene.user()
    client = begun(user)
    session = session_of(client)
    session[PENDING] = {**session[PENDING], "initiated_at": session[PENDING]["initiated_at"] - 901}
    session.save()
    show(client, scene.code(user))
    return not inside(client)


@case("a code after the sign-in was closed in between")
def _(scene: Scene) -> bool:
    user = scene.user()
    client = begun(user)
    user.is_active = False
    user.save()
    show(client, scene.code(user))
    return not inside(client)


@case("an office without a factor")
def _(scene: Scene) -> bool:
    client = begun(scene.user(factor=False))
    return client.get(INSIDE)["Location"] == reverse("mfa_index") and not inside(client)


@case("a session that was made without a factor beside one that has it")
def _(scene: Scene) -> bool:
    user, client = scene.user(), Client()
    client.force_login(user)
    return not inside(client)


@case("the admin site's own sign-in page")
def _(scene: Scene) -> bool:
    user, client = scene.user("admin"), Client()
    answers = {"username": user.username, "password": PASSWORD, "next": "/admin/"}
    answer = client.post("/admin/login/", answers)
    return answer["Location"].startswith("/sign-in/") and not inside(client)


@case("a secret read out of the database")
def _(scene: Scene) -> bool:
    user = scene.user()
    factor = Authenticator.objects.get(user=user)
    client = begun(user)
    show(client, factor.data["secret"][:6])
    put_back(client, 0)
    return not inside(client) and bool(factor.data["secret"].startswith("gAAAA"))
