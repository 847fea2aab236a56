"""A real clamd for tests, with a database of one made-up signature and the one for EICAR."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# The test file every scanner knows, spelled so that this file is none.
EICAR = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
SIGNATURES = (
    f"Eicar-Test:0:0:{EICAR.encode().hex()}\nApportion-Test:0:*:{b'not a real virus'.hex()}\n"
)


@contextmanager
def running(program: str) -> Iterator[str]:
    """Start clamd on a socket of its own; the address is given, and it ends with the block."""
    folder = Path(tempfile.mkdtemp(prefix="clamd"))
    folder.chmod(0o755)
    (folder / "db").mkdir()
    (folder / "db" / "test.ndb").write_text(SIGNATURES, encoding="ascii")
    socket = folder / "socket"
    (folder / "clamd.conf").write_text(
        f"LocalSocket {socket}\nDatabaseDirectory {folder / 'db'}\nForeground yes\n"
        f"StreamMaxLength 25M\nLogFile {folder / 'log'}\nSelfCheck 0\n",
        encoding="ascii",
    )
    started = subprocess.Popen([program, "--config-file", str(folder / "clamd.conf")])
    try:
        _wait_for(socket, started)
        yield str(socket)
    finally:
        started.terminate()
        started.wait(timeout=20)
        shutil.rmtree(folder)


def _wait_for(socket: Path, started: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert started.poll() is None, "clamd ended before it listened"
        if socket.exists():
            return
        time.sleep(0.1)
    raise AssertionError("clamd did not listen in 30 s")
