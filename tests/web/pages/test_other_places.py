"""An officer of another place acts on nothing here, and that they tried is on record. O-58."""

from typing import Any

import pytest
from django.urls import reverse

from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Change, Denial, Officer, User
from payments import vouchers
from payments.models import Voucher
from tests.web.pages import people, world
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db


def approve(voucher: Voucher) -> str:
    return reverse("voucher_approve", args=[voucher.pk])


def test_o58_an_officer_of_another_town_approves_nothing_here(
    state: dict[str, Any], reading: Any
) -> None:
    waiting, stranger = state["waiting"], people.local("cfo", "0714")
    assert reading(stranger).post(approve(waiting)).status_code == 404
    with pytest.raises(Refusal):
        vouchers.approve(waiting, on=world.TODAY, by=stranger)
    waiting.refresh_from_db()
    assert waiting.posting is None


def test_o58_what_was_refused_is_on_record_with_its_office(
    state: dict[str, Any], reading: Any
) -> None:
    stranger, auditor = people.local("cfo", "0714"), people.officer("auditor")
    reading(stranger).post(approve(state["waiting"]))
    answer = reading(auditor).post(approve(state["waiting"]))
    kept = Denial.objects.order_by("pk")
    assert [(each.officer, each.method, each.path, each.status) for each in kept] == [
        (stranger, "POST", approve(state["waiting"]), 404),
        (auditor, "POST", approve(state["waiting"]), 403),
    ]
    assert kept[1].request == answer["X-Request-ID"]


def test_o58_what_is_allowed_or_nowhere_or_nobodys_is_no_denial(
    state: dict[str, Any], reading: Any, client: Any
) -> None:
    cfo = reading(people.local("cfo", "2119"))
    assert cfo.get("/").status_code == 200
    assert cfo.get("/no-such-page/").status_code == 404
    assert client.post(approve(state["waiting"])).status_code == 302
    assert not Denial.objects.exists()


def test_o58_who_is_moved_in_mid_session_acts_from_the_next_request_on_there_alone(
    state: dict[str, Any], reading: Any
) -> None:
    cfo = people.local("cfo", "2119")
    client, here = reading(cfo), reverse("municipality", args=["2119"])
    assert client.get(here).status_code == 200
    offices.end(cfo, on=world.TODAY, by=people.officer("admin"))
    Officer.objects.filter(pk=cfo.pk).update(until_on=world.TODAY.replace(day=29))
    moved = offices.seat(
        "cfo", "Newark cfo", cfo.person.label, from_on=world.TODAY, municipality="0714"
    )
    assert client.get(here).status_code == 302  # the session ended with the move
    client.force_login(User.objects.get(pk=sign_in_of(cfo).pk))
    assert client.get(here).status_code == 404
    assert client.get(reverse("municipality", args=["0714"])).status_code == 200
    assert moved.person == cfo.person
    assert Change.objects.filter(table="municipalities_officer", row=str(moved.pk)).exists()
