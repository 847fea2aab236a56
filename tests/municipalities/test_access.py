"""What a person may see follows from the offices they hold today; another's does not exist."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.cache import SessionStore
from django.core.exceptions import FieldDoesNotExist
from django.test import RequestFactory

from funds.models import Account, Fund
from municipalities import access, offices
from municipalities.models import Officer, User
from tests.offices import officer
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db

ON = date(2026, 9, 1)


def user_of(seated: Officer) -> User:
    return User.objects.get_or_create(username=seated.person.label, person=seated.person)[0]


def scope_of(title: str, **where: str) -> access.Scope:
    return access.visible_to(user_of(officer(title, **where)), ON)


@pytest.fixture(autouse=True)
def places() -> None:
    zone("The Wildwoods", "0507", "0514")
    zone("Newark", "0714")
    municipality("0101")


def codes(scope: access.Scope) -> tuple[set[str], set[str], set[str]]:
    return (
        set(scope.municipalities().values_list("code", flat=True)),
        set(scope.zones().values_list("code", flat=True)),
        set(scope.counties().values_list("code", flat=True)),
    )


def test_a_cfo_sees_the_municipality_and_its_zone_and_nobody_elses() -> None:
    assert codes(scope_of("cfo", municipality="0514")) == ({"0514"}, {"0507"}, set())


def test_a_cfo_outside_every_zone_sees_the_municipality_alone() -> None:
    assert codes(scope_of("cfo", municipality="0101")) == ({"0101"}, set(), set())


def test_a_coordinator_sees_the_zone_and_its_municipalities() -> None:
    assert codes(scope_of("coordinator", zone="0507")) == ({"0507", "0514"}, {"0507"}, set())


def test_a_county_board_sees_its_county() -> None:
    assert codes(scope_of("county-board", county="05")) == ({"0507", "0514"}, set(), {"05"})


@pytest.mark.parametrize("title", ["treasury-analyst", "dca-director", "auditor", "authority"])
def test_an_office_of_the_state_sees_everything(title: str) -> None:
    scope = scope_of(title)
    assert codes(scope) == ({"0101", "0507", "0514", "0714"}, {"0507", "0714"}, {"01", "05", "07"})
    assert scope.holders() is None


def test_who_manages_offices_sees_those_and_no_money() -> None:
    officer("cfo", municipality="0714")
    scope = scope_of("admin")
    assert codes(scope) == (set(), set(), set())
    assert scope.offices().count() == 2
    assert scope.holders() == frozenset()


def test_an_account_of_another_does_not_exist() -> None:
    fund = Fund.objects.get(code="energy-receipts")
    for code in ("0101", "0714"):
        Account.objects.create(
            fund=fund, kind="ENTITLED", holder=code, sfy=2027, municipality=municipality(code)
        )
    Account.objects.create(fund=fund, kind="POOL", holder="FUND")
    seen = scope_of("cfo", municipality="0714").filter(
        Account.objects.all(), "municipality", "zone", "county"
    )
    assert [account.holder for account in seen] == ["0714"]
    everything = scope_of("auditor").filter(Account.objects.all(), "municipality")
    assert everything.count() == 3


def test_a_path_that_leads_to_no_place_is_an_error_and_never_everything() -> None:
    scope = scope_of("cfo", municipality="0714")
    with pytest.raises(FieldDoesNotExist):
        scope.filter(Account.objects.all(), "fund")
    assert scope.filter(Account.objects.all()).count() == 0


def test_the_holders_of_a_scope_are_ledger_keys() -> None:
    assert scope_of("cfo", municipality="0514").holders() == {"0514", "zone:The Wildwoods"}
    assert "county:05" in (scope_of("county-board", county="05").holders() or set())


def test_two_offices_of_one_person_see_what_both_see() -> None:
    cfo = officer("cfo", municipality="0514")
    officer("cfo", municipality="0101", person=cfo.person.label)
    assert codes(access.visible_to(user_of(cfo), ON))[0] == {"0101", "0514"}


def test_with_the_term_ends_what_may_be_seen() -> None:
    cfo = officer("cfo", municipality="0714")
    offices.end(cfo, on=ON, by=officer("admin"))
    user = user_of(cfo)
    assert codes(access.visible_to(user, ON))[0] == {"0714"}
    assert access.visible_to(user, date(2026, 9, 2)) == access.NOTHING


@pytest.mark.parametrize("what", ["anonymous", "without a person", "deactivated"])
def test_who_holds_no_office_sees_nothing(what: str) -> None:
    user = user_of(officer("auditor"))
    user.is_active = what != "deactivated"
    user.person_id = None if what == "without a person" else user.person_id
    asked = AnonymousUser() if what == "anonymous" else user
    assert access.visible_to(asked, ON) == access.NOTHING
    assert access.officers_of(asked, ON) == []


def test_a_person_acts_in_the_office_they_chose() -> None:
    first = officer("cfo", municipality="0101")
    second = officer("cfo", municipality="0714", person=first.person.label)
    request = RequestFactory().get("/")
    request.user, request.session = user_of(first), SessionStore()
    assert access.current_officer(request) == first
    access.choose(request, second)
    assert access.current_officer(request) == second
    access.choose(request, officer("auditor"))
    assert access.current_officer(request) == first
