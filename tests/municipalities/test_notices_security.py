"""O-73: a lock is told to whose sign-in it is, though the request that brought it was refused."""

import pytest
from django.test import Client
from django.urls import reverse

from municipalities.models import Notice, User
from tests.offices import officer
from tests.places import municipality

WRONG = {"username": "exampleton-cfo", "password": "not the password"}


@pytest.fixture
def user(transactional_db: None) -> User:
    municipality("9901")
    holder = officer("cfo", municipality="9901")
    found = User(username="exampleton-cfo", person=holder.person, email="cfo@town.example")
    found.set_password("a long password of an office")
    found.save()
    return found


def fail(times: int, **typed: str) -> None:
    for _ in range(times):
        Client().post(reverse("sign_in"), WRONG | typed)


def test_o73_whose_sign_in_is_locked_is_told_once(user: User) -> None:
    fail(4)
    assert not Notice.objects.exists()
    fail(4)
    told = Notice.objects.get()
    assert (told.kind, told.person, told.address) == ("security", user.person, "cfo@town.example")
    assert told.state == "waiting"


def test_o73_a_name_that_nobody_has_tells_nobody(user: User) -> None:
    fail(8, username="nobody")
    assert not Notice.objects.exists()
