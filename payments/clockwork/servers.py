"""The only home of a proof's own servers: what is done to them reaches nobody else's."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from funds.refusal import Refusal


@dataclass
class Server:
    """A running server: its address, and the folder that holds all it knows."""

    address: str
    folder: Path
    process: subprocess.Popen[str]

    def again(self) -> None:
        """Start it where it was stopped, with what it kept; it answers when this returns."""
        asked = cast("IO[str]", self.process.stdin)
        asked.write("again\n")
        asked.flush()
        _said(self.process)


@contextmanager
def own(name: str) -> Iterator[Server]:
    """Start a `postgres` or a `valkey` until the block ends. Raises Refusal when it can't start."""
    command = [sys.executable, "-m", "config.embedded.private", name]
    with subprocess.Popen(
        command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        address, folder = _said(process)
        yield Server(address, Path(folder), process)
        process.communicate()


def _said(process: subprocess.Popen[str]) -> tuple[str, str]:
    words = cast("IO[str]", process.stdout).readline().split()
    if len(words) != 2:
        raise Refusal("A server of the proof's own could not be started.")
    return words[0], words[1]


def database() -> str:
    """Return the address of the database that this process uses, for another process."""
    of = connection.settings_dict
    secret = f":{quote(of['PASSWORD'], safe='')}" if of["PASSWORD"] else ""
    port = f":{of['PORT']}" if of["PORT"] else ""
    host = quote(of["HOST"], safe="")
    return f"postgres://{quote(of['USER'], safe='')}{secret}@{host}{port}/{of['NAME']}"
