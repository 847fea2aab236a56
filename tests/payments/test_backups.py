"""A backup is of one moment; its copy lacks nothing, and does nothing by itself."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from funds.refusal import Refusal
from payments import scratch
from payments.backups import drill, lost_server, manifest, programs, restoring, taking
from payments.clockwork import servers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _store(tmp_path: Path, settings: Any) -> None:
    settings.DOCUMENTS = tmp_path / "store"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a State without money."""
    with scratch.database(reference=True):
        return taking.take(tmp_path / "backup", at=drill.AT).folder


def test_a_restored_state_lacks_nothing_stands_still_and_lets_every_office_in() -> None:
    looked = drill.drilled(None)
    assert looked.faults == [] and looked.tried == len(drill.ENTERED) + 4


def test_of_a_killed_server_whose_log_is_copied_nothing_older_than_five_minutes_is_lost() -> None:
    outcome = lost_server.run(60, 1)
    assert outcome.faults == [] and outcome.tried == 60 and outcome.p95 < lost_server.AGE


def test_what_differs_from_what_was_taken_is_said_by_table_rule_and_file(backup: Path) -> None:
    said = json.loads((backup / taking.MANIFEST).read_text())
    said["tables"]["municipalities_county"][0] = 22
    said["rules"]["triggers"] = "1 of another kind"
    said["files"]["0" * 40] = "of a file that is not there"
    (backup / taking.MANIFEST).write_text(json.dumps(said))
    with servers.own("postgres") as server, drill.at(server.address):
        with pytest.raises(CommandError, match="3 differences"):
            call_command("restore", str(backup), stdout=StringIO())
        found = restoring.standstills.standing()
        assert found is not None and found.because.startswith("Restored from a backup of ")


def test_a_backup_is_refused_over_another_and_a_copy_over_a_database(backup: Path) -> None:
    with pytest.raises(Refusal, match="is there already"):
        taking.take(backup, at=drill.AT)
    with pytest.raises(Refusal, match="a backup needs an empty one"):
        restoring.restore(backup, on=drill.ON)
    with pytest.raises(Refusal, match="is no backup of ours"):
        restoring.restore(backup / "dump", on=drill.ON)


def test_a_copy_is_refused_where_other_keys_seal(backup: Path, settings: Any) -> None:
    settings.ACCOUNT_NUMBER_KEYS = ["another"]
    with (
        scratch.bare() as name,
        _named(name),
        pytest.raises(Refusal, match="ACCOUNT_NUMBER_KEY of this machine sealed nothing"),
    ):
        restoring.restore(backup, on=drill.ON)
    assert "another" not in json.dumps(manifest.keys())


def _named(name: str) -> Any:
    return drill.at(servers.database().rpartition("/")[0] + f"/{name}")


def test_what_a_program_of_postgresql_says_is_passed_on() -> None:
    with pytest.raises(Refusal, match=r"pg_dump ended with 1: .*no-such-folder"):
        programs.run("pg_dump", "--format=directory", "--file=/no-such-folder/x")
    assert connection.ensure_connection() is None
