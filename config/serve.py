"""The only home of `./run` once its packages are there: prepare, serve, watch, stop."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import FrameType
from typing import NoReturn

from django.conf import settings

from config import running
from config.bootstrap import ensure_services
from config.children import TOO_OFTEN, Child, end

LOGS = running.VAR / "log"
FIRST_ANSWER = 120  # seconds
WEB_STATEMENT_LIMIT_MS = "30000"


class Stopping:
    """Counts the requests to stop: the first asks, the second is in a hurry."""

    def __init__(self) -> None:
        """Listen for Ctrl-C, a polite kill and a closed terminal."""
        self.asked = 0
        for what in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(what, self._ask)

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked += 1

    def hurry(self) -> bool:
        """Tell whether it was asked again."""
        return self.asked > 1


def refuse(sentence: str) -> NoReturn:
    """End with one sentence and exit 2."""
    sys.stderr.write(sentence + "\n")
    raise SystemExit(2)


def children(port: int) -> list[Child]:
    """Return what is served: web, worker, beat, and the demonstration that fills itself in."""
    python = [sys.executable, "-m"]
    gunicorn = [
        "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "2",
        "--threads", "4", "--worker-class", "gthread", "--max-requests", "20000",
        "--max-requests-jitter", "2000", "--graceful-timeout", "10", "--no-control-socket",
    ]  # fmt: skip
    celery = ["celery", "-A", "config", "--skip-checks"]
    web_limits = {"STATEMENT_LIMIT_MS": WEB_STATEMENT_LIMIT_MS}
    return [
        Child("web", [*python, *gunicorn], LOGS / "web.log", web_limits),
        Child("worker", [*python, *celery, "worker", "--loglevel=INFO"], LOGS / "worker.log"),
        Child("beat", [*python, *celery, "beat", "--pidfile="], LOGS / "beat.log"),
    ]


def begin_logs() -> None:
    """Keep the logs of the run before beside the new ones."""
    LOGS.mkdir(parents=True, exist_ok=True, mode=0o700)
    for log in LOGS.glob("*.log"):
        log.replace(log.with_suffix(".log.1"))


def wait_for_page(web: Child, address: str, stopping: Stopping) -> None:
    """Wait until the web process answers; refused with its log when it does not."""
    until = time.monotonic() + FIRST_ANSWER
    while time.monotonic() < until and not web.has_ended() and not stopping.asked:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    if not stopping.asked:
        raise TimeoutError(f"The web process does not answer; its log is {web.log}.")


def watch(served: list[Child], demonstration: Child, stopping: Stopping) -> None:
    """Start beat after the demonstration, and again what ended by itself, until asked to stop."""
    told = False
    while not stopping.asked:
        time.sleep(0.2)
        for child in served:
            child.revive()
        if served[0].soon_ended == TOO_OFTEN:
            raise TimeoutError(f"The web process ends again and again; see {served[0].log}.")
        if demonstration.has_ended() and not told:
            told = True
            _tell_demonstration(demonstration)
            served[-1].begin()


def _tell_demonstration(child: Child) -> None:
    """Say whether the demonstration is complete, if there is one."""
    if child.process is None:
        return
    if child.process.returncode == 0:
        print("The demonstration is complete.", flush=True)
    else:
        print(f"The demonstration is not complete; see {child.log}.", flush=True)


def prepare() -> None:
    """Make schema, static files and reference data ready."""
    done = subprocess.run([sys.executable, "-m", "config.prepare"], start_new_session=True)
    if done.returncode != 0:
        raise SystemExit(2)  # it has said why


def serve(address: str, port: int, stopping: Stopping) -> None:
    """Serve until asked to stop."""
    served = children(port)
    demonstration = Child(
        "demonstration",
        [sys.executable, "manage.py", "seed_demo"],
        LOGS / "demonstration.log",
        {"DATABASE_ROLE": "worker"},
    )
    try:
        # Beat waits for the demonstration: what that one releases on its own day long ago,
        # beat would find due and release today, as late.
        for child in served[:-1]:
            child.begin()
        wait_for_page(served[0], address, stopping)
        if stopping.asked:
            return
        print(f"\nApportion serves at {address}   (stop with Ctrl-C)\n", flush=True)
        if settings.DEMONSTRATION:
            demonstration.begin()
            subprocess.run([sys.executable, "manage.py", "demo_offices"], start_new_session=True)
        watch(served, demonstration, stopping)
    except TimeoutError as error:
        refuse(str(error))
    finally:
        print("Stopping ...", flush=True)
        end([demonstration, *reversed(served)], stopping.hurry)


def main() -> None:
    """Serve on the port that is named, once in a folder."""
    port = int(sys.argv[1])
    address = f"http://127.0.0.1:{port}"
    os.chdir(Path(__file__).resolve().parent.parent)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SITE_ADDRESS", address)  # what papers and notices print
    try:
        lock = running.take()
    except running.RunsAlready as other:
        refuse(str(other))
    running.write(lock, address)
    begin_logs()
    stopping = Stopping()
    ensure_services()
    prepare()
    serve(address, port, stopping)


if __name__ == "__main__":
    main()
