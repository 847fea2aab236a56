"""Offices in which nobody can act are found the same day, and told to whoever mends it."""

from datetime import date, timedelta

import pytest
from django.test import override_settings

from municipalities import offices, vacancies
from municipalities.models import Change, Notice, Office, Officer, User
from municipalities.tasks import look_after_offices
from municipalities.vacancies import CLOSED, NEVER, NOBODY
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db
TODAY = date(2027, 3, 1)


def with_sign_in(title: str, town: str | None = None) -> Officer:
    where = {"municipality": town} if town else {}
    held = officer(title, **where)
    User.objects.create(username=f"{title}-{town}", person=held.person)
    return held


def whys() -> dict[str, str]:
    return {each.office.name: each.why for each in vacancies.empty(TODAY)}


@pytest.fixture(autouse=True)
def towns() -> None:
    municipality("9901")
    municipality("9902")


def test_an_office_is_empty_from_the_day_after_the_last_term() -> None:
    cfo = with_sign_in("cfo", "9901")
    offices.end(cfo, on=TODAY, by=with_sign_in("admin"))
    assert vacancies.empty(TODAY) == []
    (found,) = vacancies.empty(TODAY + timedelta(days=1))
    assert (found.office, found.why, found.since) == (cfo.office, NOBODY, TODAY + timedelta(days=1))


def test_an_office_that_nobody_ever_held_and_one_whose_term_comes_later_are_empty() -> None:
    Office.objects.create(title="cfo", name="New office", municipality_id="9902")
    offices.seat("clerk", "Later", "Later holder", from_on=TODAY + timedelta(days=3))
    assert whys() == {"New office": NEVER, "Later": NEVER}


def test_an_office_whose_holder_has_no_open_sign_in_is_empty() -> None:
    cfo, clerk = with_sign_in("cfo", "9901"), officer("clerk", municipality="9901")
    User.objects.filter(person=cfo.person).update(is_active=False)
    assert whys() == {cfo.office.name: CLOSED, clerk.office.name: CLOSED}


def test_the_demonstrations_holders_are_none_where_it_is_off() -> None:
    cfo = with_sign_in("cfo", "9901")
    User.objects.filter(person=cfo.person).update(demonstration=True)
    with override_settings(DEMONSTRATION=True):
        assert whys() == {}
    with override_settings(DEMONSTRATION=False):
        assert whys() == {cfo.office.name: CLOSED}


def test_two_holders_of_an_office_are_empty_only_together() -> None:
    first = with_sign_in("cfo", "9901")
    second = offices.seat("cfo", first.office.name, "Another", from_on=date(2026, 1, 1))
    offices.end(first, on=TODAY - timedelta(days=9), by=with_sign_in("admin"))
    assert whys() == {first.office.name: CLOSED}
    User.objects.create(username="another", person=second.person)
    assert whys() == {}


def test_who_mends_it_is_told_once() -> None:
    admin, dca = with_sign_in("admin"), with_sign_in("dca-analyst")
    clerk, other = with_sign_in("clerk", "9901"), with_sign_in("clerk", "9902")
    cfo = with_sign_in("cfo", "9901")
    offices.end(cfo, on=TODAY - timedelta(days=1), by=admin)
    for day in range(3):
        vacancies.tell(TODAY + timedelta(days=day))
    told = Notice.objects.filter(kind=vacancies.KIND)
    assert {each.person for each in told} == {admin.person, dca.person, clerk.person}
    assert told.count() == 3 and other.person not in {each.person for each in told}
    assert {each.subject for each in told} == {f"Nobody is {cfo.office}"}


def test_what_has_been_empty_for_long_is_on_the_page_and_written_to_nobody() -> None:
    admin, cfo = with_sign_in("admin"), with_sign_in("cfo", "9901")
    offices.end(cfo, on=TODAY - timedelta(days=30), by=admin)
    assert vacancies.tell(TODAY) == []
    assert whys() == {cfo.office.name: NOBODY}


def test_however_many_offices_there_are_it_asks_once(django_assert_num_queries: object) -> None:
    for number in range(12):
        Office.objects.create(title="cfo", name=f"Office {number}", municipality_id="9901")
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert len(vacancies.empty(TODAY)) == 12


def test_the_calendar_closes_what_was_not_used_for_ninety_days_and_tells_the_person() -> None:
    cfo = with_sign_in("cfo", "9901")
    User.objects.filter(person=cfo.person).update(
        email="cfo@exampleton.example", date_joined="2020-01-01T00:00Z"
    )
    fresh = with_sign_in("auditor")
    look_after_offices()
    assert not User.objects.get(person=cfo.person).is_active
    assert User.objects.get(person=fresh.person).is_active
    told = Notice.objects.get(person=cfo.person)
    assert (told.address, told.subject) == ("cfo@exampleton.example", "Your sign-in was closed")
    change = Change.objects.filter(table="municipalities_user").order_by("pk").last()
    assert change is not None and change.officer_id == offices.system().pk


def test_the_quarters_list_is_told_to_administrators_once_a_quarter() -> None:
    admin = with_sign_in("admin")
    for _ in range(2):
        look_after_offices()
    told = Notice.objects.filter(kind="recertification")
    assert [each.person for each in told] == [admin.person]
