"""Each identity, broken once by raw SQL past every trigger, fails alone and is named."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from pytest_django import DjangoDbBlocker

from payments import scratch
from payments.invariants import identities
from payments.play import running, story
from payments.play.registry import ACTS
from tests.funds.breaks import BREAKS, run, unhindered

WORLD = Path(__file__).parent.parent / "stories" / "two-years-of-everything.csv"
NAMES = [each.name for each in identities()]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database in which something of every kind stands."""
    lines = story.read(WORLD, ACTS, settings.ROLES)
    with django_db_blocker.unblock(), scratch.database(reference=True):
        assert [str(judged) for judged in running.run(lines) if not judged.same] == []
        yield


def broken() -> list[str]:
    return [each.name for each in identities() if not each.line()[0]]


@pytest.mark.usefixtures("world")
def test_every_identity_holds_in_a_world_that_acts_made(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("invariants")
    assert capsys.readouterr().out.splitlines()[-1] == f"{len(NAMES)} of {len(NAMES)} hold"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("world")
def test_an_identity_that_is_broken_fails_alone(name: str) -> None:
    with transaction.atomic():
        BREAKS[name]()
        found = broken()
        run("SET CONSTRAINTS ALL IMMEDIATE")
        transaction.set_rollback(True)
    assert found == [name]


@pytest.mark.usefixtures("world")
def test_the_command_names_what_is_broken_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    by = "UPDATE funds_account SET balance = balance {} 1 WHERE kind = 'POOL' AND balance > 9"
    with transaction.atomic():
        unhindered(by.format("+"))()
    try:
        with pytest.raises(SystemExit) as ended:
            call_command("invariants", "--only", "zero", "--only", "sfy")
    finally:
        with transaction.atomic():
            unhindered(by.format("-"))()
    lines = capsys.readouterr().out.splitlines()
    assert ended.value.code == 1
    assert lines[0].startswith("BROKEN  zero: the accounts of each fund sum to zero: zone-assist")
    assert lines[-1] == "1 of 2 hold"


def test_there_are_twenty_identities_or_more_each_with_a_name_of_its_own() -> None:
    assert len(NAMES) >= 20
    assert len(set(NAMES)) == len(NAMES) == len(BREAKS)
