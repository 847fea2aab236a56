"""The only home of stopping PostgreSQL at once, in the middle of an act, and starting it again.

The server is the proof's own. It ends as in a power cut, forgets what was not committed, and
recovers from its log; who was at work is told that the connection is gone.
"""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import unquote, urlsplit

from django.db import InterfaceError, OperationalError, connection

from payments import scratch
from payments.clockwork import servers
from payments.clockwork.servers import Server
from payments.faults import acts, trials
from payments.faults.acts import ACTS, Act

GONE = (OperationalError, InterfaceError)
WHERE = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
READY, TRIED = "faults_ready", "faults_tried"


@contextmanager
def own() -> Iterator[Server]:
    """Speak to a PostgreSQL of the proof's own until the block ends."""
    settings, before = connection.settings_dict, dict(connection.settings_dict)
    with servers.own("postgres") as server:
        parts = urlsplit(server.address)
        connection.close()
        settings |= {
            "NAME": parts.path.strip("/"),
            "USER": parts.username,
            "PASSWORD": "",
            "HOST": unquote(parts.netloc.partition("@")[2]),
            "PORT": "",
        }
        try:
            yield server
        finally:
            connection.close()
            settings |= {
                name: before[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")
            }


def stop(server: Server) -> None:
    """Stop the server at once and wait until it is gone."""
    pid = int((server.folder / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGQUIT)
    while Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes():
        time.sleep(0.01)


def run(count: int, seed: int) -> tuple[int, list[str]]:
    """Stop the server so often, within each act in turn; return how often, and what was wrong."""
    tried, faults = 0, []
    with own() as server:
        for act, times in trials.shared(count, ACTS):
            random = Random(f"{seed} {act.name}")  # noqa: S311
            tried += times
            faults += [f"{act.name}, {each}, seed {seed}"
                       for each in _of(act, times, server, random)]  # fmt: skip
    return tried, faults


def _of(act: Act, times: int, server: Server, random: Random) -> Iterator[str]:
    with trials.readied(act, random) as ready:
        scratch.keep(ready.database, READY)  # a server that stops closes who holds a scratch one
    with acts.held_at(act.on):
        for number in trials.points(ready.statements, times, random):
            for each in _stopped(ready, number, server):
                yield f"stopped at {number} of {ready.statements}: {each}"
    scratch.drop(READY)


def _stopped(ready: trials.Readied, number: int, server: Server) -> Iterator[str]:
    scratch.clone(READY, TRIED)
    with trials.at_statement(number, lambda: stop(server)) as reached, contextlib.suppress(*GONE):
        ready.ask()
    server.again()
    connection.close()
    if not reached:
        yield "was never stopped"
    yield from ready.again()
    scratch.drop(TRIED)
