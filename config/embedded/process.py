"""The only home of how a server process is started, watched, shared and stopped."""

import atexit
import fcntl
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.embedded.place import Place
from config.embedded.refusal import CannotStart

PATIENCE = 30  # seconds for a server to answer, after a crash as well


@contextmanager
def alone(place: Place) -> Iterator[None]:
    """Hold the place's lock, so that of several processes one starts or stops a server."""
    with open(place.folder / "lock", "a", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def launch(place: Place, arguments: list[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a server in its own session, so that Ctrl-C in a terminal does not reach it."""
    with open(log, "ab") as output:
        os.chmod(log, 0o600)
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            **place.as_account(),
        )


def wait(child: subprocess.Popen[bytes], answers: Callable[[], bool], log: Path) -> bool:
    """Wait until the server answers; False when it ended instead, refused when it does neither."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answers():
            return True
        if child.poll() is not None:
            return False
        time.sleep(0.02)
    child.kill()
    raise CannotStart(f"A server did not answer in {PATIENCE} s; its log is {log}.")


def last_words(log: Path) -> str:
    """Return the last line of a log that says something, without its time and place."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
    telling = [line for line in lines if "FATAL:" in line or "PANIC:" in line or "error" in line]
    spoken = (telling or [line for line in lines if line.strip()] or ["no reason given"])[-1]
    return spoken.strip()


def is_alive(pid: int, name: str) -> bool:
    """Tell whether the process runs and is the named program: pids are used again, zombies stay."""
    status = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            comm, _, rest = status.read_text().partition("(")[2].rpartition(")")
        except OSError:
            return False
        return comm.startswith(name) and rest.split()[0] not in {"Z", "X"}
    asked = subprocess.run(
        ["ps", "-o", "stat=,comm=", "-p", str(pid)], capture_output=True, text=True
    )
    return name in asked.stdout and not asked.stdout.startswith("Z")


def stop(pid: int, name: str, steps: list[tuple[signal.Signals, float]]) -> None:
    """Send each signal in turn until the process is gone, with a grace time after each."""
    for step, grace in steps:
        end = time.monotonic() + grace
        if not is_alive(pid, name):
            return
        os.kill(pid, step)
        while is_alive(pid, name) and time.monotonic() < end:
            time.sleep(0.02)


def stop_when_last(place: Place, kind: str, stop_it: Callable[[Place], bool]) -> None:
    """Hold a share in the server; the last process that gives its share back stops it."""
    share = os.open(place.folder / f"{kind}.users", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(share, fcntl.LOCK_SH)
    holder = os.getpid()

    def leave() -> None:
        if os.getpid() != holder:  # a forked child has inherited this, but not the duty
            return
        with alone(place):
            try:
                fcntl.flock(share, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            stop_it(place)

    atexit.register(leave)
