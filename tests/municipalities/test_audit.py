"""What the database journals of every change, by whom, and that nobody silences it. G16, O-62."""

from datetime import date
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.test import Client

from funds.proofs import audit
from municipalities import offices
from municipalities.models import Change, County, Draft, FactSeries, Person, SourceDocument, User
from municipalities.walls import journal, roles
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db

ON = date(2026, 9, 1)


def changes(table: str) -> list[Change]:
    return list(Change.objects.filter(table=table).order_by("pk"))


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def test_o62_every_way_of_writing_is_caught_exactly_as_the_table_changed() -> None:
    changed, missed = audit.run(400, 7)
    assert changed >= 400
    assert missed == []


def test_every_table_is_watched_or_says_why_not() -> None:
    tables, unwatched = audit.tables()
    assert tables > 70
    assert unwatched == []


def test_what_is_treated_otherwise_is_a_table_that_there_is() -> None:
    there = set(connection.introspection.table_names())
    optional = {"account_emailaddress", "mfa_authenticator", "axes_accessattempt"}
    named = {
        *(name.split()[0] for name in settings.UNJOURNALLED),
        *settings.ONE_LINE_A_STATEMENT, *settings.HIDDEN, *settings.DELETED, *settings.UNREAD,
        *settings.WALLED, *settings.OF_ALL, *settings.SEEN_WITH, *settings.SEEN_WITH.values(),
        *(name.partition(".")[0] for name in settings.SIGNED_ANEW),
    }  # fmt: skip
    assert named - there - optional == set()


def test_nobody_changes_forges_or_silences_the_journal() -> None:
    tried, through = audit.attack()
    assert tried > 50
    assert through == []


def test_o62_an_update_of_many_rows_leaves_a_line_for_each_with_before_and_after() -> None:
    for code in ("01", "02", "03"):
        County.objects.create(code=code, name=f"County {code}")
    County.objects.filter(code__in=["01", "02"]).update(made_up=True)
    updated = [c for c in changes("municipalities_county") if c.what == "UPDATE"]
    assert [(c.row, c.before, c.after) for c in updated] == [
        ("01", {"made_up": False}, {"made_up": True}),
        ("02", {"made_up": False}, {"made_up": True}),
    ]


def test_o62_raw_sql_without_an_actor_names_the_database_user() -> None:
    sql("INSERT INTO municipalities_county (code, name, made_up) VALUES ('01', 'Atlantic', false)")
    assert changes("municipalities_county")[0].actor.startswith("no actor: database user ")


def test_an_acts_changes_carry_the_office_and_the_person_who_did_it() -> None:
    admin = offices.seat("admin", "DCA administrator", "Ann", from_on=date(1998, 1, 1))
    clerk = officer("cfo", municipality=municipality("9901").pk)
    with transaction.atomic():
        offices.end(clerk, on=ON, by=admin)
    ended = [c for c in changes("municipalities_officer") if c.what == "UPDATE"]
    assert [(c.actor, c.officer_id, c.after) for c in ended] == [
        ("DCA administrator, Ann", admin.pk, {"until_on": "2026-09-01"})
    ]


def test_a_page_says_who_asked_in_which_request(client: Client) -> None:
    seated = officer("admin")
    user = User.objects.create(username="admin", person=seated.person, is_staff=True)
    client.force_login(user)
    answer = client.get("/help/")
    number = answer["X-Request-ID"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT apportion_said('request'), apportion_said('officer')")
        assert cursor.fetchone() == (None, None)  # emptied when the answer was sent
    assert len(number) == 32


def test_what_a_request_was_told_is_told_to_its_changes() -> None:
    seated = officer("admin")
    journal.say(officer=seated.pk, request="abc", reason="POST /office/")
    Person.objects.create(label="Somebody")
    journal.say()
    Person.objects.create(label="Somebody else")
    told, untold = changes("municipalities_person")[-2:]
    assert (told.request, told.reason, told.officer_id) == ("abc", "POST /office/", seated.pk)
    assert (untold.request, untold.reason, untold.officer_id) == ("", "", None)


def test_secrets_are_journalled_as_a_digest_only() -> None:
    user = User.objects.create(username="someone", password="argon2$first")
    user.password = "argon2$second"
    user.save()
    kept = [str(c.before) + str(c.after) for c in changes("municipalities_user")]
    assert "argon2" not in "".join(kept)
    assert kept[-1].count("not shown, SHA-256") == 2


def test_what_did_not_change_leaves_no_line() -> None:
    County.objects.create(code="01", name="Atlantic")
    before = len(changes("municipalities_county"))
    County.objects.update(made_up=False)
    assert len(changes("municipalities_county")) == before


def test_what_is_written_by_the_thousand_is_one_line_a_statement() -> None:
    person = Person.objects.create(label="Somebody")
    Draft.objects.bulk_create(
        Draft(person=person, form=f"form {n}", title="A form", address="/") for n in range(5)
    )
    (line,) = changes("municipalities_draft")
    assert (line.row, line.after) == ("*", {"rows": 5})


def test_no_table_of_the_product_is_truncated() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        sql("TRUNCATE municipalities_change")


@pytest.mark.parametrize("role", [roles.APP, roles.WORKER, roles.READER])
@pytest.mark.parametrize(
    "attempt",
    [
        "UPDATE funds_posting SET note = 'x'",
        "DELETE FROM funds_entry",
        "UPDATE funds_account SET balance = 0",
        "UPDATE funds_ledgerhead SET number = 0",
        "TRUNCATE municipalities_county CASCADE",
        "CREATE TABLE mine (n int)",
        "ALTER TABLE funds_posting DISABLE TRIGGER ALL",
        "DROP TABLE funds_entry",
        "DELETE FROM municipalities_person",
        "DELETE FROM municipalities_change",
        "TRUNCATE funds_posting CASCADE",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('funds', 'x', now())",
    ],
)
def test_o63_no_role_of_the_run_time_changes_what_stays(role: str, attempt: str) -> None:
    with pytest.raises(ProgrammingError) as refused, transaction.atomic():
        sql(f"SET LOCAL ROLE {role}")
        sql(attempt)
    assert "permission denied" in str(refused.value) or "must be owner" in str(refused.value)


def test_the_reading_role_reads_no_secrets_and_writes_nothing() -> None:
    for statement in (
        "SELECT * FROM django_session",
        "SELECT password FROM municipalities_user",
        "INSERT INTO municipalities_person (label) VALUES ('x')",
    ):
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            sql(f"SET LOCAL ROLE {roles.READER}")
            sql(statement)


def test_a_signature_is_not_written_over() -> None:
    document = SourceDocument.objects.create(
        title="Letter", publisher="State", received_on=ON, standing="published"
    )
    series = FactSeries.objects.create(
        kind="parcels", period="2026", unit="lines", document=document, loaded_by=officer("auditor")
    )
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        FactSeries.objects.filter(pk=series.pk).update(loaded_by=officer("dca-analyst"))
    assert "stays" in str(refused.value) or "never edited" in str(refused.value)


def test_a_connection_that_may_not_serve_as_its_role_says_so(monkeypatch: Any) -> None:
    monkeypatch.setitem(roles.BY_WORD, "app", "no_such_role")
    monkeypatch.setattr(connection, "close", lambda: None)
    with pytest.raises(ImproperlyConfigured, match="grant_roles"), transaction.atomic():
        roles.enter("app")
