import os
from pathlib import Path

import pytest

from config import env


def test_an_address_with_host_and_port_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://clerk:s%40fe@127.0.0.1:5433/aid")
    read = env.database("DATABASE_URL", "")
    assert [read[k] for k in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == [
        "clerk", "s@fe", "127.0.0.1", "5433", "aid",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "address", ["postgres://clerk@%2Frun%2FUpper/aid", "postgres://clerk@//run/Upper/aid"]
)
def test_a_socket_is_named_by_its_folder(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    read = env.database("DATABASE_URL", "")
    assert (read["HOST"], read["NAME"], read["PORT"]) == ("/run/Upper", "aid", "")


@pytest.mark.parametrize(
    "address",
    [
        "mysql://127.0.0.1/aid",
        "postgres://127.0.0.1",
        "postgres://h:port/aid",
        "aid",
        "postgres://h/",
    ],
)
def test_an_unusable_database_address_ends_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(SystemExit) as end:
        env.database("DATABASE_URL", "")
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert said.count("\n") == 1
    assert said.startswith(f"DATABASE_URL is {address!r};")


def test_a_brokers_socket_is_spelled_as_celery_spells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "unix:///run/valkey.sock")
    assert env.broker("REDIS_URL", "") == "redis+socket:///run/valkey.sock"


@pytest.mark.parametrize(("word", "meaning"), [("yes", True), ("0", False), ("", False)])
def test_a_flag_is_yes_or_no(monkeypatch: pytest.MonkeyPatch, word: str, meaning: bool) -> None:
    monkeypatch.setenv("DEBUG", word)
    assert env.flag("DEBUG", default=False) is meaning


@pytest.mark.parametrize(("read", "word"), [(env.flag, "perhaps"), (env.integer, "-1")])
def test_another_word_is_refused(monkeypatch: pytest.MonkeyPatch, read: object, word: str) -> None:
    monkeypatch.setenv("DEBUG", word)
    with pytest.raises(SystemExit):
        read("DEBUG", 0)  # type: ignore[operator]


def test_a_secret_is_made_once_and_only_its_owner_reads_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    kept = tmp_path / "var" / "secret"
    first = env.secret("SECRET_KEY", kept_in=kept)
    assert len(first) >= 50
    assert env.secret("SECRET_KEY", kept_in=kept) == first
    assert kept.stat().st_mode & 0o777 == 0o600
    assert os.listdir(kept.parent) == ["secret"]


def test_a_secret_that_cannot_be_kept_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "var").write_text("a file where a folder is needed")
    with pytest.raises(SystemExit):
        env.secret("SECRET_KEY", kept_in=tmp_path / "var" / "secret")
    assert "a place to keep one" in capsys.readouterr().err
