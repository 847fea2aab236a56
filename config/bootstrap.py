"""The only place that decides which servers are used: the named ones, or this machine's own."""

import errno
import os
import sys


def ensure_services() -> None:
    """Start the embedded servers for whichever of DATABASE_URL and REDIS_URL is not set.

    A server that can't start ends the command with one sentence and exit 2.
    """
    if os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"):
        return
    from config.embedded import postgres, valkey
    from config.embedded.refusal import CannotStart

    try:
        if not os.environ.get("DATABASE_URL"):
            os.environ["DATABASE_URL"] = postgres.start()
        if not os.environ.get("REDIS_URL"):
            os.environ["REDIS_URL"] = valkey.start()
    except CannotStart as refused:
        _end(str(refused))
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        _end(f"{'The disk is full' if full else error.strerror}: {error.filename}.")


def _end(sentence: str) -> None:
    """Say the sentence and end the command."""
    sys.stderr.write(sentence + "\n")
    raise SystemExit(2)
