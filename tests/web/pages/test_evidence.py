"""The pages of tamper evidence and of the identities: green, red where something was altered."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection, transaction

from funds import chain_checks, work
from funds.models import IdentityCheck, Posting
from funds.queries.work import alarms
from funds.sealing import writing
from municipalities import offices
from payments import identity_checks
from payments.invariants import identities
from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def outside(tmp_path: Path, settings: LazySettings) -> None:
    settings.SEAL_KEY_FILE = str(tmp_path / "key")
    settings.SEALS = str(tmp_path / "seals")


def altered(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql)
        cursor.execute("SET LOCAL session_replication_role = origin")


def read(client: Any, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return str(answer.content.decode())


def test_a_chain_altered_by_a_superuser_turns_red_names_the_posting_and_alarms(
    state: dict[str, Any], reading: Any
) -> None:
    client = reading(officer("auditor"))
    assert "Not every chain is verified yet" in read(client, "/evidence/")
    writing.append(writing.seal(world.TODAY))
    assert client.post("/evidence/verify/").status_code == 302
    work.run_due(on=world.TODAY)
    page = read(client, "/evidence/")
    assert "Every chain is unbroken" in page
    assert page.count("Unbroken") == len(chain_checks.chains())
    assert "State auditor" in page
    altered("UPDATE funds_posting SET note = 'x' WHERE number = 3 AND fund_id = 'zone-assistance'")
    client.post("/evidence/verify/")
    work.run_due(on=world.TODAY)
    page = read(client, "/evidence/")
    bad = Posting.objects.get(fund="zone-assistance", number=3)
    assert "Altered: see below" in page
    assert "#3: its content is not what was hashed" in page
    assert f'href="/postings/{bad.pk}/"' in page
    assert "The chain of zone-assistance was altered" in read(client, "/")


def test_a_planted_break_turns_its_identity_red_alarms_and_leads_to_where_it_is(
    state: dict[str, Any], reading: Any
) -> None:
    client = reading(officer("auditor"))
    assert client.post("/invariants/ask/").status_code == 302
    work.run_due(on=world.TODAY)
    every = len(identities())
    page = read(client, "/invariants/")
    assert every >= 25
    assert f"{every} of {every}" in page
    with transaction.atomic():
        altered("UPDATE funds_posting SET sfy = 2020 WHERE number = 2 AND fund_id ="
                " 'zone-assistance'")  # fmt: skip
        for identity in identities():
            identity_checks.ask(identity, by=offices.system())
        page = read(client, "/invariants/")
        assert f"{every - 1} of {every}" in page
        assert "The identity “sfy” is broken" in [alarm.what for alarm in alarms()]
        one = read(client, "/invariants/sfy/")
        bad = Posting.objects.get(fund="zone-assistance", number=2)
        assert f'href="/postings/{bad.pk}/"' in one
        assert "Broken" in one
        transaction.set_rollback(True)
    assert "Nothing breaks it." in read(client, "/invariants/sfy/")
    assert client.get("/invariants/none/").status_code == 404


@pytest.mark.usefixtures("state")
def test_what_looks_broken_while_somebody_posts_is_asked_again() -> None:
    answers = [["account 1"], []]
    identity = identities()[0].__class__("x", "it is so", lambda: answers.pop(0))
    identity_checks.ask(identity, by=offices.system())
    assert IdentityCheck.objects.get(name="x").count == 0


@pytest.mark.browser
def test_the_pages_can_be_used_by_everyone(
    state: dict[str, Any], visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    by = officer("auditor")
    chain_checks.offer_seal(on=world.TODAY)
    identity_checks.offer(on=world.TODAY, by=by)
    work.run_due(on=world.TODAY)
    run = state["runs"][2027].pk
    for name, address in (
        ("evidence", "/evidence/"),
        ("invariants", "/invariants/"),
        ("invariant", "/invariants/credits/"),
        ("bundle", f"/bundles/run/{run}/"),
        ("run-bundle", f"/runs/{run}/"),
    ):
        page = visit(address, by=sign_in_of(by), width=390)
        assert axe(page) == []
        assert no_sideways_scroll(page)
        shot(page, name)
