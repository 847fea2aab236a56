"""Successions, standing and offices are dated, and the database keeps them."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, InternalError, connection, transaction
from django.db.models import ProtectedError

from municipalities import offices, standing, successions
from municipalities.models import Municipality, Officer, Person, Succession, User
from municipalities.refusal import Refusal
from payments.matrix.towns import Towns
from tests.offices import officer
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db

ON = date(2026, 9, 1)


def succeed(predecessor: str, successor: str, document: str = "Merger, page 1") -> Succession:
    return successions.record(
        municipality(predecessor),
        municipality(successor),
        document=document,
        on=ON,
        by=officer("dca-director"),
    )


def test_a_succession_dissolves_the_predecessor_on_its_day() -> None:
    succeed("9901", "9902")
    assert Municipality.objects.get(code="9901").dissolved_on == ON
    assert [each.code for each in successions.line_of(municipality("9901"))] == ["9902"]


def test_a_line_of_successors_ends_at_the_one_that_stands() -> None:
    succeed("9901", "9902")
    succeed("9902", "9903")
    assert [each.code for each in successions.line_of(municipality("9901"))] == ["9902", "9903"]


def test_o83_nobody_succeeds_itself_directly_or_in_a_circle() -> None:
    with pytest.raises(Refusal, match="itself"):
        succeed("9901", "9901")
    succeed("9901", "9902")
    succeed("9902", "9903")
    with pytest.raises(Refusal, match="itself"):
        succeed("9903", "9901")


def test_one_predecessor_has_one_successor() -> None:
    assert succeed("9901", "9902") == succeed("9901", "9902")
    with pytest.raises(Refusal, match="already"):
        succeed("9901", "9903")


INSERT = (
    "INSERT INTO municipalities_succession"
    " (predecessor_id, successor_id, effective_on, document) VALUES (%s, %s, '2026-09-01', 'x')"
)


@pytest.mark.parametrize("pair", [("9903", "9901"), ("9904", "9904")])
def test_the_database_refuses_a_circle(pair: tuple[str, str]) -> None:
    succeed("9901", "9902")
    succeed("9902", "9903")
    municipality("9904")
    with (
        pytest.raises(IntegrityError),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(INSERT, pair)
    assert Succession.objects.count() == 2


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE municipalities_standingevent SET in_good_standing = false",
        "DELETE FROM municipalities_standingevent",
        "UPDATE municipalities_succession SET successor_id = '0714'",
        "DELETE FROM municipalities_officer",
        "DELETE FROM municipalities_person",
    ],
)
def test_what_was_recorded_is_not_changed(attack: str) -> None:
    zone("Newark", "0714")
    succeed("9901", "9902")
    with (
        pytest.raises((IntegrityError, InternalError)),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(attack)


def test_standing_changes_on_the_day_it_was_recorded_for() -> None:
    newark = zone("Newark", "0714")
    by = officer("authority")
    standing.record(newark, in_good_standing=False, reason="No plan", on=ON, by=by)
    assert standing.in_good_standing(newark, date(2026, 8, 31))
    assert not standing.in_good_standing(newark, ON)
    assert standing.all_on(ON) == {"0714": False}
    with pytest.raises(Refusal, match="one day has one standing"):
        standing.record(newark, in_good_standing=True, reason="A plan", on=ON, by=by)


def test_standing_needs_a_reason_and_an_office_with_the_duty() -> None:
    newark = zone("Newark", "0714")
    with pytest.raises(Refusal, match="a reason"):
        standing.record(newark, in_good_standing=False, reason=" ", on=ON, by=officer("authority"))
    with pytest.raises(Refusal, match="record-standing"):
        standing.record(
            newark, in_good_standing=False, reason="No plan", on=ON, by=officer("auditor")
        )


def test_a_term_ends_on_its_last_day_and_not_by_its_holder() -> None:
    admin, analyst = officer("admin"), officer("dca-analyst")
    offices.end(analyst, on=ON, by=admin)
    assert analyst.serves_on(ON)
    assert not analyst.serves_on(date(2026, 9, 2))
    with pytest.raises(Refusal, match="not held"):
        offices.require(analyst, "load-facts", on=date(2026, 9, 2))
    with pytest.raises(Refusal, match="another administrator"):
        offices.end(admin, on=ON, by=admin)


def test_who_serves_on_a_day_is_who_has_a_term() -> None:
    analyst = officer("dca-analyst")
    assert analyst in offices.serving(ON)
    offices.end(analyst, on=ON, by=officer("admin"))
    assert analyst not in offices.serving(date(2026, 9, 2))


def test_o63_a_place_with_history_is_not_deleted() -> None:
    newark = zone("Newark", "0714")
    for row in (newark, Municipality.objects.get(code="0714")):
        with pytest.raises(ProtectedError):
            row.delete()


@pytest.mark.parametrize("model", [User, Person, Officer])
def test_o63_a_user_is_deactivated_and_never_deleted(
    model: type[User] | type[Person] | type[Officer],
) -> None:
    User.objects.create(username="newark-cfo", person=officer("cfo", municipality=newark()).person)
    with pytest.raises((InternalError, ProtectedError)), transaction.atomic():
        model._default_manager.all().delete()
    assert model._default_manager.count() == 1


def newark() -> str:
    return municipality("0714", "Newark").code


@pytest.mark.parametrize(
    "table",
    ["municipalities_user", "municipalities_person", "municipalities_municipality",
     "municipalities_enterprisezone", "municipalities_officer", "funds_fund", "funds_posting",
     "funds_entry", "funds_closing", "payments_voucher"],
)  # fmt: skip
def test_o63_nor_does_the_databases_owner_delete_what_has_history(
    table: str, settings: Any, tmp_path: Path
) -> None:
    settings.DOCUMENTS = tmp_path
    towns = Towns()
    User.objects.create(username="someone", person=towns.samples.other.person)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        assert cursor.fetchone()[0]
        with pytest.raises((InternalError, IntegrityError)), transaction.atomic():
            cursor.execute(f"DELETE FROM {table}")
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
