"""The only home of asking the reading process: it is killed when its time is up."""

import json
import os
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from municipalities.refusal import Refusal

CHILD = Path(__file__).with_name("child.py")
ENVIRONMENT = {"OPENPYXL_LXML": "False", "LANG": "C.UTF-8", "TZ": "UTC"}
TO_READ, TO_LOOK = (512, 60), (256, 10)  # megabytes and seconds
WHY = {
    "memory": "Reading it takes more than {} MB of memory: send a smaller or plainer file.",
    "time": "Reading it takes more than {1} seconds: send a smaller or plainer file.",
    "crash": "It could not be read: save it anew and send that.",
}


class Died(Refusal):
    """That the process was ended before it had read the file, and why in words."""


class Process:
    """A running reading process; it answers one file after the other."""

    def __init__(self) -> None:
        """Start it, in a session of its own."""
        self.largest = 0  # kilobytes that the largest of its children took
        self._started = subprocess.Popen(
            [sys.executable, "-I", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
            start_new_session=True,
        )

    def ask(
        self, ask: str, content: bytes, limits: tuple[int, int], **more: object
    ) -> dict[str, Any]:
        """Return the answer about a file. Raises Died."""
        megabytes, seconds = limits
        question = {"ask": ask, "megabytes": megabytes, "seconds": seconds, **more}
        timer = threading.Timer(seconds + 2, self.end)
        timer.start()
        try:
            answer = self._exchange(json.dumps(question).encode(), content)
        finally:
            timer.cancel()
        if answer is None:
            answer = {"died": "time"}
        if "died" in answer:
            raise Died(WHY[answer["died"]].format(megabytes, seconds))
        return answer

    def _exchange(self, question: bytes, content: bytes) -> dict[str, Any] | None:
        """Send and receive; None when the process ended meanwhile."""
        sends, receives = self._started.stdin, self._started.stdout
        if sends is None or receives is None:
            return None
        try:
            sends.write(struct.pack("!LL", len(question), len(content)) + question)
            sends.write(content)
            sends.flush()
            head = receives.read(8)
        except (BrokenPipeError, ValueError):
            return None
        if len(head) < 8:
            return None
        length, took = struct.unpack("!LL", head)
        self.largest = max(self.largest, took)
        said: dict[str, Any] = json.loads(receives.read(length))
        return said

    def end(self) -> None:
        """End it and whatever it forked."""
        with suppress(ProcessLookupError):
            os.killpg(self._started.pid, signal.SIGKILL)

    def close(self) -> None:
        """Let it end by itself."""
        for pipe in (self._started.stdin, self._started.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        self._started.wait()


_running: list[Process] = []


@contextmanager
def one_for_many() -> Iterator[Process]:
    """Ask one process in the block, which saves its start; for proofs of many files."""
    process = Process()
    _running.append(process)
    try:
        yield process
    finally:
        _running.remove(process)
        process.close()


def _ask(ask: str, content: bytes, limits: tuple[int, int], **more: object) -> dict[str, Any]:
    if _running:
        return _running[-1].ask(ask, content, limits, **more)
    process = Process()
    try:
        return process.ask(ask, content, limits, **more)
    finally:
        process.close()


def kind_of(content: bytes) -> str:
    """Return what a file is by its content. Raises Refusal for whatever is not taken."""
    answer = _ask("kind", content, TO_LOOK)
    if "refused" in answer:
        raise Refusal(answer["refused"])
    return str(answer["kind"])


def read(
    content: bytes, kind: str, layout: str, period: str, places: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return what stands in a file, as `Reading.as_dict` has it. Raises Died."""
    return _ask("read", content, TO_READ, kind=kind, layout=layout, period=period, places=places)
