"""The only home of losing a server between two backups: what was committed last is what counts.

Its write-ahead log leaves the machine as it is written (pg_receivewal). The server is killed, its
data removed, and a copy recovered from the base backup and the log.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

from django.db import connection, transaction

from funds import allocation, verification
from funds.models import Posting
from municipalities import standstills
from municipalities.models import Standstill
from payments import scratch
from payments.backups import programs, restoring, taking
from payments.backups.drill import AT, ON, at
from payments.clockwork import servers
from payments.grow import seats
from payments.proving import Outcome

AGE = 300_000  # ms: nothing older than this may be lost
WAITED = 20.0  # seconds for the log's first bytes to arrive


def run(deposits: int, _seed: int) -> Outcome:
    """Deposit so often while the log is copied, kill the server, recover, look what is missing."""
    with tempfile.TemporaryDirectory() as kept:
        backup = Path(kept) / "backup"
        with scratch.database(reference=True):
            taking.take(backup, at=AT)
        with servers.own("postgres") as server, at(server.address):
            restoring.restore(backup, on=ON)
            _go_on()
            committed, killed = _lost(server, deposits)
            server.again()
            return _missing(committed, killed)


def _go_on() -> None:
    """Let the copy work."""
    for still in Standstill.objects.filter(ended_on=None):
        standstills.end(still, "The drill", on=still.began_on, by=seats.state("treasury-certifier"))


def _lost(server: servers.Server, deposits: int) -> tuple[dict[str, float], float]:
    """Back the server up, deposit, kill it, put the copy of its data and log in its place."""
    data, log = server.folder / "postgres", server.folder / "log"
    base = server.folder / "base"
    with _received(log):
        programs.run("pg_basebackup", f"--pgdata={base}", "--checkpoint=fast", "--wal-method=none")
        committed = _deposited(deposits)
        killed = time.monotonic()
        os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        connection.close()
        time.sleep(0.5)  # the log's receiver notices
    shutil.rmtree(data)
    base.rename(data)
    with (data / "postgresql.auto.conf").open("a") as settings:
        settings.write(f"restore_command = 'cp {log}/%f %p || cp {log}/%f.partial %p'\n")
    (data / "recovery.signal").touch()
    _give(server.folder)
    return committed, killed


@contextmanager
def _received(log: Path) -> Iterator[None]:
    """Copy the log of this process's server into a folder, byte by byte, until the block ends."""
    log.mkdir()
    database = connection.settings_dict
    where = ["--host", str(database["HOST"]), "--username", str(database["USER"])]
    receiver = subprocess.Popen(
        [programs.path("pg_receivewal"), *where, "--no-loop", "--synchronous", "-D", str(log)],
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + WAITED
        while not list(log.iterdir()) and time.monotonic() < until:
            time.sleep(0.05)
        yield
    finally:
        receiver.terminate()
        receiver.wait()


def _deposited(deposits: int) -> dict[str, float]:
    """Deposit a dollar so often; return when each was committed."""
    by = seats.state("treasury-analyst")
    committed = {}
    for number in range(deposits):
        key = f"drill/{number}"
        with transaction.atomic():
            allocation.deposit(
                "highlands", "highlands-protection-fund", Decimal(1),
                on=ON, by=by, document="The drill", key=key,
            )  # fmt: skip
        committed[key] = time.monotonic()
    return committed


def _give(folder: Path) -> None:
    """Let the server's own account read what root has put there."""
    owner = folder.stat()
    for path in folder.rglob("*"):
        if not path.is_symlink():
            os.chown(path, owner.st_uid, owner.st_gid)


def _missing(committed: dict[str, float], killed: float) -> Outcome:
    there = set(Posting.objects.filter(key__in=committed).values_list("key", flat=True))
    lost = [killed - moment for key, moment in committed.items() if key not in there]
    oldest = round(max(lost, default=0) * 1000)
    faults = [f"a deposit committed {oldest} ms before is lost"] if oldest > AGE else []
    fault = verification.verify("highlands").fault
    faults += [str(fault)] if fault else []
    return Outcome(len(committed), faults, len(faults), oldest)
