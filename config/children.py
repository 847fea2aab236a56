"""The only home of the processes that `./run` starts: begun together, watched, ended together."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

GRACE = 15.0  # seconds between asking a process to end and ending it
LONG = 60.0  # seconds; who ran that long is started again at once, nobody waits longer
TOO_OFTEN = 5  # ends in a row, none of them after a long run

PR_SET_PDEATHSIG = 1


def _end_with_parent() -> None:
    """Have the kernel end this child when `./run` itself is killed (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """A process of the product, with its log and how often it ended soon after its start."""

    name: str
    arguments: list[str]
    log: Path
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    begun: float = 0.0
    soon_ended: int = 0
    again: float | None = None

    def begin(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C reaches only `./run`."""
        self.begun, self.again = time.monotonic(), None
        with open(self.log, "ab") as output:
            self.process = subprocess.Popen(
                self.arguments,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=os.environ | self.environment,
                start_new_session=True,
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - `./run` has one thread
            )

    def has_ended(self) -> bool:
        """Tell whether the process ended."""
        return self.process is None or self.process.poll() is not None

    def revive(self) -> None:
        """Start the process again when it ended, later each time that it ends soon."""
        now = time.monotonic()
        if self.process is None or not self.has_ended():
            return
        if self.again is None:
            self.soon_ended = 0 if now - self.begun > LONG else self.soon_ended + 1
            wait = min(LONG, 2.0**self.soon_ended - 1)
            self.again = now + wait
            print(
                f"The {self.name} ended ({self.log}); it starts again in {wait:.0f} s.", flush=True
            )
        elif now >= self.again:
            self.begin()

    def send(self, what: signal.Signals) -> None:
        """Send a signal to the process alone, or to everything it started when it must end."""
        if self.process is None or self.has_ended():
            return
        try:
            if what == signal.SIGKILL:
                os.killpg(self.process.pid, what)
            else:
                os.kill(self.process.pid, what)
        except ProcessLookupError:
            pass


def end(children: list[Child], hurry: Callable[[], bool]) -> None:
    """Ask all to end; after the grace time, or when there is a hurry, end them."""
    for child in children:
        child.send(signal.SIGTERM)
    until = time.monotonic() + GRACE
    while not all(child.has_ended() for child in children):
        if time.monotonic() > until or hurry():
            break
        time.sleep(0.05)
    for child in children:
        child.send(signal.SIGKILL)
        if child.process is not None:
            child.process.wait()
