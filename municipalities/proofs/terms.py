"""Cases of the proof of signing in: offices that were taken, and links."""

from datetime import date
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.test import Client

from municipalities import grants, invitations, offices
from municipalities.models import Grant, Person, User
from municipalities.proofs.scene import (
    PASSWORD,
    Scene,
    case,
    inside,
    post,
)
from municipalities.proofs.sessions import seated
from municipalities.refusal import Refusal


def refused(act: Any, *args: Any, **more: Any) -> bool:
    """Say whether an act or the database refuses."""
    try:
        with transaction.atomic():
            act(*args, **more)
    except (Refusal, DatabaseError):
        return True
    return False


@case("seating oneself")
def _(scene: Scene) -> bool:
    me = scene.officer("admin")
    office = scene.officer("treasury-certifier").office
    today = scene.today
    return refused(grants.propose, office, me.person, from_on=today, on=today, by=me)


@case("confirming one's own proposal")
def _(scene: Scene) -> bool:
    me, grant = scene.officer("admin"), _proposal(scene)
    return refused(grants.confirm, grant, on=scene.today, by=grant.proposed_by) and not refused(
        grants.confirm, grant, on=scene.today, by=me
    )


def _proposal(scene: Scene) -> Grant:
    office = scene.officer("treasury-certifier").office
    person = Person.objects.create(label=f"Proposed {office}")
    today = scene.today
    by = scene.officer("admin")
    return grants.propose(office, person, from_on=today, on=today, by=by)


@case("confirming one's own proposal by a second office of the same person")
def _(scene: Scene) -> bool:
    grant = _proposal(scene)
    again = offices.seat("admin", "Another admin", grant.proposed_by.person.label,
                         from_on=date(2020, 1, 1))  # fmt: skip
    return refused(grants.confirm, grant, on=scene.today, by=again)


@case("confirming one's own proposal in raw SQL")
def _(scene: Scene) -> bool:
    grant = _proposal(scene)
    return refused(
        _execute,
        "UPDATE municipalities_grant SET decided_by_id = proposed_by_id, decided_on = now(),"
        " officer_id = (SELECT max(id) FROM municipalities_officer) WHERE id = %s",
        grant.pk,
    )


@case("a term out of a proposal that nobody confirmed, in raw SQL")
def _(scene: Scene) -> bool:
    grant = _proposal(scene)
    return refused(
        _execute,
        "UPDATE municipalities_grant SET officer_id = (SELECT max(id) FROM municipalities_officer)"
        " WHERE id = %s",
        grant.pk,
    )


def _execute(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@case("a clerk who hands over another municipality's office")
def _(scene: Scene) -> bool:
    clerk = scene.officer("clerk", town="9981")
    _user, cfo = seated(scene, "cfo", "9982")
    person, today = Person.objects.create(label="Next one"), scene.today
    return refused(grants.hand_over, cfo.office, person, from_on=today, on=today, by=clerk)


@case("a clerk who hands the office over to themselves")
def _(scene: Scene) -> bool:
    clerk = scene.officer("clerk", town="9981")
    _user, cfo = seated(scene, "cfo", "9981")
    today = scene.today
    return refused(grants.hand_over, cfo.office, clerk.person, from_on=today, on=today, by=clerk)


@case("a chief financial officer after the office was handed over")
def _(scene: Scene) -> bool:
    clerk = scene.officer("clerk", town="9981")
    user, cfo = seated(scene, "cfo", "9981")
    client, today = scene.entered(user), scene.today
    grants.hand_over(
        cfo.office, Person.objects.create(label="Next one"), from_on=today, on=today, by=clerk
    )
    again = Client()
    post(again, user.username)
    again.post("/sign-in/factor/", {"code": scene.code(user)})
    return not inside(client) and not inside(again)


@case("the link for a first password, a second time")
def _(scene: Scene) -> bool:
    user = scene.user()
    user.set_unusable_password()
    user.save()
    link = invitations.path_for(user)
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    first = Client()
    first.post(first.get(link)["Location"], new)
    if not User.objects.get(pk=user.pk).check_password(PASSWORD):
        raise AssertionError("The link did not work the first time: the case proves nothing.")
    return Client().get(link).status_code == 200  # no password is asked for: no redirect


@case("the link for a first password with another's number in it")
def _(scene: Scene) -> bool:
    user, other = scene.user(), scene.user()
    mine, theirs = invitations.path_for(user).split("/"), invitations.path_for(other).split("/")
    theirs[-2] = mine[-2]
    return Client().get("/".join(theirs)).status_code == 200
