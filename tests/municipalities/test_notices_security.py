"""O-73: a lock is told to whose sign-in it is, though the request that brought it was refused."""

from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse

from municipalities import offices
from municipalities.models import Notice, User
from municipalities.notices import writing
from municipalities.notices.writing import Words
from municipalities.refusal import Refusal
from municipalities.tasks import deliver_notices
from tests.municipalities.test_notices import HELLO, cfo
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


def test_o73_whose_sign_in_is_locked_is_told_once(user: User, settings: Any) -> None:
    fail(4)
    assert not Notice.objects.exists()
    fail(4)
    told = Notice.objects.get()
    assert (told.kind, told.person, told.address) == ("security", user.person, "cfo@town.example")
    assert told.state == "waiting"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    deliver_notices()
    assert [each.to for each in mail.outbox] == [["cfo@town.example"]]


def test_o73_a_name_that_nobody_has_tells_nobody(user: User) -> None:
    fail(8, username="nobody")
    assert not Notice.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_o73_a_security_notice_stays_when_its_request_is_rolled_back() -> None:
    to, system = cfo("9901"), offices.system()
    locked = Words("Your sign-in is locked", "Ten wrong passwords in five minutes.")
    with pytest.raises(Refusal), transaction.atomic():
        writing.write_apart("security", "lock/1", to, locked, by=system)
        writing.write("certified", "c/1", to, HELLO, by=system)
        raise Refusal("No.")
    assert list(Notice.objects.values_list("kind", "state")) == [("security", "waiting")]
