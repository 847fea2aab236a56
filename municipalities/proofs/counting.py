"""Cases of the proof of signing in: names and addresses that failed too often."""

import re
import time
from typing import Any

from django.test import Client, override_settings

from municipalities.proofs.passwords import WRONG, passed
from municipalities.proofs.scene import (
    PASSWORD,
    REAL,
    Scene,
    case,
    post,
)
from municipalities.throttle import BY_ADDRESS, BY_NAME


def lock(client: Client, name: str) -> None:
    """Fail until the name rests."""
    for _ in range(BY_NAME):
        post(client, name, WRONG)


@case("the right password while the name rests")
def _(scene: Scene) -> bool:
    user, client = scene.user(), Client()
    lock(client, user.username)
    return not passed(post(client, user.username))


@case("another browser while the name rests")
def _(scene: Scene) -> bool:
    user = scene.user()
    lock(Client(), user.username)
    other = Client(headers={"user-agent": "another"}, REMOTE_ADDR="10.1.2.3")
    return not passed(post(other, user.username))


@case("capital letters while the name rests")
def _(scene: Scene) -> bool:
    user = scene.user()
    lock(Client(), user.username)
    return not passed(post(Client(), user.username.upper()))


@case("wide letters and blanks while the name rests")
def _(scene: Scene) -> bool:
    user = scene.user()
    lock(Client(), user.username)
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in user.username)
    return not (passed(post(Client(), wide)) or passed(post(Client(), f"  {user.username} ")))


@case("failures spread over spellings of one name")
def _(scene: Scene) -> bool:
    user, client = scene.user(), Client()
    for spelled in (str.upper, str.title, str.lower, str.swapcase, str.capitalize):
        post(client, spelled(user.username), WRONG)
    return not passed(post(client, user.username))


@case("one address that tries many names")
def _(scene: Scene) -> bool:
    user = scene.user()
    for number in range(BY_ADDRESS):
        post(Client(), f"name-{number}", WRONG)
    return not passed(post(Client(), user.username))


@case("a forwarded address that a client claims for itself")
def _(scene: Scene) -> bool:
    user = scene.user()
    for number in range(BY_ADDRESS):
        post(Client(), f"name-{number}", WRONG, headers={"x-forwarded-for": f"10.0.0.{number}"})
    claimed = Client(headers={"x-forwarded-for": "10.9.9.9"})
    return not passed(post(claimed, user.username))


@case("words that tell whether a name exists, is closed or rests")
def _(scene: Scene) -> bool:
    there, closed, rests = scene.user(), scene.user(), scene.user()
    closed.is_active = False
    closed.save()
    lock(Client(), rests.username)
    names = (there.username, closed.username, rests.username, "nobody-at-all")
    pages = {_words(post(Client(), name, WRONG), name) for name in names}
    return len(pages) == 1


def _words(answer: Any, name: str) -> str:
    text = answer.content.decode().replace(name, "")
    return f"{answer.status_code} " + re.sub(r'csrfmiddlewaretoken" value="\w+"', "", text)


@case("a time that tells whether a name exists")
def _(scene: Scene) -> bool:
    user = scene.user()
    with override_settings(PASSWORD_HASHERS=REAL):
        user.set_password(PASSWORD)
        user.save()
        rounds = [(_cost(user.username), _cost("nobody-at-all")) for _ in range(BY_NAME - 1)]
    there, nobody = min(here for here, _ in rounds), min(there for _, there in rounds)
    return max(there, nobody) < min(there, nobody) * 1.5


def _cost(name: str) -> float:
    """Return the seconds of this process that a wrong password took: no other's load is in them."""
    began = time.process_time()
    post(Client(), name, WRONG)
    return time.process_time() - began
