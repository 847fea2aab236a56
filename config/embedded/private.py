"""A server of a proof's own: python -m config.embedded.private postgres, or valkey.

It says its address in a line, starts what was stopped at each line it is sent, and ends with all
that it kept when nobody is there to send one.
"""

import shutil
import signal
import sys

from config.embedded import place as places
from config.embedded import postgres, valkey

SERVERS = {"postgres": postgres, "valkey": valkey}


def main(name: str) -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who asked: the input then ends
    server, place = SERVERS[name], places.new()
    try:
        print(server.begin(place), place.folder, flush=True)
        for _ in sys.stdin:
            print(server.begin(place), place.folder, flush=True)
    finally:
        server.stop(place)
        shutil.rmtree(place.folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
