"""The proof of hostile files: each is refused in two seconds and 256 MB, and nobody is asked.

A listener stands at the address that some of the files lead to; it counts who comes.
"""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer, Quarantine
from municipalities.proofs.hostile_files import hostile
from municipalities.proofs.small_files import CSV, pdf, workbook
from municipalities.reading import confined
from municipalities.refusal import Refusal

SECONDS, KILOBYTES = 2, 256 * 1024
SINCE = date(1998, 1, 1)
FEWEST = 60


def run() -> tuple[int, list[str]]:
    """Send every file to the store; return how many there are, and what is wrong."""
    by = offices.seat("dca-analyst", "Proof of files", "Proof of files", from_on=SINCE)
    with _listener() as (address, came), confined.one_for_many() as process:
        files = hostile(address)
        faults = [f"{name}: {why}" for name, file in files.items() if (why := _sent(file, by))]
        if process.largest > KILOBYTES:
            faults.append(f"the largest process took {process.largest:,} KB")
        if came():
            faults.append("somebody was asked from within")
    kept = Quarantine.objects.count()
    if kept != len(files) or len(files) < FEWEST:
        faults.append(f"{kept} refusals are on record, of {len(files)} files")
    return len(files), faults + _harmless(by)


def _sent(file: tuple[bytes, str], by: Officer) -> str:
    """Return what is wrong with how a file was answered; nothing when it is as it should be."""
    content, words = file
    begun = time.monotonic()
    try:
        store.check("a.xlsx", content, by=by)
    except Refusal as no:
        took = time.monotonic() - begun
        if not re.search(words, str(no)):
            return f"refused with other words: {no}"
        return "" if took < SECONDS else f"took {took:.1f} s"
    return "it was taken"


def _harmless(by: Officer) -> list[str]:
    """Say which harmless file is refused after all that."""
    files = {"csv": CSV, "xlsx": workbook(), "pdf": pdf()}
    return [
        f"a harmless {kind} is not taken"
        for kind, content in files.items()
        if store.check(f"a.{kind}", content, by=by).kind != kind
    ]


@contextmanager
def _listener() -> Iterator[tuple[str, "Came"]]:
    """Listen at an address of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield f"http://127.0.0.1:{server.getsockname()[1]}/", Came(server)


class Came:
    """Whether anybody came to a listener."""

    def __init__(self, server: socket.socket) -> None:
        """Watch it."""
        self.server = server

    def __call__(self) -> bool:
        """Take one who waits."""
        try:
            self.server.accept()
        except BlockingIOError:
            return False
        return True
