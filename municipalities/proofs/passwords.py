"""Cases of the proof of signing in: the name, the password and the page that asks for them."""

import re
from typing import Any

from django.test import Client, override_settings

from municipalities import unused
from municipalities.proofs.scene import (
    FACTOR,
    INSIDE,
    PASSWORD,
    SIGN_IN,
    SINCE,
    Scene,
    case,
    inside,
    post,
)

WRONG = "not the password at all"
ELSEWHERE = (
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "javascript:alert(1)",
    "https:elsewhere.example",
    "http://a@elsewhere.example/",
)


def passed(answer: Any) -> bool:
    """Say whether the page let the password pass: it then leads to the factor or inside."""
    return bool(answer.status_code == 302)


def refused(answer: Any) -> bool:
    """Say whether the answer is the refusal of a form that did not come from our page."""
    return bool(answer.status_code == 403)


@case("a wrong password")
def _(scene: Scene) -> bool:
    return not passed(post(Client(), scene.user().username, WRONG))


@case("a name that nobody has")
def _(scene: Scene) -> bool:
    return not passed(post(Client(), "nobody-at-all"))


@case("an empty password")
def _(scene: Scene) -> bool:
    return not passed(post(Client(), scene.user().username, ""))


@case("somebody whose sign-in is closed")
def _(scene: Scene) -> bool:
    user = scene.user()
    user.is_active = False
    user.save()
    return not passed(post(Client(), user.username))


@case("a sign-in that was not used for ninety days")
def _(scene: Scene) -> bool:
    user = scene.user()
    type(user).objects.filter(pk=user.pk).update(date_joined="2026-01-01T00:00Z")
    unused.disable(on=SINCE.replace(year=2026, month=6))
    return not passed(post(Client(), user.username))


@case("a sign-in that has no password yet")
def _(scene: Scene) -> bool:
    user = scene.user()
    user.set_unusable_password()
    user.save()
    words = (PASSWORD, user.password, "!")
    return not any(passed(post(Client(), user.username, word)) for word in words)


@case("the stored hash given for the password")
def _(scene: Scene) -> bool:
    user = scene.user()
    return not passed(post(Client(), user.username, user.password))


@case("patterns and quotes for a name")
def _(scene: Scene) -> bool:
    scene.user()
    names = ("%", "_%", "' OR 1=1 --", "*", "proof%")
    return not any(passed(post(Client(), name)) for name in names)


@case("a name with a zero byte")
def _(scene: Scene) -> bool:
    answer = post(Client(), scene.user().username + "\x00")
    return answer.status_code < 500 and not passed(answer)


@case("a password of a megabyte")
def _(scene: Scene) -> bool:
    answer = post(Client(), scene.user().username, "x" * 1_000_000)
    return answer.status_code < 500 and not passed(answer)


@case("a password in the address")
def _(scene: Scene) -> bool:
    client = Client()
    client.get(SIGN_IN, {"username": scene.user().username, "password": PASSWORD})
    return not inside(client) and client.get(FACTOR).status_code == 302


@case("a form without its token against forgery")
def _(scene: Scene) -> bool:
    client = Client(enforce_csrf_checks=True)
    return refused(post(client, scene.user().username))


@case("a form with the token of another browser")
def _(scene: Scene) -> bool:
    theirs, client = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    page = theirs.get(SIGN_IN).content.decode()
    client.get(SIGN_IN)
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)
    answer = client.post(SIGN_IN, {"username": scene.user().username, "password": PASSWORD,
                                   "csrfmiddlewaretoken": token[1] if token else ""})  # fmt: skip
    return refused(answer)


@case("a demonstration sign-in while the demonstration is off")
def _(scene: Scene) -> bool:
    user = scene.user()
    user.demonstration = True
    user.save()
    return not passed(post(Client(), user.username))


@case("an open session of the demonstration once it is off")
def _(scene: Scene) -> bool:
    user, client = scene.user(factor=False), Client()
    user.demonstration = True
    user.save()
    with override_settings(DEMONSTRATION=True, SECOND_FACTOR_EXCEPT="demonstration"):
        post(client, user.username)
        if not inside(client):
            raise AssertionError("The demonstration did not open: the case proves nothing.")
    return not inside(client)


@case("an address elsewhere to go on to")
def _(scene: Scene) -> bool:
    user = scene.user(factor=False)
    user.demonstration = True
    user.save()
    led = []
    with override_settings(DEMONSTRATION=True, SECOND_FACTOR_EXCEPT="demonstration"):
        for there in ELSEWHERE:
            answers = {"username": user.username, "password": PASSWORD, "next": there}
            led.append(Client().post(SIGN_IN, answers).get("Location"))
    return set(led) == {"/"}


@case("an address elsewhere to go on to behind the factor")
def _(scene: Scene) -> bool:
    user, client = scene.user(), Client()
    client.post(SIGN_IN, {"username": user.username, "password": PASSWORD, "next": ELSEWHERE[1]})
    answer = client.post(f"{FACTOR}?next={ELSEWHERE[0]}", {"code": scene.code(user)})
    return inside(client) and answer["Location"] == "/"


@case("an earlier session that a person is lured into")
def _(scene: Scene) -> bool:
    client = Client()
    client.get(SIGN_IN)
    client.cookies["session"] = "a" * 32
    user = scene.user()
    scene.entered(user, client=client)
    lured = Client()
    lured.cookies["session"] = "a" * 32
    return client.cookies["session"].value != "a" * 32 and not inside(lured)


@case("the session before the factor, kept by who knew it")
def _(scene: Scene) -> bool:
    user, client, kept = scene.user(), Client(), Client()
    post(client, user.username)
    kept.cookies["session"] = client.cookies["session"].value
    client.post(FACTOR, {"code": scene.code(user)})
    return inside(client) and kept.get(INSIDE).status_code == 302
