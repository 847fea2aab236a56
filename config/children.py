"""The only home of the processes that `./run` starts: begun together, watched, ended together."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

GRACE = 15.0  # seconds between asking a process to end and ending it
TOO_OFTEN = 5  # ends within a minute

PR_SET_PDEATHSIG = 1


def _end_with_parent() -> None:
    """Have the kernel end this child when `./run` itself is killed (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """A process of the product, with its log and the times at which it ended by itself."""

    name: str
    arguments: list[str]
    log: Path
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    ends: deque[float] = field(default_factory=lambda: deque(maxlen=TOO_OFTEN))

    def begin(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C reaches only `./run`."""
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

    def ends_too_often(self) -> bool:
        """Note one more end; tell whether there were too many within a minute."""
        now = time.monotonic()
        self.ends.append(now)
        return len(self.ends) == TOO_OFTEN and now - self.ends[0] < 60

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
