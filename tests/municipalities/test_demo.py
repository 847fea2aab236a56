"""The demonstration's sign-ins work while it is on, and made-up towns stand outside every count."""

from datetime import date

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from municipalities import demo, reference, standing
from municipalities.models import EnterpriseZone, FiscalYearBasis, Municipality, Officer, User
from municipalities.refusal import Refusal

pytestmark = pytest.mark.django_db

PASSWORD = "a long demonstration password"


@pytest.fixture(autouse=True)
def on(settings: Settings) -> None:
    settings.DEMONSTRATION = True
    settings.DEMONSTRATION_PASSWORD = PASSWORD
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    reference.load()


def test_made_up_towns_stand_outside_the_statewide_counts() -> None:
    before = reference.counts()
    demo.seat_demo()
    assert reference.counts() == before
    assert Municipality.objects.filter(made_up=True, code__startswith="99").count() == 3
    assert EnterpriseZone.objects.get(name="Exampleton").made_up


def test_each_duty_has_a_second_person() -> None:
    demo.seat_demo()
    for title in demo.STATE:
        assert len(set(Officer.objects.filter(office__title=title).values_list("person"))) >= 2
    for title in ("cfo", "preparer"):
        newark = Officer.objects.filter(office__title=title, office__municipality="0714")
        assert newark.count() == 2


def test_every_job_title_of_the_demonstration_has_its_duties() -> None:
    assert {seat.title for seat in demo.seats()} == set(settings.ROLES) - {"system"}


def test_seating_again_changes_nothing() -> None:
    first = [officer.pk for officer in demo.seat_demo()]
    assert [officer.pk for officer in demo.seat_demo()] == first
    assert User.objects.count() == len(first)


def test_exampleton_is_in_good_standing_on_the_state_year_and_says_it_is_a_demonstration() -> None:
    demo.seat_demo()
    zone = EnterpriseZone.objects.get(name="Exampleton")
    assert standing.in_good_standing(zone, date(2026, 11, 30))
    basis = FiscalYearBasis.objects.get(municipality="9901")
    assert (basis.basis, basis.source) == ("state", "Demonstration")


def test_a_person_signs_in_as_an_office_while_the_demonstration_is_on(
    client: Client, settings: Settings
) -> None:
    demo.seat_demo()
    assert client.login(username="newark-cfo", password=PASSWORD)
    assert not client.login(username="newark-cfo", password="another")
    settings.DEMONSTRATION = False
    assert not client.login(username="newark-cfo", password=PASSWORD)


def test_an_open_session_ends_with_the_demonstration(client: Client, settings: Settings) -> None:
    demo.seat_demo()
    client.login(username="admin", password=PASSWORD)
    assert client.get("/admin/").status_code == 200
    settings.DEMONSTRATION = False
    assert client.get("/admin/").status_code == 302


def test_another_kept_password_becomes_everybodys(client: Client, settings: Settings) -> None:
    demo.seat_demo()
    settings.DEMONSTRATION_PASSWORD = "yet another long password"
    demo.seat_demo()
    assert client.login(username="auditor", password="yet another long password")


def test_the_command_prints_each_sign_in_and_the_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("demo_offices")
    printed = capsys.readouterr().out
    assert PASSWORD in printed
    assert all(f"  {seat.username} " in printed for seat in demo.seats())


def test_nothing_is_seated_while_the_demonstration_is_off(settings: Settings) -> None:
    settings.DEMONSTRATION = False
    with pytest.raises(Refusal, match="DEMONSTRATION=yes"):
        demo.seat_demo()
    with pytest.raises(CommandError, match="DEMONSTRATION=yes") as refused:
        call_command("demo_offices")
    assert refused.value.returncode == 2
    assert not User.objects.exists()
