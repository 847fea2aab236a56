"""The only record of what runs in this folder: one lock, and who holds it."""

import fcntl
import json
import os
from pathlib import Path
from typing import IO

VAR = Path(__file__).resolve().parent.parent / "var"
LOCK = VAR / "serve.lock"


class RunsAlready(Exception):
    """Somebody holds the lock; says who and where."""


def take() -> IO[str]:
    """Take the lock for this process; raise RunsAlready when another process has it."""
    VAR.mkdir(exist_ok=True)
    lock = open(LOCK, "a+", encoding="utf-8")  # noqa: SIM115 - held until this process ends
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pid, address = read()
        lock.close()
        raise RunsAlready(f"Apportion runs here already, as process {pid} at {address}.") from None
    return lock


def write(lock: IO[str], address: str) -> None:
    """Say in the lock's file who holds it and where it serves."""
    lock.truncate(0)
    lock.write(json.dumps([os.getpid(), address]))
    lock.flush()


def read() -> tuple[int, str]:
    """Return who holds the lock and where it serves; zero when that is not known yet."""
    try:
        pid, address = json.loads(LOCK.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0, "an address that it has not said yet"
    return int(pid), str(address)
