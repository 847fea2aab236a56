"""The embedded servers in folders of their own: what a fresh machine needs, what goes wrong."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg2
import pytest
import redis

from config import env
from config.embedded import place as places
from config.embedded import postgres, process, valkey
from config.embedded.refusal import CannotStart
from payments.clockwork import servers

SCRIPT = """
import sys
from config.embedded import place, postgres
place.ROOT_STATE = place.Path(sys.argv[1]); place.PROJECT = place.Path(sys.argv[1])
print(postgres.start(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def here(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
         ) -> Iterator[places.Place]:  # fmt: skip
    folder = tmp_path_factory.mktemp("machine")
    for parent in (folder, folder.parent, folder.parent.parent):
        parent.chmod(0o711)
    monkeypatch.setattr(places, "ROOT_STATE", folder)
    monkeypatch.setattr(places, "PROJECT", folder)
    monkeypatch.setattr(process, "stop_when_last", lambda *_: None)
    place = places.find()
    yield place
    postgres.stop(place)
    valkey.stop(place)


def query(address: str, sql: str) -> list[tuple[object, ...]]:
    read = env.database("NONE", address)
    connection = psycopg2.connect(host=read["HOST"], user=read["USER"], dbname=read["NAME"])
    connection.autocommit = True
    cursor = connection.cursor()
    cursor.execute(sql)
    rows = cursor.fetchall() if cursor.description else []
    connection.close()
    return rows


def pid_of(place: places.Place) -> int:
    return int((place.folder / "postgres" / "postmaster.pid").read_text().split()[0])


def test_postgres_is_private_and_keeps_what_it_is_told(here: places.Place) -> None:
    address = postgres.start()
    query(address, "CREATE TABLE kept AS SELECT 1 AS n")
    assert query(address, "SHOW listen_addresses") == [("",)]
    assert query(address, "SHOW data_checksums") == [("on",)]
    assert here.folder.stat().st_mode & 0o777 == 0o700
    assert postgres.stop(here)
    assert not postgres.stop(here)
    assert query(postgres.start(), "SELECT n FROM kept") == [(1,)]


def test_postgres_recovers_from_a_kill_with_its_stale_pid(here: places.Place) -> None:
    address = postgres.start()
    query(address, "CREATE TABLE kept AS SELECT 1 AS n")
    os.kill(pid_of(here), signal.SIGKILL)
    assert query(postgres.start(), "SELECT n FROM kept") == [(1,)]


def test_a_pid_that_a_stranger_has_now_is_no_server(here: places.Place) -> None:
    postgres.start()
    postgres.stop(here)
    stale = here.folder / "postgres" / "postmaster.pid"
    stale.write_text(f"{os.getpid()}\n{here.folder}/postgres\n1\n5432\n{here.sockets}\n\n0 0\n")
    assert not postgres.stop(here)
    assert query(postgres.start(), "SELECT 1") == [(1,)]


def test_data_of_another_major_version_is_refused_in_words(here: places.Place) -> None:
    postgres.start()
    postgres.stop(here)
    (here.folder / "postgres" / "PG_VERSION").write_text("15\n")
    with pytest.raises(CannotStart, match=r"is of PostgreSQL 15 and this is PostgreSQL \d+: dump"):
        postgres.start()


def test_a_half_made_cluster_is_made_anew(here: places.Place) -> None:
    (here.make("postgres.new") / "half").touch()
    assert query(postgres.start(), "SELECT 1") == [(1,)]


def test_a_folder_that_others_may_enter_is_refused(here: places.Place) -> None:
    here.folder.chmod(0o755)
    with pytest.raises(CannotStart, match="must belong to"):
        places.find()
    here.folder.chmod(0o700)


def test_a_long_path_gets_a_short_socket(here: places.Place, monkeypatch: pytest.MonkeyPatch
                                         ) -> None:  # fmt: skip
    monkeypatch.setattr(places, "LONGEST_SOCKET_FOLDER", 10)
    short = places.find().sockets
    assert short != here.sockets
    assert len(os.fsencode(short)) < 80
    short.rmdir()


def test_valkey_keeps_messages_over_a_restart(here: places.Place) -> None:
    import redis

    address = valkey.start()
    redis.Redis.from_url(address).set("message", "look")
    assert valkey.stop(here)
    again = redis.Redis.from_url(valkey.start())
    assert again.get("message") == b"look"
    assert again.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_six_processes_share_one_server_and_the_last_one_stops_it(here: places.Place) -> None:
    root = str(here.folder.parent if os.geteuid() == 0 else here.folder.parent.parent)
    project = Path(__file__).resolve().parent.parent.parent
    six = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, root], cwd=project, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for _ in range(6)
    ]  # fmt: skip
    addresses = {child.stdout.readline() for child in six if child.stdout}
    assert len(addresses) == 1
    server = pid_of(here)
    for child in six[:5]:
        child.communicate("")
    assert process.is_alive(server, "postgres")
    six[5].communicate("")
    assert not process.is_alive(server, "postgres")


def test_a_proofs_own_place_is_in_memory_only_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "MEMORY", str(tmp_path))
    for room, is_there in ((0, True), (2**60, False)):
        monkeypatch.setattr(places, "ROOM", room)
        made = places.new()
        assert (made.folder.parent == tmp_path) is is_there
        shutil.rmtree(made.folder)


def test_a_proofs_own_server_starts_again_where_it_was_stopped_and_leaves_nothing() -> None:
    with servers.own("valkey") as server:
        mine = redis.Redis.from_url(server.address)
        mine.set("kept", "yes")
        pid = int((server.folder / "valkey" / "pid").read_text())
        os.kill(pid, signal.SIGTERM)
        while process.is_alive(pid, "valkey"):
            time.sleep(0.01)
        server.again()
        assert mine.get("kept") == b"yes"
    assert not server.folder.exists()
