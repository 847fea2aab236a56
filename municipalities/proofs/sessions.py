"""Cases of the proof of signing in: sessions that should have ended."""

from datetime import date, timedelta

from django.test import Client

from municipalities import offices, sessions
from municipalities.models import Office, Officer, User
from municipalities.proofs.scene import (
    INSIDE,
    PASSWORD,
    Scene,
    case,
    inside,
    post,
    put_back,
    session_of,
)


def seated(scene: Scene, title: str, town: str | None = None) -> tuple[User, Officer]:
    """Seat somebody who signs in, with their term."""
    user = scene.user(title, town=town)
    return user, Officer.objects.get(person=user.person_id)


@case("a session after signing out")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user())
    kept = Client()
    kept.cookies["session"] = client.cookies["session"].value
    client.post("/sign-out/")
    return not inside(kept)


@case("a session after the sign-in was closed")
def _(scene: Scene) -> bool:
    user = scene.user()
    client = scene.entered(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    return not inside(client)


@case("a session of before, after the sign-in was opened again")
def _(scene: Scene) -> bool:
    user = scene.user()
    client = scene.entered(user)
    for is_active in (False, True):
        User.objects.filter(pk=user.pk).update(is_active=is_active)
    return not inside(client)


@case("another session after the password was changed")
def _(scene: Scene) -> bool:
    user = scene.user()
    here, there = scene.entered(user, step=-1), scene.entered(user, step=0)
    new = PASSWORD + " and more"
    answers = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    here.post("/you/password/", answers)
    return inside(here) and not inside(there)


@case("a session after the term ended")
def _(scene: Scene) -> bool:
    user, term = seated(scene, "auditor")
    client = scene.entered(user)
    offices.end(term, on=scene.today, by=scene.officer("admin"))
    return not inside(client)


@case("a session after the last day of the term had passed")
def _(scene: Scene) -> bool:
    user, term = seated(scene, "auditor")
    term.until_on = scene.today - timedelta(days=1)
    term.save()
    client = Client()
    post(client, user.username)
    client.post("/sign-in/factor/", {"code": scene.code(user)})
    return not inside(client)


@case("a session after the person was seated elsewhere")
def _(scene: Scene) -> bool:
    user, _term = seated(scene, "cfo", "9981")
    client = scene.entered(user)
    offices.seat(
        "cfo", "Proofville CFO", user.person.label if user.person else "", from_on=date(2020, 1, 1),
        municipality="9982",
    )  # fmt: skip
    return not inside(client)


@case("a session after the office became another")
def _(scene: Scene) -> bool:
    user, term = seated(scene, "cfo", "9981")
    client = scene.entered(user)
    Office.objects.filter(pk=term.office_id).update(municipality="9982")
    return not inside(client)


@case("a session that was not used for half an hour")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user())
    put_back(client, sessions.UNUSED, sessions.SEEN)
    return not inside(client)


@case("a Treasury session that was not used for a quarter of an hour")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user("treasury-analyst"))
    put_back(client, sessions.UNUSED_AT_TREASURY, sessions.SEEN)
    return not inside(client)


@case("a session that pages keep asking in by themselves")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user())
    put_back(client, sessions.UNUSED - 30, sessions.SEEN)
    client.get(INSIDE, headers={"accept": "application/json"})
    put_back(client, 31, sessions.SEEN)
    return not inside(client)


@case("a session of half a day, used all along")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user())
    put_back(client, sessions.WHOLE, sessions.BEGAN)
    client.post("/session/stay/")
    return not inside(client)


@case("a session without a beginning")
def _(scene: Scene) -> bool:
    client = scene.entered(scene.user())
    session = session_of(client)
    del session[sessions.BEGAN]
    session.save()
    return not inside(client)


@case("the earlier session of who releases money")
def _(scene: Scene) -> bool:
    user = scene.user("treasury-releaser")
    first = scene.entered(user, step=-1)
    second = scene.entered(user, step=0)
    return inside(second) and not inside(first)


@case("a made-up session key")
def _(scene: Scene) -> bool:
    client = Client()
    client.cookies["session"] = "0123456789abcdef" * 2
    return not inside(client)
