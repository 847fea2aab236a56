"""The only home of losing the answer to a COMMIT: it is done, and nobody is told.

A proxy on the loopback stands between the product and its database. It lets one COMMIT through,
waits until the server has answered, and hangs up on both instead of passing that on.
"""

import contextlib
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError, connection

from payments import scratch
from payments.faults import trials
from payments.faults.acts import ACTS

COMMIT = b"Q\x00\x00\x00\x0bCOMMIT\x00"  # as the protocol has it
CHUNK, PATIENCE = 65_536, 10  # bytes, seconds
LOST = (OperationalError, InterfaceError)


class Proxy:
    """Passes on what is said between clients and the server, but for one answer."""

    def __init__(self, to: tuple[str, int] | str) -> None:
        """Listen on a free port of the loopback."""
        self._to, self.commits, self.lose = to, 0, 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Let nobody in any more."""
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        is_lost = threading.Event()
        with client, self._server() as server:
            answers = threading.Thread(target=_pass_on, args=(server, client, is_lost), daemon=True)
            answers.start()
            with contextlib.suppress(OSError):
                while said := client.recv(CHUNK):
                    if self._loses(said):
                        is_lost.set()
                    server.sendall(said)
            with contextlib.suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            answers.join(PATIENCE)

    def _server(self) -> socket.socket:
        if isinstance(self._to, tuple):
            return socket.create_connection(self._to)
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._to)
        return server

    def _loses(self, said: bytes) -> bool:
        if said != COMMIT:
            return False
        self.commits += 1
        return self.commits == self.lose


def _pass_on(server: socket.socket, client: socket.socket, is_lost: threading.Event) -> None:
    """Pass on what the server says, until it has answered what is to be lost."""
    with contextlib.suppress(OSError):
        while (said := server.recv(CHUNK)) and not is_lost.is_set():
            client.sendall(said)
    with contextlib.suppress(OSError):
        client.shutdown(socket.SHUT_RDWR)


@contextmanager
def through_proxy() -> Iterator[Proxy]:
    """Speak to the database through a proxy until the block ends."""
    settings, before = connection.settings_dict, dict(connection.settings_dict)
    proxy = Proxy(_address(before["HOST"], before["PORT"]))
    connection.close()
    settings |= {
        "HOST": "127.0.0.1",
        "PORT": str(proxy.port),
        "OPTIONS": before["OPTIONS"] | {"sslmode": "disable"},
    }
    try:
        yield proxy
    finally:
        connection.close()
        settings |= {name: before[name] for name in ("HOST", "PORT", "OPTIONS")}
        proxy.close()


def _address(host: str, port: str) -> tuple[str, int] | str:
    if host.startswith("/"):
        return os.path.join(host, f".s.PGSQL.{port or 5432}")
    if not host:
        raise ImproperlyConfigured("The proxy needs the database's host.")
    return host, int(port or 5432)


def run(count: int, seed: int) -> tuple[int, list[str]]:
    """Lose so many answers, of each act in turn; return how many, and what was wrong."""
    tried, faults = 0, []
    for act, times in trials.shared(count, ACTS):
        random = Random(f"{seed} {act.name}")  # noqa: S311
        with trials.readied(act, random) as ready:
            commits = _counted(ready)
            for _ in range(times):
                at = random.randint(1, commits)
                tried += 1
                faults += [f"{act.name}, answer {at} of {commits} lost, seed {seed}: {each}"
                           for each in _lost(ready, at)]  # fmt: skip
    return tried, faults


def _counted(ready: trials.Readied) -> int:
    with scratch.copy(ready.database), through_proxy() as proxy:
        ready.ask()
        return proxy.commits


def _lost(ready: trials.Readied, at: int) -> Iterator[str]:
    with scratch.copy(ready.database):
        with through_proxy() as proxy:
            proxy.lose = at
            with contextlib.suppress(*LOST):
                ready.ask()
            if proxy.commits < at:
                yield "was never reached"
        yield from ready.again()
