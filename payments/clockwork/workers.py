"""The only home of real workers on a broker of their own: begun, stopped, killed, waited for."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import redis
from celery import Celery
from django.conf import settings

from payments.clockwork import servers

DUE = date(2026, 7, 15)
DAY, COMES, HELD = (
    "PROOF_DAY",
    "PROOF_DAY_COMES",
    "PROOF_HELD",
)  # what hasty.py reads of the environment
KIND, FUND, SOURCE, DOLLAR = "import", "highlands", "highlands-protection-fund", Decimal("1.00")
RELEASE = "payments.tasks.release_due_installments"
ROWS = "funds.tasks.work_through_rows"
PATIENCE = 300  # seconds
MODULE = "payments.clockwork.hasty"


@dataclass
class Broker:
    """A broker of the proof's own, and the workers that read it."""

    server: servers.Server
    log: Path
    begun: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Open it for messages and for questions."""
        self.redis = redis.Redis.from_url(self.server.address)
        address = self.server.address.replace("unix://", "redis+socket://", 1)
        self._sender = Celery("prove", broker=address, set_as_current=False)

    def look(self, task: str, times: int = 1) -> None:
        """Send a message so many times."""
        with self._sender.producer_pool.acquire(block=True) as producer:
            for _ in range(times):
                self._sender.send_task(task, producer=producer)

    def begin(self, *, processes: int = 4, held: int = 0, day: date = DUE) -> None:
        """Start a worker of so many processes, each of which holds its messages for `held` s.

        If they hold any, it is the day before until the day comes.
        """
        if not held:
            self.day_comes()
        environment = os.environ | {
            "DATABASE_URL": servers.database(),
            "REDIS_URL": self.server.address,
            "DOCUMENTS": str(settings.DOCUMENTS),
            DAY: day.isoformat(),
            COMES: str(self._comes),
            HELD: str(held),
        }
        command = [
            sys.executable, "-m", "celery", "-A", "config", "--skip-checks", "worker",
            "--loglevel=INFO", "--concurrency", str(processes), "--include", MODULE,
        ]  # fmt: skip
        ready = self.told(" ready.")
        with open(self.log, "ab") as output:
            self.begun.append(
                subprocess.Popen(
                    command, cwd=settings.BASE_DIR, env=environment, stdout=output,
                    stderr=output, stdin=subprocess.DEVNULL, start_new_session=True,
                )
            )  # fmt: skip
        patiently(lambda: self.told(" ready.") > ready, "a worker to be ready")

    @property
    def _comes(self) -> Path:
        return self.server.folder / "the-day-has-come"

    def day_comes(self) -> None:
        """Let it be the proof's day, and let no message be held any more."""
        self._comes.touch()

    def told(self, words: str) -> int:
        """Count the lines of the workers' log that hold the words."""
        return self.log.read_text(errors="replace").count(words) if self.log.exists() else 0

    def end(self, what: signal.Signals = signal.SIGTERM) -> None:
        """Ask the workers to stop, or kill them with all they started."""
        for each in self.begun:
            try:
                (os.killpg if what == signal.SIGKILL else os.kill)(each.pid, what)
            except ProcessLookupError:
                continue
        for each in self.begun:
            each.wait(PATIENCE)
        self.begun.clear()

    @property
    def waiting(self) -> int:
        """How many messages no worker has finished."""
        found: Any = self.redis
        return int(found.llen("celery") + found.hlen("unacked"))

    def forget(self) -> None:
        """Lose every message, as a FLUSHALL does."""
        self.redis.flushall()


@contextmanager
def broker() -> Iterator[Broker]:
    """Start a broker; when the block ends its workers are killed with it."""
    with servers.own("valkey") as server:
        found = Broker(server, server.folder / "worker.log")
        try:
            yield found
        finally:
            found.end(signal.SIGKILL)
            found.redis.close()


def patiently(holds: Callable[[], bool], for_what: str) -> None:
    """Wait until something holds. Raises TimeoutError when it does not within five minutes."""
    until = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError(f"Waited {PATIENCE} seconds for {for_what}.")
        time.sleep(0.1)
