"""The only home of `./run stop`: ends what serves in this folder, then the embedded servers."""

import os
import signal
import time

from config import running
from config.children import GRACE
from config.embedded import place, postgres, process, valkey
from config.embedded.refusal import CannotStart


def main() -> None:
    """Stop what runs and say what was stopped."""
    stopped = _stop_serving()
    try:
        here = place.find()
        with process.alone(here):
            stopped = postgres.stop(here) or stopped
            stopped = valkey.stop(here) or stopped
    except (CannotStart, OSError) as error:
        raise SystemExit(str(error)) from error
    print("Stopped." if stopped else "Nothing runs here.")


def _stop_serving() -> bool:
    """Ask the process that holds the lock to end, and end it when it does not."""
    if _is_free():
        return False
    pid, _ = running.read()
    until = time.monotonic() + GRACE + 30
    if pid:
        os.kill(pid, signal.SIGTERM)
    while time.monotonic() < until:
        if _is_free():
            return True
        time.sleep(0.05)
    if pid:
        os.kill(pid, signal.SIGKILL)  # what it started ends with it
    return True


def _is_free() -> bool:
    """Tell whether nobody serves in this folder."""
    try:
        running.take().close()
    except running.RunsAlready:
        return False
    return True


if __name__ == "__main__":
    main()
