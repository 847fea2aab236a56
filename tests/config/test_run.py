"""The door of `./run`, as far as it goes without installing or serving anything."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config import running, serve
from tests.sources import ROOT


def run(*words: str, at: Path = ROOT / "run") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, at, *words], capture_output=True, text=True, timeout=60)


def test_help_names_every_word() -> None:
    said = run("help")
    assert said.returncode == 0
    for word in ("--port", "test", "prove", "stop", "help"):
        assert f"./run {word}" in said.stdout or f"[{word}" in said.stdout


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["dance"], "'dance'"),
        (["--port"], "'--port'"),
        (["--port", "http"], "'http'"),
        (["--port=70000"], "'70000'"),
        (["--port", "8000", "more"], "'--port 8000 more'"),
    ],
)
def test_an_unknown_word_is_refused_in_one_sentence(words: list[str], found: str) -> None:
    said = run(*words)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.count("\n") == 1
    assert found in said.stderr


def test_a_port_that_is_taken_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    shutil.copy(ROOT / "run", tmp_path)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = run("--port", str(port), at=tmp_path / "run")
    assert said.returncode == 2
    assert said.stderr == f"Port {port} is taken; choose another: ./run --port {port + 1}\n"
    assert os.listdir(tmp_path) == ["run"]


def test_to_stop_where_nothing_was_made_is_no_fault(tmp_path: Path) -> None:
    shutil.copy(ROOT / "run", tmp_path)
    said = run("stop", at=tmp_path / "run")
    assert (said.returncode, said.stdout) == (0, "Nothing runs here.\n")


def test_a_second_start_names_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "VAR", tmp_path)
    monkeypatch.setattr(running, "LOCK", tmp_path / "serve.lock")
    with running.take() as lock:
        running.write(lock, "http://127.0.0.1:8000")
        with pytest.raises(running.RunsAlready, match=f"{os.getpid()} at http://127.0.0.1:8000"):
            running.take()
    running.take().close()


def test_a_command_goes_on_with_the_environment_that_run_made(tmp_path: Path) -> None:
    shutil.copy(ROOT / "manage.py", tmp_path)
    bare = [sys.executable, "-S", tmp_path / "manage.py", "calculate", "highlands"]
    alone = subprocess.run(bare, capture_output=True, text=True, timeout=60)
    assert (alone.returncode, alone.stdout) == (2, "")
    assert alone.stderr == "The packages are not there yet: ./run installs them into .venv.\n"
    made = tmp_path / ".venv" / "bin" / "python"
    made.parent.mkdir(parents=True)
    made.write_text('#!/bin/sh\necho "$@"\n')
    made.chmod(0o755)
    gone_on = subprocess.run(bare, capture_output=True, text=True, timeout=60)
    assert gone_on.returncode == 0
    assert gone_on.stdout == f"{tmp_path / 'manage.py'} calculate highlands\n"


def test_papers_and_notices_print_the_address_that_is_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def taken() -> None:
        raise running.RunsAlready("already")

    monkeypatch.setattr(running, "take", taken)
    monkeypatch.setattr(sys, "argv", ["serve", "8123"])
    monkeypatch.setenv("SITE_ADDRESS", "")
    monkeypatch.delenv("SITE_ADDRESS")
    with pytest.raises(SystemExit):
        serve.main()
    assert os.environ["SITE_ADDRESS"] == "http://127.0.0.1:8123"
