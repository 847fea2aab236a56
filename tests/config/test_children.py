import signal
import sys
import time
from pathlib import Path

import pytest

from config import children
from config.children import Child, end

STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print("ready", flush=True)
time.sleep(60)
"""


def child(tmp_path: Path, code: str) -> Child:
    return Child("worker", [sys.executable, "-c", code], tmp_path / "log")


def until(condition: object, *, seconds: float = 10) -> bool:
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.02)
    return False


def test_what_ends_by_itself_is_started_again_and_later_each_time(tmp_path: Path) -> None:
    brief = child(tmp_path, "print('ran', flush=True)")
    brief.begin()
    waits = []
    for _ in range(3):
        assert until(brief.has_ended)
        brief.revive()
        assert brief.again is not None
        waits.append(round(brief.again - time.monotonic()))
        brief.again = time.monotonic()
        brief.revive()
    assert waits == [1, 3, 7]
    assert until(lambda: (tmp_path / "log").read_text().count("ran") == 4)


def test_what_ran_long_is_started_again_at_once(tmp_path: Path) -> None:
    steady = child(tmp_path, "")
    steady.begin()
    steady.begun -= children.LONG + 1
    assert until(steady.has_ended)
    steady.revive()
    steady.revive()
    assert steady.soon_ended == 0
    assert steady.again is None


def test_what_does_not_end_when_asked_is_ended_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "GRACE", 0.3)
    stubborn = child(tmp_path, STUBBORN)
    stubborn.begin()
    assert until(lambda: "ready" in (tmp_path / "log").read_text())
    end([stubborn], hurry=lambda: False)
    assert stubborn.process is not None
    assert stubborn.process.returncode == -signal.SIGKILL


def test_a_second_request_to_stop_does_not_wait(tmp_path: Path) -> None:
    stubborn = child(tmp_path, STUBBORN)
    stubborn.begin()
    assert until(lambda: "ready" in (tmp_path / "log").read_text())
    began = time.monotonic()
    end([stubborn], hurry=lambda: True)
    assert time.monotonic() - began < 5
